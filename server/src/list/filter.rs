//! What narrows a list: conditions that must all hold, each a text of the program with `{}` where the next value is bound.

use sqlx::{Encode, Postgres, QueryBuilder, Type};

/// Where a value stands in a condition.
const VALUE: &str = "{}";

/// Something that can be bound.
pub trait Value {
    fn bind(&self, query: &mut QueryBuilder<Postgres>);
}

impl<T: for<'q> Encode<'q, Postgres> + Type<Postgres> + Clone> Value for T {
    fn bind(&self, query: &mut QueryBuilder<Postgres>) {
        query.push_bind(self.clone());
    }
}

/// The conditions of a query, as they are added to it.
pub struct Filter<'a> {
    query: &'a mut QueryBuilder<Postgres>,
    /// What stands before the next condition.
    before: &'static str,
}

impl<'a> Filter<'a> {
    /// Of a query that ends with its table.
    pub(super) fn new(query: &'a mut QueryBuilder<Postgres>) -> Self {
        Self { query, before: " where " }
    }

    /// One more condition.
    pub fn and(&mut self, condition: &'static str, values: &[&dyn Value]) {
        self.query.push(std::mem::replace(&mut self.before, " and "));
        bind(self.query, condition, values);
    }

    /// One more, where there is a value.
    pub fn and_some<V: Value>(&mut self, condition: &'static str, value: Option<V>) {
        if let Some(value) = value {
            self.and(condition, &[&value]);
        }
    }

    /// One more, of conditions on other rows: what opens it, those conditions, and a bracket.
    pub fn within(&mut self, opened: &'static str, values: &[&dyn Value], conditions: impl FnOnce(&mut Filter<'_>)) {
        self.and(opened, values);
        conditions(&mut Filter { query: &mut *self.query, before: " and " });
        self.query.push(")");
    }

    /// One more, made of parts: what opens it, the parts with `between` them, and a bracket.
    pub fn and_parts(&mut self, opened: &'static str, between: &'static str, parts: impl FnOnce(&mut Parts<'_>)) {
        self.and(opened, &[]);
        parts(&mut Parts { query: &mut *self.query, between, before: "" });
        self.query.push(")");
    }
}

/// The parts of a condition.
pub struct Parts<'a> {
    pub(super) query: &'a mut QueryBuilder<Postgres>,
    pub(super) between: &'static str,
    pub(super) before: &'static str,
}

impl Parts<'_> {
    /// One more part.
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
