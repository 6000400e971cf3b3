-- The languages in one place. Core's `Language` has the same; a test compares the two.

create function is_language(code text) returns boolean language sql immutable parallel safe
    return code in ('en', 'ms');

alter table person drop constraint person_language_check;
alter table person add constraint a_person_has_a_language check (is_language(language));
alter table mail drop constraint mail_language_check;
alter table mail add constraint an_email_has_a_language check (is_language(language));
alter table statement drop constraint statement_language_check;
alter table statement add constraint a_statement_has_a_language check (is_language(language));
alter table download drop constraint download_language_check;
alter table download add constraint a_download_has_a_language check (is_language(language));
