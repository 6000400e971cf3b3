//! Reads the rows of a list, column by column.

use sqlx::error::BoxDynError;
use sqlx::postgres::PgRow;
use sqlx::{Column as _, Decode, Postgres, Row as _, Type};

/// A row that is read from a list query. Implement it with [`columns!`].
pub trait ListRow: Sized + Send {
    /// The select list, in parts.
    const COLUMNS: &'static [&'static str];
    /// The number of columns.
    const WIDTH: usize;
    /// Joins that are needed only for the rows of a page.
    const JOINED: &'static str;

    /// Fails when the database contains a value that core does not know.
    fn read(columns: &mut Columns<'_>) -> sqlx::Result<Self>;
}

/// The columns of a row, from left to right.
pub struct Columns<'a> {
    row: &'a PgRow,
    place: usize,
    /// Whether the column types were already checked.
    is_checked: bool,
}

/// Reads the rows of a result. All have the same columns, so the types are checked only for the first row.
pub(super) fn read<R: ListRow>(rows: &[PgRow]) -> sqlx::Result<Vec<R>> {
    let mut read = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        read.push(R::read(&mut Columns { row, place: 0, is_checked: at > 0 })?);
    }
    Ok(read)
}

impl<'a> Columns<'a> {
    /// Reads the next column. Fails when its type does not match.
    pub fn take<T: Decode<'a, Postgres> + Type<Postgres>>(&mut self) -> sqlx::Result<T> {
        self.place += 1;
        let place = self.place - 1;
        if !self.is_checked {
            self.check::<T>(place)?;
        }
        self.row.try_get_unchecked(place)
    }

    fn check<T: Type<Postgres>>(&self, place: usize) -> sqlx::Result<()> {
        let column = self.row.try_column(place)?;
        if T::compatible(column.type_info()) {
            return Ok(());
        }
        let wrong = format!("{} is read as {}", column.type_info(), T::type_info());
        Err(sqlx::Error::ColumnDecode { index: column.name().to_owned(), source: BoxDynError::from(wrong) })
    }
}

/// Declares how a row is read: each field from an SQL expression over the list's alias and the joined tables.
///
/// ```text
/// columns! { Bill, "left join electricity_account a using (bulk_id, account_no)" =>
///     invoice_no: "b.invoice_no",
///     reference_id: "a.reference_id",
/// }
/// ```
///
/// Fields that core computes from the columns follow a semicolon: `; payable: is_payable(status),`. A row that has all
/// columns of another one and some more is `columns! { PastBill of bill: Bill => tariff: "b.tariff", }`.
#[macro_export]
macro_rules! columns {
    (
        $row:ident, $joined:literal => $first:ident: $first_sql:literal, $($field:ident: $sql:literal,)*
        $(; $($made:ident: $value:expr,)+)?
    ) => {
        impl $crate::list::ListRow for $row {
            const COLUMNS: &'static [&'static str] = &[concat!($first_sql, $(", ", $sql),*)];
            const WIDTH: usize = [stringify!($first), $(stringify!($field)),*].len();
            const JOINED: &'static str = $joined;

            fn read(columns: &mut $crate::list::Columns<'_>) -> sqlx::Result<Self> {
                let $first = columns.take()?;
                $(let $field = columns.take()?;)*
                Ok(Self { $($($made: $value,)+)? $first, $($field,)* })
            }
        }
    };
    ($row:ident of $shared:ident: $other:ident => $first:ident: $first_sql:literal, $($field:ident: $sql:literal,)*) => {
        impl $crate::list::ListRow for $row {
            const COLUMNS: &'static [&'static str] =
                &[<$other as $crate::list::ListRow>::COLUMNS[0], concat!($first_sql, $(", ", $sql),*)];
            const WIDTH: usize =
                <$other as $crate::list::ListRow>::WIDTH + [stringify!($first), $(stringify!($field)),*].len();
            const JOINED: &'static str = <$other as $crate::list::ListRow>::JOINED;

            fn read(columns: &mut $crate::list::Columns<'_>) -> sqlx::Result<Self> {
                let $shared = $crate::list::ListRow::read(columns)?;
                let $first = columns.take()?;
                $(let $field = columns.take()?;)*
                Ok(Self { $shared, $first, $($field,)* })
            }
        }
    };
}
pub use columns;
