-- How somebody likes their lists goes with them to another browser: how dense the rows are, and which columns they hid.

alter table person
    add column density text check (density in ('compact', 'comfortable')),
    -- JSON: a list's name to the columns that are hidden.
    add column hidden_columns text check (length(hidden_columns) <= 2000);
