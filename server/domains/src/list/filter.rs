//! The conditions of a list query, which must all hold. Each is a constant text with `{}` where a value is bound.

use sqlx::{Encode, Postgres, QueryBuilder, Type};

/// Placeholder for a value in a condition.
const VALUE: &str = "{}";

/// A value that can be bound.
pub trait Value {
    fn bind(&self, query: &mut QueryBuilder<Postgres>);
}

impl<T: for<'q> Encode<'q, Postgres> + Type<Postgres> + Clone> Value for T {
    fn bind(&self, query: &mut QueryBuilder<Postgres>) {
        query.push_bind(self.clone());
    }
}

/// Adds conditions to a query.
pub struct Filter<'a> {
    query: &'a mut QueryBuilder<Postgres>,
    /// The keyword before the next condition.
    before: &'static str,
}

impl<'a> Filter<'a> {
    /// Starts the conditions of a query that ends with its table.
    pub(super) fn new(query: &'a mut QueryBuilder<Postgres>) -> Self {
        Self { query, before: " where " }
    }

    /// Adds a condition.
    pub fn and(&mut self, condition: &'static str, values: &[&dyn Value]) {
        self.query.push(std::mem::replace(&mut self.before, " and "));
        bind(self.query, condition, values);
    }

    /// Adds a condition if there is a value.
    pub fn and_some<V: Value>(&mut self, condition: &'static str, value: Option<V>) {
        if let Some(value) = value {
            self.and(condition, &[&value]);
        }
    }

    /// Adds a condition about other rows, such as `exists (…`: `opened`, its inner conditions, and a closing
    /// bracket.
    pub fn within(&mut self, opened: &'static str, values: &[&dyn Value], conditions: impl FnOnce(&mut Filter<'_>)) {
        self.and(opened, values);
        conditions(&mut Filter { query: &mut *self.query, before: " and " });
        self.query.push(")");
    }

    /// Adds a condition made of parts: `opened`, the parts joined by `between`, and a closing bracket.
    pub fn and_parts(&mut self, opened: &'static str, between: &'static str, parts: impl FnOnce(&mut Parts<'_>)) {
        self.and(opened, &[]);
        parts(&mut Parts { query: &mut *self.query, between, before: "" });
        self.query.push(")");
    }
}

/// Adds the parts of a condition.
pub struct Parts<'a> {
    pub(super) query: &'a mut QueryBuilder<Postgres>,
    pub(super) between: &'static str,
    pub(super) before: &'static str,
}

impl Parts<'_> {
    /// Adds a part.
    pub fn add(&mut self, part: &'static str, values: &[&dyn Value]) {
        self.query.push(std::mem::replace(&mut self.before, self.between));
        bind(self.query, part, values);
    }
}

fn bind(query: &mut QueryBuilder<Postgres>, condition: &'static str, values: &[&dyn Value]) {
    debug_assert_eq!(condition.matches(VALUE).count(), values.len(), "{condition}");
    let mut values = values.iter();
    for (place, part) in condition.split(VALUE).enumerate() {
        if place > 0
            && let Some(value) = values.next()
        {
            value.bind(query);
        }
        query.push(part);
    }
}
