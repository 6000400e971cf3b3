-- The schema of the database after all migrations: tables with their indexes and triggers, then views, then functions.
-- Written by `make sql`, for reading: this file is not a migration. The migrations explain each table in comments.

create extension pg_trgm;
create sequence bulk_account_number as bigint minvalue 1 maxvalue 9223372036854775807 start 3050000001;
create sequence download_begun as bigint minvalue 1 maxvalue 9223372036854775807 start 1;
create sequence fpx_rejected_place as smallint minvalue 0 maxvalue 999 start 0 cycle;
create sequence payment_group_number as bigint minvalue 1 maxvalue 9223372036854775807 start 1;
create sequence proposal_number as bigint minvalue 1 maxvalue 9223372036854775807 start 1;
create sequence transaction_number as bigint minvalue 1 maxvalue 9223372036854775807 start 1;

create table account_coding (
    bulk_id text not null,
    account_no text not null,
    from_day date not null,
    until_day date,
    constraint account_coding_pkey PRIMARY KEY (bulk_id, account_no, from_day),
    constraint account_coding_account_no_fkey FOREIGN KEY (account_no) REFERENCES electricity_account(account_no) ON DELETE CASCADE,
    constraint account_coding_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint account_coding_check CHECK (until_day >= from_day)
);
CREATE INDEX codings_of_account ON account_coding USING btree (account_no);

create table account_coding_part (
    bulk_id text not null,
    account_no text not null,
    from_day date not null,
    code text collate "C" not null,
    share integer not null,
    ledger_account text not null,
    constraint account_coding_part_pkey PRIMARY KEY (bulk_id, account_no, from_day, code),
    constraint account_coding_part_bulk_id_account_no_from_day_fkey FOREIGN KEY (bulk_id, account_no, from_day) REFERENCES account_coding(bulk_id, account_no, from_day) ON DELETE CASCADE,
    constraint coded_accounts_use_the_cost_centre FOREIGN KEY (bulk_id, code) REFERENCES cost_centre(bulk_id, code),
    constraint account_coding_part_ledger_account_check CHECK (length(ledger_account) >= 1 AND length(ledger_account) <= 20),
    constraint account_coding_part_share_check CHECK (share >= 1 AND share <= 10000)
);
CREATE INDEX coding_parts_of_cost_centre ON account_coding_part USING btree (bulk_id, code);

create table account_credit (
    payment_id uuid not null,
    account_no text not null,
    amount numeric(16,2) not null,
    at timestamp with time zone not null,
    alert_id bigint,
    bulk_id text not null,
    constraint account_credit_alert_id_key UNIQUE (alert_id),
    constraint account_credit_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint account_credit_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES late_decision(alert_id),
    constraint account_credit_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
    constraint account_credit_amount_check CHECK (amount > 0::numeric)
);
CREATE UNIQUE INDEX an_overpayment_is_credited_once ON account_credit USING btree (payment_id) WHERE alert_id IS NULL;
CREATE INDEX credits_of_payment ON account_credit USING btree (payment_id);
CREATE TRIGGER fill_bulk_id BEFORE INSERT ON account_credit FOR EACH ROW WHEN (new.bulk_id IS NULL) EXECUTE FUNCTION fill_bulk_id_of_payment();

create table account_group (
    group_id uuid not null,
    bulk_id text not null,
    name text not null,
    created_at timestamp with time zone not null,
    constraint account_group_pkey PRIMARY KEY (group_id),
    constraint account_group_bulk_id_group_id_key UNIQUE (bulk_id, group_id),
    constraint account_group_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint account_group_name_check CHECK (length(TRIM(BOTH FROM name)) >= 1 AND length(TRIM(BOTH FROM name)) <= 60)
);
CREATE UNIQUE INDEX group_names_differ ON account_group USING btree (bulk_id, lower(name));

create table account_lookup (
    lookup_id bigint not null generated always as identity,
    looked_up_at timestamp with time zone not null,
    person_id uuid not null,
    bulk_id text,
    kind text not null,
    subject text,
    asked integer not null,
    not_known integer not null default 0,
    others text[] not null default '{}'::text[],
    constraint account_lookup_pkey PRIMARY KEY (lookup_id),
    constraint account_lookup_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint account_lookup_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint account_lookup_asked_check CHECK (asked > 0),
    constraint account_lookup_kind_check CHECK (kind = ANY (ARRAY['company'::text, 'account'::text, 'list'::text])),
    constraint lists_have_no_subject CHECK ((kind = 'list'::text) = (subject IS NULL))
);
CREATE INDEX lookups_by_time ON account_lookup USING btree (looked_up_at);
CREATE INDEX lookups_of_person ON account_lookup USING btree (person_id, subject, looked_up_at DESC);

create table account_master (
    account_no text not null,
    registration_no text not null,
    company_name text not null,
    premises_address text not null,
    city text not null,
    postal_code text not null,
    state text not null,
    sector text not null,
    tariff text not null,
    active boolean not null,
    constraint account_master_pkey PRIMARY KEY (account_no),
    constraint account_master_account_no_check CHECK (account_no ~ '^2[12][0-9]{10}$'::text)
);
CREATE INDEX account_master_of_company_no ON account_master USING btree (company_no(registration_no));
CREATE INDEX account_master_of_old_company_no ON account_master USING btree (old_company_no(registration_no));
CREATE INDEX companies_by_part ON account_master USING gin (company_name gin_trgm_ops);
CREATE TRIGGER known_accounts_added_up AFTER UPDATE ON account_master REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_known_accounts();
CREATE TRIGGER known_accounts_marked AFTER UPDATE ON account_master REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_accounts_to_audit();

create table account_total (
    bulk_id text not null,
    state text not null,
    active boolean not null,
    accounts bigint not null,
    is_folded boolean not null default false
);
CREATE INDEX account_totals_of_bulk ON account_total USING btree (bulk_id);
CREATE INDEX account_totals_to_fold ON account_total USING btree (bulk_id) WHERE NOT is_folded;

create table accounting_document (
    bulk_id text not null,
    profile_id uuid not null,
    run_no bigint not null,
    place bigint not null,
    document_no text collate "C" not null,
    source_no text collate "C" not null,
    version integer not null,
    reverses text collate "C",
    is_current boolean not null,
    document_date date not null,
    account_no text,
    amount numeric(16,2) not null,
    debit numeric(16,2) not null,
    credit numeric(16,2) not null,
    document jsonb not null,
    their_no text,
    constraint accounting_document_pkey PRIMARY KEY (bulk_id, profile_id, run_no, place),
    constraint accounting_document_bulk_id_profile_id_run_no_fkey FOREIGN KEY (bulk_id, profile_id, run_no) REFERENCES accounting_run(bulk_id, profile_id, run_no),
    constraint accounting_document_check CHECK (NOT is_current OR reverses IS NULL),
    constraint accounting_document_document_check CHECK (jsonb_typeof(document) = 'object'::text),
    constraint accounting_document_document_no_check CHECK (length(document_no) >= 1 AND length(document_no) <= 50),
    constraint accounting_document_place_check CHECK (place >= 1),
    constraint accounting_document_source_no_check CHECK (length(source_no) >= 1 AND length(source_no) <= 40),
    constraint accounting_document_their_no_check CHECK (length(their_no) >= 1 AND length(their_no) <= 40),
    constraint accounting_document_version_check CHECK (version >= 1),
    constraint debits_of_a_document_equal_its_credits CHECK (debit = credit)
);
CREATE INDEX documents_of_source ON accounting_document USING btree (bulk_id, source_no, profile_id, version DESC);
CREATE UNIQUE INDEX numbers_of_accounting_documents ON accounting_document USING btree (bulk_id, profile_id, document_no);
CREATE UNIQUE INDEX one_current_document_of_a_source ON accounting_document USING btree (bulk_id, profile_id, source_no) WHERE is_current;

create table accounting_link (
    token_hash bytea not null,
    bulk_id text not null,
    profile_id uuid not null,
    run_no bigint not null,
    person_id uuid not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    constraint accounting_link_pkey PRIMARY KEY (token_hash),
    constraint accounting_link_bulk_id_profile_id_run_no_fkey FOREIGN KEY (bulk_id, profile_id, run_no) REFERENCES accounting_run(bulk_id, profile_id, run_no),
    constraint accounting_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint a_link_is_valid_for_a_week_at_most CHECK (expires_at <= (created_at + '7 days'::interval))
);
CREATE INDEX accounting_links_by_expiry ON accounting_link USING btree (expires_at);
CREATE INDEX accounting_links_by_person ON accounting_link USING btree (person_id);
CREATE INDEX links_of_accounting_profile ON accounting_link USING btree (bulk_id, profile_id);

create table accounting_profile (
    bulk_id text not null,
    profile_id uuid not null,
    version bigint not null default 1,
    name text not null,
    draft jsonb not null,
    schedule text not null,
    saved_by uuid not null,
    saved_at timestamp with time zone not null,
    runs bigint not null default 0,
    last_run_at timestamp with time zone,
    scheduled_at timestamp with time zone not null,
    constraint accounting_profile_pkey PRIMARY KEY (bulk_id, profile_id),
    constraint accounting_profile_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint accounting_profile_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES person(person_id),
    constraint a_run_has_its_time CHECK ((runs = 0) = (last_run_at IS NULL)),
    constraint accounting_profile_draft_check CHECK (jsonb_typeof(draft) = 'object'::text),
    constraint accounting_profile_name_check CHECK (length(TRIM(BOTH FROM name)) >= 1 AND length(TRIM(BOTH FROM name)) <= 60),
    constraint accounting_profile_runs_check CHECK (runs >= 0),
    constraint accounting_profile_schedule_check CHECK (schedule = ANY (ARRAY['manual'::text, 'daily'::text, 'afterBatch'::text])),
    constraint accounting_profile_version_check CHECK (version >= 1)
);
CREATE UNIQUE INDEX names_of_accounting_profiles ON accounting_profile USING btree (bulk_id, lower(name));
CREATE INDEX scheduled_accounting_profiles ON accounting_profile USING btree (scheduled_at) WHERE schedule <> 'manual'::text;

create table accounting_run (
    bulk_id text not null,
    profile_id uuid not null,
    run_no bigint not null,
    profile_version bigint not null,
    draft jsonb not null,
    made_at timestamp with time zone not null,
    made_by uuid,
    documents bigint not null,
    reversals bigint not null,
    credit_notes bigint not null,
    lines bigint not null,
    debit numeric(16,2) not null,
    credit numeric(16,2) not null,
    suspense numeric(16,2) not null,
    constraint accounting_run_pkey PRIMARY KEY (bulk_id, profile_id, run_no),
    constraint accounting_run_bulk_id_profile_id_fkey FOREIGN KEY (bulk_id, profile_id) REFERENCES accounting_profile(bulk_id, profile_id),
    constraint accounting_run_made_by_fkey FOREIGN KEY (made_by) REFERENCES person(person_id),
    constraint accounting_run_check CHECK (reversals >= 0 AND reversals <= documents),
    constraint accounting_run_check1 CHECK (credit_notes >= 0 AND credit_notes <= documents),
    constraint accounting_run_documents_check CHECK (documents >= 0),
    constraint accounting_run_draft_check CHECK (jsonb_typeof(draft) = 'object'::text),
    constraint accounting_run_lines_check CHECK (lines >= 0),
    constraint accounting_run_run_no_check CHECK (run_no >= 1),
    constraint debits_of_a_run_equal_its_credits CHECK (debit = credit)
);
CREATE INDEX accounting_runs_by_time ON accounting_run USING btree (bulk_id, made_at, profile_id, run_no);

create table announcement (
    announcement_id uuid not null,
    version integer not null default 1,
    kind text not null,
    placement text not null,
    title_en text not null,
    title_ms text not null,
    text_en text not null,
    text_ms text not null,
    services_en text,
    services_ms text,
    shown_from timestamp with time zone not null,
    from_at timestamp with time zone not null,
    to_at timestamp with time zone,
    returns_at timestamp with time zone,
    freezes text[] not null default '{}'::text[],
    changed_at timestamp with time zone not null,
    changed_by uuid not null,
    withdrawn_at timestamp with time zone,
    constraint announcement_pkey PRIMARY KEY (announcement_id),
    constraint announcement_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES person(person_id),
    constraint a_freeze_has_an_end_and_is_seen CHECK (freezes = '{}'::text[] OR to_at IS NOT NULL AND placement = 'everywhere'::text),
    constraint an_announcement_ends_after_it_begins CHECK (to_at > from_at),
    constraint an_announcement_is_shown_when_it_begins CHECK (shown_from <= from_at),
    constraint announcement_kind_check CHECK (kind = ANY (ARRAY['plannedDowntime'::text, 'unplannedDowntime'::text, 'fpxMaintenance'::text, 'tariffUpgrade'::text, 'notice'::text])),
    constraint announcement_placement_check CHECK (placement = ANY (ARRAY['signIn'::text, 'everywhere'::text])),
    constraint announcement_services_en_check CHECK (length(services_en) >= 1 AND length(services_en) <= 200),
    constraint announcement_services_ms_check CHECK (length(services_ms) >= 1 AND length(services_ms) <= 200),
    constraint announcement_text_en_check CHECK (length(text_en) >= 1 AND length(text_en) <= 1000),
    constraint announcement_text_ms_check CHECK (length(text_ms) >= 1 AND length(text_ms) <= 1000),
    constraint announcement_title_en_check CHECK (length(title_en) >= 1 AND length(title_en) <= 120),
    constraint announcement_title_ms_check CHECK (length(title_ms) >= 1 AND length(title_ms) <= 120),
    constraint announcement_version_check CHECK (version >= 1),
    constraint features_that_can_be_frozen CHECK (freezes <@ ARRAY['registration'::text, 'accounts'::text, 'groups'::text, 'details'::text, 'statements'::text]),
    constraint services_are_named_in_both_languages CHECK ((services_en IS NULL) = (services_ms IS NULL))
);
CREATE INDEX announcements_by_end ON announcement USING btree (COALESCE(to_at, 'infinity'::timestamp with time zone)) WHERE withdrawn_at IS NULL;

create table answered_call (
    person_id uuid not null,
    key text not null,
    endpoint text not null,
    request_hash bytea not null,
    answer bytea not null,
    at timestamp with time zone not null,
    constraint answered_call_pkey PRIMARY KEY (person_id, key),
    constraint answered_call_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX answers_by_time ON answered_call USING btree (endpoint, at);

create table api_token (
    bulk_id text not null,
    token_id uuid not null,
    name text not null,
    ending text not null,
    scopes text[] not null,
    networks text[] not null,
    created_by uuid not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    last_used_address text,
    reminded_days smallint,
    constraint api_token_pkey PRIMARY KEY (bulk_id, token_id),
    constraint api_token_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint api_token_created_by_fkey FOREIGN KEY (created_by) REFERENCES person(person_id)
);
CREATE INDEX tokens_by_expiry ON api_token USING btree (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX tokens_by_person ON api_token USING btree (created_by);

create table api_token_refusal (
    bulk_id text not null,
    token_id uuid not null,
    reason text not null,
    recorded_at timestamp with time zone not null,
    constraint api_token_refusal_pkey PRIMARY KEY (bulk_id, token_id, reason),
    constraint api_token_refusal_bulk_id_token_id_fkey FOREIGN KEY (bulk_id, token_id) REFERENCES api_token(bulk_id, token_id) ON DELETE CASCADE
);

create table api_token_secret (
    token_hash bytea not null,
    bulk_id text not null,
    token_id uuid not null,
    works_until timestamp with time zone,
    constraint api_token_secret_pkey PRIMARY KEY (token_hash),
    constraint api_token_secret_bulk_id_token_id_fkey FOREIGN KEY (bulk_id, token_id) REFERENCES api_token(bulk_id, token_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX a_token_has_one_current_secret ON api_token_secret USING btree (bulk_id, token_id) WHERE works_until IS NULL;
CREATE INDEX secrets_of_token ON api_token_secret USING btree (bulk_id, token_id);

create table approval_delegation (
    bulk_id text not null,
    from_person uuid not null,
    to_person uuid not null,
    from_day date not null,
    until_day date not null,
    set_at timestamp with time zone not null,
    constraint approval_delegation_pkey PRIMARY KEY (bulk_id, from_person),
    constraint approval_delegation_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint approval_delegation_from_person_fkey FOREIGN KEY (from_person) REFERENCES person(person_id),
    constraint approval_delegation_to_person_fkey FOREIGN KEY (to_person) REFERENCES person(person_id),
    constraint a_delegate_is_another_user CHECK (from_person <> to_person),
    constraint a_delegation_has_days CHECK (from_day <= until_day)
);

create table approval_policy (
    bulk_id text not null,
    version integer not null,
    policy jsonb not null,
    state text not null,
    proposed_by uuid not null,
    proposed_at timestamp with time zone not null,
    decided_by uuid,
    decided_at timestamp with time zone,
    constraint approval_policy_pkey PRIMARY KEY (bulk_id, version),
    constraint approval_policy_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint approval_policy_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(person_id),
    constraint approval_policy_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES person(person_id),
    constraint a_pending_policy_is_not_decided CHECK ((state = 'pending'::text) = (decided_at IS NULL)),
    constraint approval_policy_policy_check CHECK (jsonb_typeof(policy) = 'object'::text),
    constraint approval_policy_state_check CHECK (state = ANY (ARRAY['pending'::text, 'inForce'::text, 'replaced'::text, 'turnedDown'::text])),
    constraint approval_policy_version_check CHECK (version >= 1),
    constraint two_people_change_a_policy CHECK ((state <> ALL (ARRAY['inForce'::text, 'replaced'::text])) OR decided_by <> proposed_by)
);
CREATE UNIQUE INDEX one_pending_policy ON approval_policy USING btree (bulk_id) WHERE state = 'pending'::text;
CREATE UNIQUE INDEX one_policy_in_force ON approval_policy USING btree (bulk_id) WHERE state = 'inForce'::text;

create table audit_due (
    bulk_id text not null,
    account_no text not null,
    stamp bigint not null generated always as identity,
    due_on date not null default '-infinity'::date,
    constraint audit_due_pkey PRIMARY KEY (bulk_id, account_no, stamp)
);
CREATE INDEX audits_by_day ON audit_due USING btree (due_on, bulk_id);

create table audit_mute (
    bulk_id text not null,
    account_no text not null,
    rule text not null,
    until date not null,
    reason text not null,
    muted_by uuid not null,
    muted_at timestamp with time zone not null,
    constraint audit_mute_pkey PRIMARY KEY (bulk_id, account_no, rule),
    constraint audit_mute_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint audit_mute_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint audit_mute_muted_by_fkey FOREIGN KEY (muted_by) REFERENCES person(person_id),
    constraint audit_mute_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
CREATE INDEX mutes_by_day ON audit_mute USING btree (bulk_id, until);
CREATE TRIGGER changed_mutes_marked AFTER INSERT OR DELETE OR UPDATE ON audit_mute FOR EACH ROW EXECUTE FUNCTION mark_muted_to_audit();

create table audit_setting (
    bulk_id text not null,
    settings jsonb not null,
    version bigint not null,
    changed_by uuid not null,
    changed_at timestamp with time zone not null,
    constraint audit_setting_pkey PRIMARY KEY (bulk_id),
    constraint audit_setting_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint audit_setting_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES person(person_id),
    constraint audit_setting_settings_check CHECK (jsonb_typeof(settings) = 'object'::text),
    constraint audit_setting_version_check CHECK (version > 0)
);
CREATE TRIGGER changed_settings_marked AFTER INSERT OR DELETE OR UPDATE ON audit_setting FOR EACH ROW EXECUTE FUNCTION mark_company_to_audit();

create table bank_columns (
    bank_id text not null,
    heading text[] not null,
    columns jsonb not null,
    said_by uuid not null,
    said_at timestamp with time zone not null,
    constraint bank_columns_pkey PRIMARY KEY (bank_id),
    constraint bank_columns_said_by_fkey FOREIGN KEY (said_by) REFERENCES person(person_id)
);

create table bank_line_declared_other (
    statement_id uuid not null,
    line integer not null,
    other_statement_id uuid not null,
    other_line integer not null,
    reason text not null,
    declared_by uuid not null,
    declared_at timestamp with time zone not null,
    constraint bank_line_declared_other_pkey PRIMARY KEY (statement_id, line, other_statement_id, other_line),
    constraint bank_line_declared_other_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES person(person_id),
    constraint bank_line_declared_other_other_statement_id_other_line_fkey FOREIGN KEY (other_statement_id, other_line) REFERENCES bank_statement_row(statement_id, line),
    constraint bank_line_declared_other_statement_id_line_fkey FOREIGN KEY (statement_id, line) REFERENCES bank_statement_row(statement_id, line),
    constraint bank_line_declared_other_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);

create table bank_line_used (
    bank_id text not null,
    day date not null,
    reference_key text not null,
    amount numeric(16,2) not null,
    ordinal integer not null,
    payment_id uuid not null,
    version integer not null,
    decision text not null,
    statement_id uuid not null,
    line integer not null,
    decided_by uuid not null,
    decided_at timestamp with time zone not null,
    share numeric(16,2) not null,
    constraint bank_line_used_pkey PRIMARY KEY (statement_id, line, payment_id, version),
    constraint bank_line_used_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(person_id),
    constraint bank_line_used_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
    constraint bank_line_used_statement_id_line_fkey FOREIGN KEY (statement_id, line) REFERENCES bank_statement_row(statement_id, line),
    constraint a_share_is_a_part_of_its_line CHECK (share > 0::numeric AND share <= amount),
    constraint bank_line_used_amount_check CHECK (amount > 0::numeric),
    constraint bank_line_used_decision_check CHECK (decision = ANY (ARRAY['accept'::text, 'insufficient'::text, 'overpayment'::text]))
);
CREATE INDEX lines_used_by_amount ON bank_line_used USING btree (amount, day);
CREATE INDEX lines_used_by_money ON bank_line_used USING btree (day, amount, reference_key, ordinal);
CREATE INDEX lines_used_by_payment ON bank_line_used USING btree (payment_id, version);
CREATE INDEX shares_by_amount ON bank_line_used USING btree (share, day) WHERE share < amount;
CREATE TRIGGER shares_of_a_line_add_up BEFORE INSERT OR UPDATE OF share, amount ON bank_line_used FOR EACH ROW EXECUTE FUNCTION check_shares_of_line();

create table bank_money_awaited (
    payment_id uuid not null,
    version integer not null,
    number_key text not null,
    amount numeric(16,2) not null,
    day date not null,
    place integer not null default 1,
    constraint bank_money_awaited_pkey PRIMARY KEY (payment_id, version, number_key, place),
    constraint bank_money_awaited_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
    constraint bank_money_awaited_amount_check CHECK (amount > 0::numeric)
);
CREATE INDEX money_awaited_by_amount ON bank_money_awaited USING btree (amount, day);
CREATE INDEX money_awaited_by_number ON bank_money_awaited USING btree (number_key, amount, day);

create table bank_statement (
    statement_id uuid not null,
    bank_id text not null,
    file_name text not null,
    sha256 bytea not null,
    uploaded_by uuid not null,
    uploaded_at timestamp with time zone not null,
    heading text[] not null,
    guessed jsonb not null,
    lines integer not null,
    columns jsonb,
    columns_by uuid,
    columns_at timestamp with time zone,
    first_day date,
    last_day date,
    constraint bank_statement_pkey PRIMARY KEY (statement_id),
    constraint bank_statement_columns_by_fkey FOREIGN KEY (columns_by) REFERENCES person(person_id),
    constraint bank_statement_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES person(person_id),
    constraint bank_statement_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 200),
    constraint bank_statement_lines_check CHECK (lines > 0),
    constraint days_are_in_order CHECK (last_day >= first_day),
    constraint whoever_said_the_columns_is_known CHECK (num_nulls(columns, columns_by, columns_at) = ANY (ARRAY[0, 3]))
);
CREATE UNIQUE INDEX a_file_is_one_statement ON bank_statement USING btree (bank_id, sha256);
CREATE INDEX bank_statements_by_time ON bank_statement USING btree (uploaded_at DESC, statement_id DESC);

create table bank_statement_line (
    statement_id uuid not null,
    line integer not null,
    day date,
    reference text not null,
    description text not null,
    amount numeric(16,2),
    problem text,
    reference_key text not null,
    ordinal integer not null,
    source text not null default 'earlier'::text,
    account text,
    booking_day date,
    value_day date,
    booked_at timestamp with time zone,
    entry_amount numeric(16,2),
    bank_references jsonb not null default '{}'::jsonb,
    constraint bank_statement_line_pkey PRIMARY KEY (statement_id, line),
    constraint bank_statement_line_statement_id_line_fkey FOREIGN KEY (statement_id, line) REFERENCES bank_statement_row(statement_id, line),
    constraint bank_statement_line_ordinal_check CHECK (ordinal > 0),
    constraint money_has_day_and_amount CHECK (problem IS NOT NULL OR day IS NOT NULL AND amount > 0::numeric)
);
CREATE INDEX bank_lines_by_amount ON bank_statement_line USING btree (amount, day) WHERE problem IS NULL;
CREATE INDEX parts_by_entry ON bank_statement_line USING btree (entry_amount, day) WHERE entry_amount IS NOT NULL;

create table bank_statement_row (
    statement_id uuid not null,
    line integer not null,
    cells jsonb not null,
    constraint bank_statement_row_pkey PRIMARY KEY (statement_id, line),
    constraint bank_statement_row_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(statement_id)
);

create table batch_review (
    bill_batch_id text not null,
    extraction_date date not null,
    state text not null,
    arrived_at timestamp with time zone not null default now(),
    checked_at timestamp with time zone,
    version bigint not null default 1,
    bills bigint not null default 0,
    flagged_bills bigint not null default 0,
    at_stake numeric(16,2) not null default 0,
    rules jsonb not null default '{}'::jsonb,
    flagged_rate bigint not null generated always as (
CASE
    WHEN bills = 0 THEN 0::bigint
    ELSE flagged_bills * 10000 / bills
END) stored,
    proposed_by uuid,
    proposed_at timestamp with time zone,
    proposed_reason text,
    released_by uuid,
    released_at timestamp with time zone,
    reason text,
    constraint batch_review_pkey PRIMARY KEY (bill_batch_id),
    constraint batch_review_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES person(person_id),
    constraint batch_review_released_by_fkey FOREIGN KEY (released_by) REFERENCES person(person_id),
    constraint a_proposal_is_complete CHECK (num_nonnulls(proposed_by, proposed_at, proposed_reason) = ANY (ARRAY[0, 3])),
    constraint a_released_batch_has_its_time CHECK ((state = 'released'::text) = (released_at IS NOT NULL)),
    constraint an_officer_gives_a_reason CHECK ((released_by IS NULL) = (reason IS NULL)),
    constraint batch_review_bill_batch_id_check CHECK (bill_batch_id ~ '^28[0-9]{8}$'::text),
    constraint batch_review_bills_check CHECK (bills >= 0),
    constraint batch_review_proposed_reason_check CHECK (length(proposed_reason) >= 1 AND length(proposed_reason) <= 500),
    constraint batch_review_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
    constraint batch_review_rules_check CHECK (jsonb_typeof(rules) = 'object'::text),
    constraint batch_review_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'released'::text])),
    constraint batch_review_version_check CHECK (version >= 1),
    constraint flagged_bills_are_bills CHECK (flagged_bills >= 0 AND flagged_bills <= bills),
    constraint two_officers_decide CHECK (proposed_by <> released_by)
);
CREATE INDEX batch_reviews_by_day ON batch_review USING btree (extraction_date, bill_batch_id);
CREATE INDEX batch_reviews_by_rate ON batch_review USING btree (flagged_rate, bill_batch_id);
CREATE INDEX batches_to_check ON batch_review USING btree (extraction_date) WHERE checked_at IS NULL;
CREATE INDEX waiting_batches ON batch_review USING btree (bill_batch_id) WHERE state = 'waiting'::text;

create table bill (
    invoice_no text not null,
    collective_invoice_no text not null,
    account_no text not null,
    bulk_id text,
    bill_batch_id text not null,
    extraction_date date not null,
    invoice_date date not null,
    due_date date,
    bill_type text not null,
    reading_type text not null,
    reading_start date,
    reading_end date,
    tariff text not null,
    consumption_kwh numeric(14,2),
    maximum_demand_kw numeric(14,2),
    current_charge numeric(16,2) not null,
    outstanding_amount numeric(16,2) not null,
    tax_amount numeric(16,2) not null,
    total_amount_payable numeric(16,2) not null,
    last_bill_no text,
    last_amount_paid numeric(16,2),
    status smallint not null default 1,
    disable_payment boolean not null default false,
    e_invoice_uuid text,
    e_invoice_long_id text,
    e_invoice_status text,
    e_invoice_validated_at timestamp with time zone,
    e_invoice_cancelled_at timestamp with time zone,
    was_replaced boolean not null default false,
    stop_reason text,
    reported_by text,
    closed text,
    settled_amount numeric(16,2) not null default 0,
    settled_on date,
    carried_to text,
    carried_amount numeric(16,2),
    contained numeric(16,2) not null default 0,
    constraint bill_pkey PRIMARY KEY (invoice_no),
    constraint bill_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint bill_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint bill_bill_batch_id_check CHECK (bill_batch_id ~ '^28[0-9]{8}$'::text),
    constraint bill_collective_invoice_no_check CHECK (collective_invoice_no ~ '^[0-9]{12}$'::text),
    constraint bill_e_invoice_long_id_check CHECK (e_invoice_long_id ~ '^[0-9A-Za-z-]{10,100}$'::text),
    constraint bill_e_invoice_status_check CHECK (e_invoice_status = ANY (ARRAY['submitted'::text, 'valid'::text, 'invalid'::text, 'cancelled'::text, 'rejected'::text])),
    constraint bill_e_invoice_uuid_check CHECK (e_invoice_uuid ~ '^[0-9A-Za-z]{10,40}$'::text),
    constraint bill_invoice_no_check CHECK (invoice_no ~ '^[0-9]{12}$'::text),
    constraint bill_reading_type_check CHECK (reading_type = ANY (ARRAY['actual'::text, 'estimated'::text, 'final'::text, 'special'::text, 'unmetered'::text])),
    constraint bill_status_check CHECK (status = ANY (ARRAY[1, 2, 3, 4, 7, 8, 9, 10])),
    constraint carried_bills_have_their_bill CHECK ((carried_to IS NULL) = (carried_amount IS NULL) AND (closed IS DISTINCT FROM 'carried'::text OR status = 4 AND carried_to IS NOT NULL)),
    constraint closed_reasons CHECK (closed = ANY (ARRAY['disabled'::text, 'partlyPaid'::text, 'reportedPaid'::text, 'paidElsewhere'::text, 'carried'::text])),
    constraint e_invoices_are_complete CHECK ((e_invoice_uuid IS NULL) = (e_invoice_status IS NULL) AND (e_invoice_status IS NOT NULL OR e_invoice_long_id IS NULL AND e_invoice_validated_at IS NULL AND e_invoice_cancelled_at IS NULL) AND (e_invoice_status IS NULL OR (e_invoice_status = 'cancelled'::text) = (e_invoice_cancelled_at IS NOT NULL))),
    constraint settled_bills_are_paid CHECK (closed IS DISTINCT FROM 'paidElsewhere'::text OR status = 4 AND settled_on IS NOT NULL),
    constraint settled_is_paid CHECK (settled_amount >= 0::numeric),
    constraint stop_reasons CHECK (length(stop_reason) >= 1 AND length(stop_reason) <= 200)
);
CREATE INDEX bills_by_collective_invoice ON bill USING btree (bulk_id, collective_invoice_no);
CREATE INDEX bills_by_invoice_date ON bill USING btree (bulk_id, invoice_date, invoice_no);
CREATE INDEX bills_by_last_bill ON bill USING btree (last_bill_no) WHERE last_bill_no IS NOT NULL AND last_amount_paid IS NOT NULL;
CREATE INDEX bills_carried_to ON bill USING btree (carried_to) WHERE carried_to IS NOT NULL;
CREATE INDEX bills_of_account_by_day ON bill USING btree (account_no, invoice_date DESC, invoice_no DESC);
CREATE INDEX bills_of_batch ON bill USING btree (bill_batch_id);
CREATE INDEX bills_reported_by ON bill USING btree (reported_by) WHERE reported_by IS NOT NULL;
CREATE INDEX bills_with_balance ON bill USING btree (account_no) WHERE outstanding_amount <> 0::numeric OR carried_to IS NOT NULL;
CREATE INDEX bills_with_cancelled_e_invoice ON bill USING btree (bulk_id, bill_batch_id) WHERE e_invoice_status = 'cancelled'::text AND status <> 4;
CREATE INDEX unpaid_bills_by_batch ON bill USING btree (bulk_id, bill_batch_id) WHERE status <> 4;
CREATE INDEX unpaid_bills_by_due_date ON bill USING btree (bulk_id, COALESCE(due_date, 'infinity'::date), invoice_no) WHERE status <> 4;
CREATE INDEX unpaid_bills_of_account ON bill USING btree (bulk_id, account_no) INCLUDE (total_amount_payable) WHERE status <> 4;
CREATE TRIGGER changed_bills_are_settled AFTER UPDATE ON bill REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN (COALESCE(current_setting('gridbill.settling'::text, true), ''::text) <> 'on'::text) EXECUTE FUNCTION settle_changed_bills();
CREATE TRIGGER charges_follow AFTER UPDATE OF bulk_id, current_charge, outstanding_amount, tax_amount, total_amount_payable, consumption_kwh ON bill FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION follow_bill();
CREATE TRIGGER deleted_bills_added_up AFTER DELETE ON bill REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_deleted_bills();
CREATE TRIGGER deleted_bills_marked AFTER DELETE ON bill REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_bills_to_audit();
CREATE TRIGGER inserted_bills_added_up AFTER INSERT ON bill REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_inserted_bills();
CREATE TRIGGER inserted_bills_marked AFTER INSERT ON bill REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_bills_to_audit();
CREATE TRIGGER new_bills_are_settled AFTER INSERT ON bill REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION settle_new_bills();
CREATE TRIGGER replaced_bills_noted BEFORE UPDATE OF reading_start, reading_end, total_amount_payable ON bill FOR EACH ROW WHEN (old.reading_start IS DISTINCT FROM new.reading_start OR old.reading_end IS DISTINCT FROM new.reading_end OR old.total_amount_payable IS DISTINCT FROM new.total_amount_payable) EXECUTE FUNCTION note_replaced_bill();
CREATE TRIGGER settlement_parts_follow AFTER UPDATE OF bulk_id ON bill FOR EACH ROW WHEN (new.bulk_id IS DISTINCT FROM old.bulk_id) EXECUTE FUNCTION settlement_parts_follow_bill();
CREATE TRIGGER updated_bills_added_up AFTER UPDATE ON bill REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_updated_bills();
CREATE TRIGGER updated_bills_marked AFTER UPDATE ON bill REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_bills_to_audit();

create table bill_charges (
    bulk_id text,
    invoice_no text not null,
    charges jsonb not null,
    constraint bill_charges_pkey PRIMARY KEY (invoice_no),
    constraint bill_charges_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint bill_charges_invoice_no_fkey FOREIGN KEY (invoice_no) REFERENCES bill(invoice_no) ON DELETE CASCADE,
    constraint bill_charges_charges_check CHECK (jsonb_typeof(charges) = 'object'::text)
);
CREATE INDEX charges_of_bulk ON bill_charges USING btree (bulk_id, invoice_no);
CREATE TRIGGER deleted_charges_marked AFTER DELETE ON bill_charges REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_charges_to_audit();
CREATE TRIGGER inserted_charges_marked AFTER INSERT ON bill_charges REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_charges_to_audit();
CREATE TRIGGER updated_charges_marked AFTER UPDATE ON bill_charges REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_charges_to_audit();

create table bill_query (
    query_id uuid not null,
    bulk_id text not null,
    invoice_no text not null,
    account_no text not null,
    kind text not null,
    line integer,
    state text not null,
    version integer not null default 1,
    opened_by uuid not null,
    opened_at timestamp with time zone not null,
    amount numeric(16,2) not null,
    answer_due date,
    answered_at timestamp with time zone,
    ended_at timestamp with time zone,
    assigned_to uuid,
    case_no text,
    corrected_invoice_no text,
    corrected_amount numeric(16,2),
    corrected_at timestamp with time zone,
    constraint bill_query_pkey PRIMARY KEY (query_id),
    constraint bill_query_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint bill_query_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES person(person_id),
    constraint bill_query_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint bill_query_corrected_invoice_no_fkey FOREIGN KEY (corrected_invoice_no) REFERENCES bill(invoice_no),
    constraint bill_query_invoice_no_fkey FOREIGN KEY (invoice_no) REFERENCES bill(invoice_no),
    constraint bill_query_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES person(person_id),
    constraint a_correction_is_complete CHECK (num_nonnulls(corrected_invoice_no, corrected_amount, corrected_at) = ANY (ARRAY[0, 3])),
    constraint a_query_has_an_end_once_it_ended CHECK ((ended_at IS NULL) = query_is_open(state)),
    constraint an_answer_is_due_while_it_is_awaited CHECK ((answer_due IS NOT NULL) = (state = ANY (ARRAY['open'::text, 'reopened'::text]))),
    constraint an_answered_query_has_its_answer CHECK ((state <> ALL (ARRAY['answered'::text, 'reopened'::text, 'accepted'::text])) OR answered_at IS NOT NULL),
    constraint bill_query_case_no_check CHECK (length(case_no) >= 1 AND length(case_no) <= 40),
    constraint bill_query_kind_check CHECK (kind = ANY (ARRAY['amount'::text, 'reading'::text, 'tariff'::text, 'period'::text, 'duplicate'::text, 'payment'::text, 'eInvoice'::text, 'other'::text])),
    constraint bill_query_line_check CHECK (line >= 1),
    constraint bill_query_state_check CHECK (state = ANY (ARRAY['open'::text, 'answered'::text, 'reopened'::text, 'accepted'::text, 'closed'::text, 'withdrawn'::text])),
    constraint bill_query_version_check CHECK (version >= 1)
);
CREATE INDEX all_queries_by_answer ON bill_query USING btree (COALESCE(answer_due, '9999-12-31'::date), query_id);
CREATE INDEX all_queries_by_time ON bill_query USING btree (opened_at, query_id);
CREATE UNIQUE INDEX one_open_query_of_a_bill ON bill_query USING btree (bulk_id, invoice_no) WHERE query_is_open(state);
CREATE INDEX open_queries ON bill_query USING btree (query_id) WHERE query_is_open(state);
CREATE INDEX queries_by_answer ON bill_query USING btree (bulk_id, COALESCE(answer_due, 'infinity'::date), query_id);
CREATE INDEX queries_by_time ON bill_query USING btree (bulk_id, opened_at, query_id);
CREATE TRIGGER bills_of_query_held AFTER INSERT OR UPDATE OF state ON bill_query FOR EACH ROW EXECUTE FUNCTION hold_bills_of_query();

create table bill_total (
    bulk_id text not null,
    bill_batch_id text not null,
    extraction_date date not null,
    invoice_month date not null,
    due_date date,
    standing text not null,
    disable_payment boolean not null,
    bills bigint not null,
    credits bigint not null,
    amount numeric(20,2) not null,
    current_charge numeric(20,2) not null,
    outstanding_amount numeric(20,2) not null,
    with_charges bigint not null,
    charges numeric(20,2) not null,
    is_folded boolean not null default false,
    kwh numeric(20,2) not null default 0,
    closed text,
    counted bigint not null default 0,
    cost numeric(20,2) not null default 0
);
CREATE INDEX bill_totals_by_due_date ON bill_total USING btree (due_date) WHERE standing = 'payable'::text;
CREATE INDEX totals_of_bulk ON bill_total USING btree (bulk_id);
CREATE INDEX totals_to_fold ON bill_total USING btree (bulk_id) WHERE NOT is_folded;

create table billed_account (
    bulk_id text not null,
    bill_batch_id text not null,
    account_no text not null,
    unpaid integer not null,
    payable integer not null,
    constraint billed_account_pkey PRIMARY KEY (bulk_id, bill_batch_id, account_no),
    constraint billed_account_check CHECK (payable >= 0 AND payable <= unpaid),
    constraint billed_account_unpaid_check CHECK (unpaid > 0)
);

create table billed_account_change (
    bulk_id text not null,
    bill_batch_id text not null,
    account_no text not null,
    unpaid integer not null,
    payable integer not null
);
CREATE INDEX account_changes_of_bulk ON billed_account_change USING btree (bulk_id);

create table billed_accounts (
    bulk_id text not null,
    bill_batch_id text not null,
    unpaid bigint not null,
    payable bigint not null,
    constraint billed_accounts_pkey PRIMARY KEY (bulk_id, bill_batch_id)
);

create table breach (
    breach_no bigint not null generated always as identity,
    version integer not null default 1,
    reminders text[] not null default '{}'::text[],
    constraint breach_pkey PRIMARY KEY (breach_no),
    constraint breach_version_check CHECK (version >= 1)
);
CREATE TRIGGER append_only BEFORE DELETE ON breach FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON breach FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table breach_version (
    breach_no bigint not null,
    version integer not null,
    known_at timestamp with time zone not null,
    summary text not null,
    data text not null,
    persons bigint,
    causes text not null,
    measures text not null,
    is_harm_likely boolean not null,
    commissioner_due timestamp with time zone,
    commissioner_notified_at timestamp with time zone,
    persons_due timestamp with time zone,
    persons_notified_at timestamp with time zone,
    reason text,
    recorded_by uuid not null,
    recorded_at timestamp with time zone not null,
    is_cyber_incident boolean not null default false,
    cyber_notified_at timestamp with time zone,
    cyber_particulars_due timestamp with time zone,
    cyber_particulars_at timestamp with time zone,
    cyber_supplement_due timestamp with time zone,
    cyber_supplement_at timestamp with time zone,
    constraint breach_version_pkey PRIMARY KEY (breach_no, version),
    constraint breach_version_breach_no_fkey FOREIGN KEY (breach_no) REFERENCES breach(breach_no),
    constraint breach_version_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES person(person_id),
    constraint a_correction_has_its_reason CHECK ((version = 1) = (reason IS NULL)),
    constraint an_incident_has_its_deadlines CHECK (is_cyber_incident = (cyber_particulars_due IS NOT NULL) AND is_cyber_incident = (cyber_supplement_due IS NOT NULL)),
    constraint breach_version_causes_check CHECK (length(causes) >= 1 AND length(causes) <= 4000),
    constraint breach_version_check1 CHECK (commissioner_notified_at >= known_at),
    constraint breach_version_check2 CHECK (persons_notified_at >= known_at),
    constraint breach_version_check3 CHECK (cyber_notified_at >= known_at),
    constraint breach_version_check4 CHECK (cyber_particulars_at >= known_at),
    constraint breach_version_check5 CHECK (cyber_supplement_at >= known_at),
    constraint breach_version_data_check CHECK (length(data) >= 1 AND length(data) <= 4000),
    constraint breach_version_measures_check CHECK (length(measures) >= 1 AND length(measures) <= 4000),
    constraint breach_version_persons_check CHECK (persons >= 0 AND persons <= 100000000),
    constraint breach_version_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 4000),
    constraint breach_version_summary_check CHECK (length(summary) >= 1 AND length(summary) <= 200),
    constraint breach_version_version_check CHECK (version >= 1),
    constraint likely_harm_is_told CHECK (is_harm_likely = (persons_due IS NOT NULL)),
    constraint the_commissioner_is_told_of_harm CHECK (persons_due IS NULL OR commissioner_due IS NOT NULL)
);
CREATE INDEX breaches_by_time ON breach_version USING btree (known_at, breach_no, version);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON breach_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON breach_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table bulk_account (
    bulk_id text not null,
    company_name text not null,
    registration_no text not null,
    business_type smallint not null,
    registration_status smallint not null default 7,
    created_at timestamp with time zone not null,
    details jsonb not null default '{}'::jsonb,
    version integer not null default 1,
    repeats_company boolean not null default false,
    constraint bulk_account_pkey PRIMARY KEY (bulk_id),
    constraint bulk_account_bulk_id_check CHECK (bulk_id ~ '^30[0-9]{8}$'::text),
    constraint bulk_account_business_type_check CHECK (business_type = ANY (ARRAY[1, 2])),
    constraint bulk_account_registration_status_check CHECK (registration_status >= 1 AND registration_status <= 7 OR registration_status = 999)
);
CREATE INDEX bulk_accounts_by_part ON bulk_account USING gin (company_name gin_trgm_ops, registration_no gin_trgm_ops, bulk_id gin_trgm_ops);
CREATE INDEX bulk_accounts_of_company_no ON bulk_account USING btree (company_no(registration_no));
CREATE INDEX bulk_accounts_of_old_number ON bulk_account USING btree (old_company_no(registration_no));
CREATE UNIQUE INDEX one_bulk_account_of_a_company ON bulk_account USING btree (company_no(registration_no)) WHERE NOT repeats_company;
CREATE UNIQUE INDEX one_bulk_account_of_an_old_number ON bulk_account USING btree (old_company_no(registration_no)) WHERE NOT repeats_company AND company_no(registration_no) IS NULL;

create table charge_kind (
    kind text not null,
    from_day date not null,
    to_day date,
    name_en text not null,
    name_ms text not null,
    role text not null,
    sign text not null,
    unit text,
    in_fund_base boolean not null,
    in_consumption boolean not null,
    constraint charge_kind_pkey PRIMARY KEY (kind, from_day),
    constraint charge_kind_check CHECK (to_day >= from_day),
    constraint charge_kind_kind_check CHECK (octet_length(kind) >= 1 AND octet_length(kind) <= 32),
    constraint charge_kind_name_en_check CHECK (length(name_en) >= 1 AND length(name_en) <= 60),
    constraint charge_kind_name_ms_check CHECK (length(name_ms) >= 1 AND length(name_ms) <= 60),
    constraint charge_kind_role_check CHECK (role = ANY (ARRAY['energy'::text, 'demand'::text, 'fixed'::text, 'adjustment'::text, 'green'::text, 'fund'::text, 'tax'::text, 'credit'::text, 'export'::text, 'oneOff'::text, 'deposit'::text, 'late'::text, 'rounding'::text])),
    constraint charge_kind_sign_check CHECK (sign = ANY (ARRAY['plus'::text, 'minus'::text, 'any'::text])),
    constraint charge_kind_unit_check CHECK (unit = ANY (ARRAY['kwh'::text, 'kw'::text, 'month'::text, 'percent'::text]))
);
CREATE TRIGGER deleted_kinds_marked AFTER DELETE ON charge_kind REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_to_audit();
CREATE TRIGGER inserted_kinds_marked AFTER INSERT ON charge_kind REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_to_audit();
CREATE TRIGGER updated_kinds_marked AFTER UPDATE ON charge_kind REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_to_audit();

create table cost_centre (
    bulk_id text not null,
    code text collate "C" not null,
    name text not null,
    is_active boolean not null default true,
    constraint cost_centre_pkey PRIMARY KEY (bulk_id, code),
    constraint cost_centre_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint cost_centre_code_check CHECK (code ~ '^[A-Z0-9][A-Z0-9./_-]{0,19}$'::text),
    constraint cost_centre_name_check CHECK (length(TRIM(BOTH FROM name)) >= 1 AND length(TRIM(BOTH FROM name)) <= 60)
);

create table customer_view (
    view_id uuid not null,
    session_id uuid not null,
    bulk_id text not null,
    entered_at timestamp with time zone not null,
    left_at timestamp with time zone,
    constraint customer_view_pkey PRIMARY KEY (view_id),
    constraint customer_view_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint customer_view_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(session_id) ON DELETE CASCADE,
    constraint views_end_after_they_began CHECK (left_at >= entered_at)
);
CREATE UNIQUE INDEX one_open_view ON customer_view USING btree (session_id, bulk_id) WHERE left_at IS NULL;

create table data_request (
    request_no bigint not null generated always as identity,
    kind text not null,
    state text not null,
    version integer not null default 1,
    channel text not null,
    person_id uuid,
    person_name text not null,
    email text,
    request_text text not null,
    received_on date not null,
    due_on date not null,
    recorded_by uuid not null,
    recorded_at timestamp with time zone not null,
    extended_by uuid,
    extended_at timestamp with time zone,
    extension_reason text,
    ended_by uuid,
    ended_at timestamp with time zone,
    answer text,
    reminded_days smallint,
    constraint data_request_pkey PRIMARY KEY (request_no),
    constraint data_request_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES person(person_id),
    constraint data_request_extended_by_fkey FOREIGN KEY (extended_by) REFERENCES person(person_id),
    constraint data_request_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint data_request_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES person(person_id),
    constraint a_request_has_an_end_once_it_ended CHECK ((ended_at IS NULL) = data_request_is_open(state) AND (ended_by IS NULL) = (ended_at IS NULL)),
    constraint a_request_in_the_portal_has_its_user CHECK (channel <> 'portal'::text OR person_id IS NOT NULL),
    constraint an_answer_has_its_text CHECK ((state <> ALL (ARRAY['answered'::text, 'refused'::text])) OR answer IS NOT NULL),
    constraint an_extended_request_has_its_extension CHECK (state <> 'extended'::text OR extended_at IS NOT NULL),
    constraint an_extension_has_its_reason CHECK (num_nonnulls(extended_by, extended_at, extension_reason) = ANY (ARRAY[0, 3])),
    constraint data_request_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 4000),
    constraint data_request_channel_check CHECK (channel = ANY (ARRAY['portal'::text, 'letter'::text, 'email'::text, 'telephone'::text])),
    constraint data_request_check CHECK (due_on > received_on),
    constraint data_request_email_check CHECK (email = lower(email)),
    constraint data_request_extension_reason_check CHECK (length(extension_reason) >= 1 AND length(extension_reason) <= 4000),
    constraint data_request_kind_check CHECK (kind = ANY (ARRAY['access'::text, 'correction'::text, 'erasure'::text, 'portability'::text, 'consent'::text, 'objection'::text])),
    constraint data_request_person_name_check CHECK (length(person_name) >= 1 AND length(person_name) <= 200),
    constraint data_request_request_text_check CHECK (length(request_text) >= 1 AND length(request_text) <= 4000),
    constraint data_request_state_check CHECK (state = ANY (ARRAY['open'::text, 'extended'::text, 'answered'::text, 'refused'::text, 'withdrawn'::text])),
    constraint data_request_version_check CHECK (version >= 1)
);
CREATE INDEX data_requests_by_deadline ON data_request USING btree (due_on, request_no);
CREATE INDEX data_requests_by_receipt ON data_request USING btree (received_on, request_no);
CREATE INDEX data_requests_of_person ON data_request USING btree (person_id, request_no) WHERE person_id IS NOT NULL;
CREATE UNIQUE INDEX one_open_request_of_a_kind ON data_request USING btree (person_id, kind) WHERE channel = 'portal'::text AND data_request_is_open(state);
CREATE INDEX open_data_requests ON data_request USING btree (due_on) WHERE data_request_is_open(state);

create table deposit (
    deposit_no text not null,
    account_no text not null,
    kind text not null,
    amount numeric(16,2) not null,
    since date not null,
    until date,
    bank text,
    returned_on date,
    told_until date,
    constraint deposit_pkey PRIMARY KEY (deposit_no),
    constraint deposit_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint a_deposit_ends_after_it_begins CHECK (until >= since AND returned_on >= since),
    constraint deposit_amount_check CHECK (amount > 0::numeric),
    constraint deposit_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 100),
    constraint deposit_deposit_no_check CHECK (length(deposit_no) >= 1 AND length(deposit_no) <= 40),
    constraint deposit_kind_check CHECK (kind = ANY (ARRAY['cash'::text, 'bankGuarantee'::text])),
    constraint only_a_guarantee_has_a_bank_and_an_end CHECK (kind = 'bankGuarantee'::text OR until IS NULL AND bank IS NULL)
);
CREATE INDEX deposits_of_account ON deposit USING btree (account_no);
CREATE INDEX guarantees_by_end ON deposit USING btree (until) WHERE until IS NOT NULL AND returned_on IS NULL;

create table download (
    download_id uuid not null,
    person_id uuid not null,
    bulk_id text,
    name text not null,
    what jsonb not null,
    language text not null,
    state text not null,
    attempt integer not null default 0,
    done bigint not null default 0,
    total bigint not null,
    code text,
    file_id uuid,
    bytes bigint,
    sha256 bytea,
    requested_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    slot smallint,
    begun bigint,
    attempts_before integer not null default 0,
    constraint download_pkey PRIMARY KEY (download_id),
    constraint download_file_id_key UNIQUE (file_id),
    constraint download_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint download_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint a_download_has_a_language CHECK (is_language(language)),
    constraint download_bytes_check CHECK (bytes >= 0),
    constraint download_check CHECK ((state = 'ready'::text) = (file_id IS NOT NULL)),
    constraint download_check1 CHECK ((state = 'failed'::text) = (code IS NOT NULL)),
    constraint download_check2 CHECK ((file_id IS NULL) = (bytes IS NULL) AND (file_id IS NULL) = (sha256 IS NULL)),
    constraint download_done_check CHECK (done >= 0),
    constraint download_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
    constraint download_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'failed'::text])),
    constraint download_total_check CHECK (total >= 0)
);
CREATE INDEX download_by_expiry ON download USING btree (expires_at);
CREATE INDEX download_by_person ON download USING btree (person_id, requested_at DESC);
CREATE INDEX download_by_tenant ON download USING btree (bulk_id) WHERE state = ANY (ARRAY['waiting'::text, 'running'::text]);
CREATE INDEX downloads_by_begin ON download USING btree (person_id, begun DESC) WHERE begun IS NOT NULL;
CREATE INDEX downloads_to_make ON download USING btree (person_id, requested_at) WHERE state = ANY (ARRAY['waiting'::text, 'running'::text]);

create table due_reminder (
    bulk_id text not null,
    due_date date not null,
    days bigint not null,
    reminded_at timestamp with time zone not null,
    constraint due_reminder_pkey PRIMARY KEY (bulk_id, due_date, days),
    constraint due_reminder_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id)
);

create table electricity_account (
    account_no text not null,
    bulk_id text not null,
    reference_id text,
    group_id uuid,
    tagged_at timestamp with time zone not null,
    constraint electricity_account_pkey PRIMARY KEY (account_no),
    constraint electricity_account_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint electricity_account_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint electricity_account_bulk_id_group_id_fkey FOREIGN KEY (bulk_id, group_id) REFERENCES account_group(bulk_id, group_id),
    constraint electricity_account_reference_id_check CHECK (length(reference_id) >= 1 AND length(reference_id) <= 16)
);
CREATE INDEX accounts_of_bulk ON electricity_account USING btree (bulk_id, account_no);
CREATE INDEX accounts_of_group ON electricity_account USING btree (bulk_id, group_id);
CREATE INDEX references_by_part ON electricity_account USING gin (reference_id gin_trgm_ops);
CREATE TRIGGER deleted_accounts_added_up AFTER DELETE ON electricity_account REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_accounts();
CREATE TRIGGER inserted_accounts_added_up AFTER INSERT ON electricity_account REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_accounts();
CREATE TRIGGER settlement_parts_leave AFTER DELETE ON electricity_account FOR EACH ROW EXECUTE FUNCTION settlement_parts_leave_company();
CREATE TRIGGER updated_accounts_added_up AFTER UPDATE ON electricity_account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_accounts();

create table emission_factor (
    region text not null,
    from_day date not null,
    published date not null,
    factor numeric(7,6) not null,
    source text not null,
    is_provisional boolean not null,
    constraint emission_factor_pkey PRIMARY KEY (region, from_day, published),
    constraint emission_factor_factor_check CHECK (factor > 0::numeric AND factor <= 5::numeric),
    constraint emission_factor_region_check CHECK (region = ANY (ARRAY['peninsular'::text, 'sabah'::text, 'sarawak'::text])),
    constraint emission_factor_source_check CHECK (length(source) >= 1 AND length(source) <= 300)
);

create table energy_certificate (
    certificate_no text not null,
    account_no text not null,
    from_day date not null,
    to_day date not null,
    kwh numeric(14,2) not null,
    source text not null,
    delivered_at timestamp with time zone not null default now(),
    withdrawn_at timestamp with time zone,
    constraint energy_certificate_pkey PRIMARY KEY (certificate_no),
    constraint energy_certificate_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint energy_certificate_certificate_no_check CHECK (length(certificate_no) >= 1 AND length(certificate_no) <= 60),
    constraint energy_certificate_check CHECK (to_day >= from_day),
    constraint energy_certificate_kwh_check CHECK (kwh > 0::numeric),
    constraint energy_certificate_source_check CHECK (length(source) >= 1 AND length(source) <= 300)
);
CREATE INDEX certificates_of_account ON energy_certificate USING btree (account_no);

create table erasure_proposal (
    person_id uuid not null,
    reason text not null,
    proposed_by uuid not null,
    proposed_at timestamp with time zone not null,
    constraint erasure_proposal_pkey PRIMARY KEY (person_id),
    constraint erasure_proposal_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint erasure_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES person(person_id),
    constraint nobody_erases_themselves CHECK (person_id <> proposed_by)
);
CREATE INDEX erasure_proposals_by_officer ON erasure_proposal USING btree (proposed_by);

create table fact (
    fact_id bigint not null generated always as identity,
    subject text collate "C" not null,
    place integer not null,
    kind text not null,
    data jsonb not null,
    about text not null,
    bulk_id text,
    actor_id uuid,
    actor_name text not null,
    acting_role text,
    address text,
    device text,
    happened_at timestamp with time zone not null,
    previous bytea,
    hash bytea not null,
    form smallint not null default 1,
    kept jsonb,
    actor_salt bytea,
    content_salt bytea,
    actor_digest bytea,
    content_digest bytea,
    actor_erased_by bigint,
    content_erased_by bigint,
    constraint fact_pkey PRIMARY KEY (fact_id),
    constraint fact_subject_place_key UNIQUE (subject, place),
    constraint fact_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES person(person_id),
    constraint fact_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint fact_actor_digest_check CHECK (length(actor_digest) = 32),
    constraint fact_actor_salt_check CHECK (length(actor_salt) = 32),
    constraint fact_content_digest_check CHECK (length(content_digest) = 32),
    constraint fact_content_salt_check CHECK (length(content_salt) = 32),
    constraint fact_form_check CHECK (form = ANY (ARRAY[1, 2]))
);
CREATE UNIQUE INDEX a_payment_begins_once ON fact USING btree (subject) WHERE kind = ANY (ARRAY['PaymentSubmitted'::text, 'FpxStarted'::text]);
CREATE UNIQUE INDEX a_version_is_decided_once ON fact USING btree (subject, kind, (((data -> 'after'::text) ->> 'version'::text)::integer)) WHERE kind = ANY (ARRAY['PaymentAccepted'::text, 'PaymentRejected'::text, 'InsufficientRequested'::text, 'OverpaymentRequested'::text, 'PaymentPosted'::text, 'FpxApproved'::text]);
CREATE INDEX accounts_processed ON fact USING btree (bulk_id) WHERE kind = 'AccountsProcessed'::text;
CREATE INDEX facts_about ON fact USING btree (about);
CREATE INDEX facts_by_part ON fact USING gin (about gin_trgm_ops, actor_name gin_trgm_ops);
CREATE INDEX facts_by_time ON fact USING btree (happened_at DESC, fact_id DESC) INCLUDE (bulk_id, kind, actor_id, acting_role, subject);
CREATE INDEX facts_of_actor ON fact USING btree (actor_id, happened_at DESC, fact_id DESC) INCLUDE (bulk_id, kind, acting_role, subject);
CREATE INDEX facts_of_appointments ON fact USING btree (fact_id) WHERE kind = ANY (ARRAY['StaffAdded'::text, 'StaffChanged'::text]);
CREATE INDEX facts_of_bulk ON fact USING btree (bulk_id, happened_at DESC, fact_id DESC) INCLUDE (kind, actor_id, acting_role, subject);
CREATE TRIGGER append_only BEFORE DELETE ON fact FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON fact FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_except_erasure BEFORE UPDATE ON fact FOR EACH ROW EXECUTE FUNCTION refuse_change_of_fact();
CREATE TRIGGER chained BEFORE INSERT ON fact FOR EACH ROW EXECUTE FUNCTION chain_fact();

create table fact_check (
    day date not null,
    checked_at timestamp with time zone not null,
    facts bigint not null,
    broken bigint not null,
    findings text[] not null,
    constraint fact_check_pkey PRIMARY KEY (day)
);

create table fact_seal (
    day date not null,
    through bigint not null,
    facts bigint not null,
    sealed_at timestamp with time zone not null,
    previous bytea,
    hash bytea not null,
    root bytea,
    constraint fact_seal_pkey PRIMARY KEY (day),
    constraint fact_seal_root_check CHECK (length(root) = 32)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON fact_seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON fact_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table fact_seal_check (
    day date not null,
    checked_at timestamp with time zone not null,
    facts bigint not null,
    broken bigint not null,
    findings text[] not null,
    constraint fact_seal_check_pkey PRIMARY KEY (day)
);
CREATE INDEX fact_seals_to_check ON fact_seal_check USING btree (checked_at);

create table factor (
    factor_id uuid not null,
    person_id uuid not null,
    kind text not null,
    name text not null,
    added_at timestamp with time zone not null,
    last_used_at timestamp with time zone,
    secret bytea,
    last_step bigint,
    credential_id bytea,
    credential jsonb,
    used_steps bigint[] not null default '{}'::bigint[],
    constraint factor_pkey PRIMARY KEY (factor_id),
    constraint factor_credential_id_key UNIQUE (credential_id),
    constraint factor_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint a_passkey_has_a_credential CHECK ((kind = 'passkey'::text) = (credential_id IS NOT NULL) AND (kind = 'passkey'::text) = (credential IS NOT NULL)),
    constraint an_app_has_a_secret CHECK ((kind = 'totp'::text) = (secret IS NOT NULL)),
    constraint factor_kind_check CHECK (kind = ANY (ARRAY['passkey'::text, 'totp'::text])),
    constraint factor_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
    constraint only_an_app_has_a_step CHECK (kind = 'totp'::text OR last_step IS NULL),
    constraint only_an_app_has_used_steps CHECK (kind = 'totp'::text OR used_steps = '{}'::bigint[])
);
CREATE INDEX factors_of_person ON factor USING btree (person_id, added_at);

create table factor_challenge (
    handle_hash bytea not null,
    purpose text not null,
    person_id uuid,
    session_id uuid,
    address text not null,
    device text not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    secret bytea,
    passkey_state jsonb,
    constraint factor_challenge_pkey PRIMARY KEY (handle_hash),
    constraint factor_challenge_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint factor_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(session_id) ON DELETE CASCADE,
    constraint a_new_app_has_a_secret CHECK ((purpose = 'totp'::text) = (secret IS NOT NULL)),
    constraint a_passkey_names_its_user CHECK ((purpose = 'passkeySignIn'::text) = (person_id IS NULL)),
    constraint a_signed_in_user_has_a_session CHECK ((purpose = ANY (ARRAY['proof'::text, 'totp'::text, 'passkey'::text])) = (session_id IS NOT NULL)),
    constraint factor_challenge_purpose_check CHECK (purpose = ANY (ARRAY['signIn'::text, 'passkeySignIn'::text, 'proof'::text, 'totp'::text, 'passkey'::text]))
);
CREATE INDEX factor_challenges_by_time ON factor_challenge USING btree (expires_at);
CREATE INDEX factor_challenges_of_person ON factor_challenge USING btree (person_id);
CREATE INDEX factor_challenges_of_session ON factor_challenge USING btree (session_id) WHERE session_id IS NOT NULL;

create table factor_policy (
    bulk_id text not null,
    roles text[] not null,
    required_from date not null,
    constraint factor_policy_pkey PRIMARY KEY (bulk_id),
    constraint factor_policy_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint factor_policy_roles_check CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['master'::text, 'member'::text, 'viewer'::text])
);

create table factor_reset (
    person_id uuid not null,
    reason text not null,
    proposed_by uuid not null,
    proposed_at timestamp with time zone not null,
    confirmed_by uuid,
    due_at timestamp with time zone,
    constraint factor_reset_pkey PRIMARY KEY (person_id),
    constraint factor_reset_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES person(person_id),
    constraint factor_reset_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint factor_reset_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES person(person_id),
    constraint a_confirmed_reset_is_due CHECK ((confirmed_by IS NULL) = (due_at IS NULL)),
    constraint a_reset_has_two_officers CHECK (confirmed_by <> proposed_by),
    constraint nobody_resets_their_own_factors CHECK (person_id <> proposed_by AND person_id <> confirmed_by)
);
CREATE INDEX factor_resets_by_proposer ON factor_reset USING btree (proposed_by);

create table feed_import (
    import_id bigint not null generated always as identity,
    kind text not null,
    file_name text not null,
    began_at timestamp with time zone not null default now(),
    touched_at timestamp with time zone not null default now(),
    ended_at timestamp with time zone,
    row_count bigint not null default 0,
    new_count bigint not null default 0,
    changed_count bigint not null default 0,
    unchanged_count bigint not null default 0,
    rejected_count bigint not null default 0,
    problem text,
    constraint feed_import_pkey PRIMARY KEY (import_id),
    constraint feed_import_file_name_check CHECK (length(file_name) >= 1 AND length(file_name) <= 255),
    constraint feed_import_kind_check CHECK (kind = ANY (ARRAY['accounts'::text, 'bills'::text, 'charges'::text, 'kinds'::text, 'prices'::text, 'factors'::text, 'certificates'::text, 'settlements'::text, 'deposits'::text, 'companies'::text, 'users'::text, 'groups'::text, 'references'::text, 'paymentHistory'::text])),
    constraint feed_import_problem_check CHECK (length(problem) <= 1000),
    constraint only_what_has_ended_failed CHECK (problem IS NULL OR ended_at IS NOT NULL)
);

create table feed_rejected (
    import_id bigint not null,
    line bigint not null,
    number text,
    reason text not null,
    constraint feed_rejected_pkey PRIMARY KEY (import_id, line),
    constraint feed_rejected_import_id_fkey FOREIGN KEY (import_id) REFERENCES feed_import(import_id) ON DELETE CASCADE,
    constraint feed_rejected_number_check CHECK (length(number) <= 40),
    constraint feed_rejected_reason_check CHECK (length(reason) <= 500)
);

create table finding (
    bulk_id text not null,
    finding_id bigint not null generated always as identity,
    invoice_no text not null,
    rule text not null,
    account_no text not null,
    bill_batch_id text not null,
    invoice_date date not null,
    state text not null,
    evidence jsonb not null,
    at_stake numeric(16,2) not null,
    proof text,
    found_at timestamp with time zone not null,
    is_announced boolean not null default false,
    was_dismissed boolean not null default false,
    decided_by uuid,
    decided_at timestamp with time zone,
    reason text,
    query_id uuid,
    constraint finding_pkey PRIMARY KEY (bulk_id, finding_id),
    constraint one_finding_of_a_rule_on_a_bill UNIQUE (bulk_id, invoice_no, rule),
    constraint finding_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint finding_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(person_id),
    constraint finding_invoice_no_fkey FOREIGN KEY (invoice_no) REFERENCES bill(invoice_no) ON DELETE CASCADE,
    constraint finding_query_id_fkey FOREIGN KEY (query_id) REFERENCES bill_query(query_id),
    constraint a_decision_has_a_user_and_a_time CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
    constraint a_dismissed_finding_has_a_reason CHECK (state <> 'dismissed'::text OR was_dismissed AND decided_by IS NOT NULL AND reason IS NOT NULL),
    constraint an_asked_finding_has_its_query CHECK ((state <> ALL (ARRAY['asked'::text, 'answered'::text])) OR query_id IS NOT NULL),
    constraint finding_evidence_check CHECK (jsonb_typeof(evidence) = 'object'::text),
    constraint finding_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500),
    constraint finding_state_check CHECK (state = ANY (ARRAY['open'::text, 'dismissed'::text, 'asked'::text, 'answered'::text, 'settled'::text, 'withdrawn'::text]))
);
CREATE INDEX findings_by_account ON finding USING btree (bulk_id, account_no, finding_id);
CREATE INDEX findings_by_invoice_date ON finding USING btree (bulk_id, invoice_date, finding_id);
CREATE INDEX findings_by_rule ON finding USING btree (bulk_id, rule, finding_id);
CREATE INDEX findings_by_stake ON finding USING btree (bulk_id, at_stake, finding_id);
CREATE INDEX findings_by_state ON finding USING btree (bulk_id, state, at_stake, finding_id);
CREATE INDEX findings_by_time ON finding USING btree (bulk_id, found_at, finding_id);
CREATE INDEX findings_of_bill ON finding USING btree (invoice_no);
CREATE INDEX findings_of_query ON finding USING btree (query_id) WHERE query_id IS NOT NULL;
CREATE INDEX findings_to_announce ON finding USING btree (bulk_id, bill_batch_id) WHERE NOT is_announced;

create table fpx_alert (
    alert_id bigint not null generated always as identity,
    at timestamp with time zone not null,
    order_no text not null,
    settled_at timestamp with time zone,
    reason text not null,
    value text not null default ''::text,
    amount numeric(16,2),
    payment_id uuid,
    constraint fpx_alert_pkey PRIMARY KEY (alert_id),
    constraint an_alert_is_raised_once UNIQUE (order_no, reason, value),
    constraint fpx_alert_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
    constraint alert_reasons CHECK (reason = ANY (ARRAY['lateApproval'::text, 'paidTwice'::text, 'paidElsewhere'::text, 'paidAndCarried'::text, 'answerCode'::text, 'otherField'::text, 'malformed'::text, 'unanswered'::text]))
);
CREATE INDEX open_alerts ON fpx_alert USING btree (at DESC, alert_id DESC) WHERE settled_at IS NULL;

create table fpx_bank (
    bank_id text not null,
    name text not null,
    online boolean not null,
    fetched_at timestamp with time zone not null,
    constraint fpx_bank_pkey PRIMARY KEY (bank_id)
);

create table fpx_message (
    message_id bigint not null generated always as identity,
    at timestamp with time zone not null,
    way text not null,
    order_no text,
    raw text not null,
    verdict text not null,
    confirmed_amount numeric(16,2),
    key_id text,
    constraint fpx_message_pkey PRIMARY KEY (message_id)
);
CREATE UNIQUE INDEX an_order_is_confirmed_once ON fpx_message USING btree (order_no) WHERE confirmed_amount IS NOT NULL;
CREATE INDEX messages_of_order ON fpx_message USING btree (order_no);
CREATE INDEX signed_messages_without_order ON fpx_message USING btree (message_id) WHERE order_no IS NULL AND key_id IS NOT NULL;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON fpx_message FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON fpx_message FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table fpx_rejected (
    place smallint not null,
    at timestamp with time zone not null,
    way text not null,
    verdict text not null,
    network text not null,
    bytes integer not null,
    raw text not null,
    constraint fpx_rejected_pkey PRIMARY KEY (place),
    constraint fpx_rejected_network_check CHECK (length(network) <= 64),
    constraint fpx_rejected_place_check CHECK (place >= 0 AND place <= 999),
    constraint fpx_rejected_raw_check CHECK (length(raw) <= 2048)
);

create table fpx_request (
    payment_id uuid not null,
    order_no text not null,
    fields jsonb not null,
    sent_at timestamp with time zone not null,
    next_requery_at timestamp with time zone,
    requeries integer not null default 0,
    last_requery_at timestamp with time zone,
    fpx_txn_id text,
    fpx_txn_time text,
    heard_code text,
    heard_at timestamp with time zone,
    credit_code text,
    given_up_at timestamp with time zone,
    tenant text not null,
    asking_until timestamp with time zone,
    constraint fpx_request_pkey PRIMARY KEY (payment_id),
    constraint fpx_request_order_no_key UNIQUE (order_no),
    constraint fpx_request_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id)
);
CREATE INDEX requeries_due ON fpx_request USING btree (next_requery_at) WHERE next_requery_at IS NOT NULL;
CREATE TRIGGER fill_tenant BEFORE INSERT ON fpx_request FOR EACH ROW WHEN (new.tenant IS NULL) EXECUTE FUNCTION fill_tenant_of_payment();

create table government_notice (
    person_id uuid not null,
    asked_at timestamp with time zone not null,
    on_day date not null,
    sent_at timestamp with time zone,
    constraint government_notice_pkey PRIMARY KEY (person_id),
    constraint government_notice_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);

create table group_coding_part (
    bulk_id text not null,
    group_id uuid not null,
    code text collate "C" not null,
    share integer not null,
    ledger_account text not null,
    constraint group_coding_part_pkey PRIMARY KEY (bulk_id, group_id, code),
    constraint coded_groups_use_the_cost_centre FOREIGN KEY (bulk_id, code) REFERENCES cost_centre(bulk_id, code),
    constraint group_coding_part_bulk_id_group_id_fkey FOREIGN KEY (bulk_id, group_id) REFERENCES account_group(bulk_id, group_id) ON DELETE CASCADE,
    constraint group_coding_part_ledger_account_check CHECK (length(ledger_account) >= 1 AND length(ledger_account) <= 20),
    constraint group_coding_part_share_check CHECK (share >= 1 AND share <= 10000)
);
CREATE INDEX group_parts_of_cost_centre ON group_coding_part USING btree (bulk_id, code);

create table invitation (
    invitation_id uuid not null,
    bulk_id text not null,
    email text not null,
    nickname text,
    role text not null,
    make_payments boolean not null,
    manage_accounts boolean not null,
    invited_by uuid not null,
    invited_at timestamp with time zone not null,
    sent_at timestamp with time zone not null,
    accepted_at timestamp with time zone,
    withdrawn_at timestamp with time zone,
    constraint invitation_pkey PRIMARY KEY (invitation_id),
    constraint invitation_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES person(person_id),
    constraint invitation_email_check CHECK (email = lower(email)),
    constraint invitation_role_check CHECK (role = ANY (ARRAY['member'::text, 'viewer'::text]))
);
CREATE UNIQUE INDEX one_open_invitation ON invitation USING btree (bulk_id, email) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

create table known_device (
    token_hash bytea not null,
    person_id uuid not null,
    first_used_at timestamp with time zone not null,
    last_used_at timestamp with time zone not null,
    constraint known_device_pkey PRIMARY KEY (token_hash, person_id),
    constraint known_device_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX known_devices_by_time ON known_device USING btree (last_used_at);
CREATE INDEX known_devices_of_person ON known_device USING btree (person_id, last_used_at);

create table late_decision (
    alert_id bigint not null,
    payment_id uuid not null,
    way text not null,
    amount numeric(16,2) not null,
    account_no text,
    reference text,
    decided_by uuid not null,
    decided_at timestamp with time zone not null,
    constraint late_decision_pkey PRIMARY KEY (alert_id),
    constraint late_decision_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint late_decision_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES fpx_alert(alert_id),
    constraint late_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(person_id),
    constraint late_decision_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
    constraint a_refund_has_its_number CHECK ((way = 'refund'::text) = (reference IS NOT NULL)),
    constraint an_account_is_named_to_be_credited CHECK ((way = 'account'::text) = (account_no IS NOT NULL)),
    constraint late_decision_amount_check CHECK (amount > 0::numeric),
    constraint late_decision_reference_check CHECK (length(reference) >= 1 AND length(reference) <= 40),
    constraint late_decision_way_check CHECK (way = ANY (ARRAY['bills'::text, 'account'::text, 'refund'::text]))
);
CREATE UNIQUE INDEX late_money_pays_bills_once ON late_decision USING btree (payment_id) WHERE way = 'bills'::text;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON late_decision FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON late_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table late_proposal (
    alert_id bigint not null,
    way text not null,
    account_no text,
    reference text,
    proposed_by uuid not null,
    proposed_at timestamp with time zone not null,
    constraint late_proposal_pkey PRIMARY KEY (alert_id),
    constraint late_proposal_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES fpx_alert(alert_id),
    constraint late_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES person(person_id),
    constraint late_proposal_way_check CHECK (way = ANY (ARRAY['bills'::text, 'account'::text, 'refund'::text]))
);

create table link (
    token_hash bytea not null,
    kind text not null,
    person_id uuid,
    invitation_id uuid,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    used_at timestamp with time zone,
    constraint link_pkey PRIMARY KEY (token_hash),
    constraint link_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitation(invitation_id),
    constraint link_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint invitations_are_to_nobody_yet CHECK ((kind = 'invitation'::text) = (invitation_id IS NOT NULL) AND (kind = 'invitation'::text) = (person_id IS NULL)),
    constraint link_kind_check CHECK (kind = ANY (ARRAY['activation'::text, 'staffActivation'::text, 'reset'::text, 'staffReset'::text, 'invitation'::text]))
);
CREATE INDEX links_of_invitation ON link USING btree (invitation_id, created_at);
CREATE INDEX links_of_person ON link USING btree (person_id, kind, created_at);

create table login_attempts (
    email text not null,
    is_staff boolean not null,
    attempts integer not null,
    last_at timestamp with time zone not null,
    network text not null default ''::text,
    constraint login_attempts_pkey PRIMARY KEY (email, is_staff, network)
);
CREATE INDEX login_attempts_by_time ON login_attempts USING btree (last_at);

create table mail (
    mail_id uuid not null,
    recipient text not null,
    language text not null,
    subject text not null,
    body_text text,
    body_html text,
    created_at timestamp with time zone not null,
    accepted_at timestamp with time zone,
    attempts integer not null default 0,
    last_error text,
    mailbox_id uuid,
    stop_link text,
    constraint mail_pkey PRIMARY KEY (mail_id),
    constraint an_email_has_a_language CHECK (is_language(language)),
    constraint letters_are_kept_until_accepted CHECK (accepted_at IS NOT NULL OR body_text IS NOT NULL AND body_html IS NOT NULL)
);
CREATE INDEX mail_by_time ON mail USING btree (created_at DESC, mail_id);
CREATE INDEX mail_of_mailbox ON mail USING btree (mailbox_id, created_at DESC) WHERE mailbox_id IS NOT NULL;
CREATE INDEX unsent_mail ON mail USING btree (created_at) WHERE accepted_at IS NULL;

create table mailbox (
    bulk_id text not null,
    mailbox_id uuid not null,
    email text not null,
    language text not null,
    topics text[] not null,
    stopped_topics text[] not null default '{}'::text[],
    added_by uuid not null,
    added_at timestamp with time zone not null,
    confirmed_at timestamp with time zone,
    stopped_at timestamp with time zone,
    last_stopped_at timestamp with time zone,
    removed_at timestamp with time zone,
    constraint mailbox_pkey PRIMARY KEY (bulk_id, mailbox_id),
    constraint an_address_is_added_once UNIQUE (bulk_id, email),
    constraint mailbox_added_by_fkey FOREIGN KEY (added_by) REFERENCES person(person_id),
    constraint mailbox_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint mailbox_language_check CHECK (language = ANY (ARRAY['en'::text, 'ms'::text]))
);
CREATE INDEX mailboxes_by_person ON mailbox USING btree (added_by);

create table mailbox_link (
    token_hash bytea not null,
    bulk_id text not null,
    mailbox_id uuid not null,
    kind text not null,
    topic text,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    used_at timestamp with time zone,
    constraint mailbox_link_pkey PRIMARY KEY (token_hash),
    constraint mailbox_link_bulk_id_mailbox_id_fkey FOREIGN KEY (bulk_id, mailbox_id) REFERENCES mailbox(bulk_id, mailbox_id) ON DELETE CASCADE,
    constraint mailbox_link_kind_check CHECK (kind = ANY (ARRAY['confirm'::text, 'stop'::text]))
);
CREATE INDEX links_of_mailbox ON mailbox_link USING btree (bulk_id, mailbox_id, kind);
CREATE INDEX mailbox_links_by_expiry ON mailbox_link USING btree (expires_at);

create table method_window (
    method text not null,
    from_at timestamp with time zone not null,
    to_at timestamp with time zone not null,
    constraint method_window_pkey PRIMARY KEY (method),
    constraint method_window_check CHECK (to_at > from_at),
    constraint method_window_method_check CHECK (method = ANY (ARRAY['FPX'::text, 'EFT_GIRO'::text, 'EFT_RENTAS'::text, 'CHEQUE'::text]))
);

create table notification (
    notification_id bigint not null generated always as identity,
    fact_id bigint not null,
    person_id uuid not null,
    read_at timestamp with time zone,
    deleted_at timestamp with time zone,
    bulk_id text,
    about text not null,
    notified_at timestamp with time zone not null,
    emailed_at timestamp with time zone,
    constraint notification_pkey PRIMARY KEY (notification_id, notified_at),
    constraint notification_fact_id_person_id_notified_at_key UNIQUE (fact_id, person_id, notified_at),
    constraint notification_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint notification_fact_id_fkey FOREIGN KEY (fact_id) REFERENCES fact(fact_id),
    constraint notification_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
) partition by RANGE (notified_at);
CREATE INDEX notifications_about ON ONLY notification USING btree (person_id, about) WHERE deleted_at IS NULL;
CREATE INDEX notifications_deleted ON ONLY notification USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX notifications_of_person ON ONLY notification USING btree (person_id, notified_at DESC, notification_id DESC) INCLUDE (bulk_id) WHERE deleted_at IS NULL;
CREATE INDEX notifications_unread ON ONLY notification USING btree (person_id, notified_at DESC, notification_id DESC) INCLUDE (bulk_id) WHERE deleted_at IS NULL AND read_at IS NULL;

create table payment (
    payment_id uuid not null,
    transaction_no text not null,
    bulk_id text not null,
    method text not null,
    status smallint not null,
    amount numeric(16,2) not null,
    invoices integer not null,
    accounts integer not null,
    version integer not null default 1,
    bank_id text,
    bank_name text,
    requested_by uuid,
    requested_at timestamp with time zone not null,
    reconcile_type smallint,
    reconcile_amount numeric(16,2),
    paid_amount numeric(16,2),
    credit_account_no text,
    decided_by uuid,
    decided_at timestamp with time zone,
    bank_code text,
    posted_at timestamp with time zone,
    proposed_by uuid,
    proposed_at timestamp with time zone,
    remark text,
    group_no text,
    group_place integer,
    taken_over_at timestamp with time zone,
    taken_over_payer text,
    constraint payment_pkey PRIMARY KEY (payment_id),
    constraint payment_transaction_no_key UNIQUE (transaction_no),
    constraint a_payment_of_a_group_is_in_its_plan FOREIGN KEY (bulk_id, group_no, group_place) REFERENCES payment_group_part(bulk_id, group_no, place),
    constraint payment_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint payment_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES person(person_id),
    constraint payment_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES person(person_id),
    constraint payment_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES person(person_id),
    constraint a_payment_of_a_group_has_its_place CHECK ((group_no IS NULL) = (group_place IS NULL)),
    constraint a_payment_taken_over_has_ended CHECK (taken_over_at IS NULL OR (status = ANY (ARRAY[4, 5, 6, 11]))),
    constraint fpx_has_no_other_states CHECK (method <> 'FPX'::text OR (status = ANY (ARRAY[4, 5, 9, 10, 11]))),
    constraint only_a_payment_taken_over_has_no_user CHECK ((requested_by IS NULL) = (taken_over_at IS NOT NULL)),
    constraint only_a_payment_taken_over_has_that_payer CHECK (taken_over_payer IS NULL OR taken_over_at IS NOT NULL),
    constraint only_fpx_has_fpx_states CHECK (method = 'FPX'::text OR (status <> ALL (ARRAY[5, 9, 10, 11]))),
    constraint only_what_waits_is_proposed CHECK (proposed_by IS NULL OR payment_awaits_approval(status)),
    constraint paid_is_billed_and_reconciliation CHECK (paid_amount IS NULL OR paid_amount = (amount +
CASE reconcile_type
    WHEN 1 THEN - reconcile_amount
    WHEN 2 THEN reconcile_amount
    ELSE 0::numeric
END)),
    constraint payers_have_a_name CHECK (length(taken_over_payer) >= 1 AND length(taken_over_payer) <= 100),
    constraint payment_accounts_check CHECK (accounts > 0),
    constraint payment_amount_check CHECK (amount > 0::numeric),
    constraint payment_invoices_check CHECK (invoices > 0),
    constraint payment_method_check CHECK (method = ANY (ARRAY['FPX'::text, 'EFT_GIRO'::text, 'EFT_RENTAS'::text, 'CHEQUE'::text])),
    constraint payment_reconcile_amount_check CHECK (reconcile_amount > 0::numeric),
    constraint payment_reconcile_type_check CHECK (reconcile_type = ANY (ARRAY[1, 2])),
    constraint payment_remark_check CHECK (length(remark) >= 1 AND length(remark) <= 1000),
    constraint payment_status_check CHECK (status >= 2 AND status <= 11),
    constraint payment_transaction_no_check CHECK (transaction_no ~ '^P[0-9]{13}$'::text),
    constraint reconciliation_is_whole CHECK ((reconcile_type IS NULL) = (reconcile_amount IS NULL)),
    constraint whoever_proposed_is_known CHECK ((proposed_by IS NULL) = (proposed_at IS NULL))
);
CREATE INDEX payments_by_amount ON payment USING btree (amount DESC, transaction_no DESC);
CREATE INDEX payments_by_bank ON payment USING btree (bank_id, requested_at DESC, transaction_no DESC);
CREATE INDEX payments_by_method ON payment USING btree (method, requested_at DESC, transaction_no DESC);
CREATE INDEX payments_by_paid_amount ON payment USING btree (paid_amount) WHERE paid_amount IS NOT NULL;
CREATE INDEX payments_by_part_of_bank ON payment USING gin (bank_name gin_trgm_ops);
CREATE INDEX payments_by_part_of_number ON payment USING gin (transaction_no gin_trgm_ops);
CREATE INDEX payments_by_status ON payment USING btree (status, transaction_no);
CREATE INDEX payments_by_time ON payment USING btree (requested_at DESC, transaction_no DESC);
CREATE INDEX payments_of_account_by_amount ON payment USING btree (bulk_id, amount DESC, transaction_no DESC);
CREATE INDEX payments_of_account_by_number ON payment USING btree (bulk_id, transaction_no);
CREATE INDEX payments_of_account_by_status ON payment USING btree (bulk_id, status, transaction_no);
CREATE INDEX payments_of_bulk ON payment USING btree (bulk_id, requested_at DESC, transaction_no DESC);
CREATE INDEX payments_of_group ON payment USING btree (bulk_id, group_no, group_place) WHERE group_no IS NOT NULL;
CREATE INDEX payments_of_person ON payment USING btree (requested_by);
CREATE INDEX payments_proposed ON payment USING btree (requested_at) WHERE proposed_by IS NOT NULL;
CREATE INDEX payments_waiting ON payment USING btree (status, requested_at) WHERE status = ANY (ARRAY[2, 3, 7, 8, 9, 10]);
CREATE TRIGGER deleted_payments_added_up AFTER DELETE ON payment REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_deleted_payments();
CREATE TRIGGER inserted_payments_added_up AFTER INSERT ON payment REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_inserted_payments();
CREATE TRIGGER updated_payments_added_up AFTER UPDATE ON payment REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION add_up_updated_payments();

create table payment_group (
    bulk_id text not null,
    group_no text not null,
    method text not null,
    amount numeric(16,2) not null,
    invoices integer not null,
    payments integer not null,
    requested_by uuid not null,
    made_at timestamp with time zone not null,
    constraint payment_group_pkey PRIMARY KEY (bulk_id, group_no),
    constraint payment_group_group_no_key UNIQUE (group_no),
    constraint payment_group_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint payment_group_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES person(person_id),
    constraint payment_group_amount_check CHECK (amount > 0::numeric),
    constraint payment_group_group_no_check CHECK (group_no ~ '^G[0-9]{13}$'::text),
    constraint payment_group_invoices_check CHECK (invoices > 1),
    constraint payment_group_method_check CHECK (method = ANY (ARRAY['FPX'::text, 'EFT_GIRO'::text, 'EFT_RENTAS'::text, 'CHEQUE'::text])),
    constraint payment_group_payments_check CHECK (payments > 1)
);

create table payment_group_item (
    bulk_id text not null,
    group_no text not null,
    place integer not null,
    invoice_no text not null,
    account_no text not null,
    amount numeric(16,2) not null,
    is_held boolean not null,
    hold_cause text,
    hold_source text,
    constraint payment_group_item_pkey PRIMARY KEY (bulk_id, group_no, place, invoice_no),
    constraint payment_group_item_bulk_id_group_no_invoice_no_key UNIQUE (bulk_id, group_no, invoice_no),
    constraint payment_group_item_bulk_id_group_no_place_fkey FOREIGN KEY (bulk_id, group_no, place) REFERENCES payment_group_part(bulk_id, group_no, place),
    constraint payment_group_item_invoice_no_fkey FOREIGN KEY (invoice_no) REFERENCES bill(invoice_no),
    constraint a_chosen_hold_is_complete CHECK ((hold_cause IS NULL) = (hold_source IS NULL)),
    constraint only_a_held_bill_has_a_hold CHECK (is_held OR hold_cause IS NULL),
    constraint payment_group_item_amount_check CHECK (amount > 0::numeric),
    constraint payment_group_item_hold_cause_check CHECK (hold_cause = ANY (ARRAY['query'::text, 'eInvoice'::text]))
);
CREATE INDEX group_items_of_invoice ON payment_group_item USING btree (invoice_no);

create table payment_group_left_out (
    payment_id uuid not null,
    bulk_id text not null,
    group_no text not null,
    invoice_no text not null,
    reason text not null,
    constraint payment_group_left_out_pkey PRIMARY KEY (payment_id, invoice_no),
    constraint payment_group_left_out_bulk_id_group_no_invoice_no_fkey FOREIGN KEY (bulk_id, group_no, invoice_no) REFERENCES payment_group_item(bulk_id, group_no, invoice_no),
    constraint payment_group_left_out_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id)
);
CREATE INDEX left_out_of_group ON payment_group_left_out USING btree (bulk_id, group_no, invoice_no);

create table payment_group_part (
    bulk_id text not null,
    group_no text not null,
    place integer not null,
    amount numeric(16,2) not null,
    invoices integer not null,
    constraint payment_group_part_pkey PRIMARY KEY (bulk_id, group_no, place),
    constraint payment_group_part_bulk_id_group_no_fkey FOREIGN KEY (bulk_id, group_no) REFERENCES payment_group(bulk_id, group_no),
    constraint payment_group_part_amount_check CHECK (amount > 0::numeric),
    constraint payment_group_part_invoices_check CHECK (invoices > 0),
    constraint payment_group_part_place_check CHECK (place >= 1)
);

create table payment_item (
    payment_id uuid not null,
    invoice_no text not null,
    account_no text not null,
    amount numeric(16,2) not null,
    live boolean not null,
    bulk_id text not null,
    constraint payment_item_pkey PRIMARY KEY (payment_id, invoice_no),
    constraint payment_item_invoice_no_fkey FOREIGN KEY (invoice_no) REFERENCES bill(invoice_no),
    constraint payment_item_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id)
);
CREATE INDEX items_by_part_of_account ON payment_item USING gin (account_no gin_trgm_ops);
CREATE INDEX items_by_part_of_invoice ON payment_item USING gin (invoice_no gin_trgm_ops);
CREATE INDEX items_of_account ON payment_item USING btree (account_no);
CREATE INDEX items_of_invoice ON payment_item USING btree (invoice_no);
CREATE UNIQUE INDEX one_live_payment_of_a_bill ON payment_item USING btree (invoice_no) WHERE live;
CREATE TRIGGER fill_bulk_id BEFORE INSERT ON payment_item FOR EACH ROW WHEN (new.bulk_id IS NULL) EXECUTE FUNCTION fill_bulk_id_of_payment();

create table payment_reference (
    payment_id uuid not null,
    version integer not null,
    place integer not null,
    number text not null,
    amount numeric(16,2) not null,
    method text not null,
    bank_name text,
    bulk_id text not null,
    constraint payment_reference_pkey PRIMARY KEY (payment_id, version, place),
    constraint payment_reference_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
    constraint payment_reference_amount_check CHECK (amount > 0::numeric)
);
CREATE INDEX references_by_amount ON payment_reference USING btree (amount);
CREATE INDEX references_by_key ON payment_reference USING btree (upper(ltrim(number, '0'::text)));
CREATE INDEX references_by_number ON payment_reference USING btree (number);
CREATE INDEX references_by_part_of_bank ON payment_reference USING gin (bank_name gin_trgm_ops);
CREATE INDEX references_by_part_of_number ON payment_reference USING gin (number gin_trgm_ops);
CREATE TRIGGER fill_bulk_id BEFORE INSERT ON payment_reference FOR EACH ROW WHEN (new.bulk_id IS NULL) EXECUTE FUNCTION fill_bulk_id_of_payment();

create table payment_reminder (
    payment_id uuid not null,
    bulk_id text not null,
    reminded_by uuid not null,
    reminded_at timestamp with time zone not null,
    constraint payment_reminder_pkey PRIMARY KEY (payment_id),
    constraint payment_reminder_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint payment_reminder_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
    constraint payment_reminder_reminded_by_fkey FOREIGN KEY (reminded_by) REFERENCES person(person_id)
);

create table payment_total (
    status smallint not null,
    payments bigint not null,
    amount numeric(20,2) not null,
    is_folded boolean not null default false
);
CREATE INDEX payment_totals_to_fold ON payment_total USING btree (status) WHERE NOT is_folded;

create table person (
    person_id uuid not null,
    email text not null,
    name text not null,
    password_hash text,
    role text,
    make_payments boolean not null default false,
    manage_accounts boolean not null default false,
    bulk_id text,
    is_staff boolean not null,
    activated_at timestamp with time zone,
    disabled_at timestamp with time zone,
    password_reset_required boolean not null default false,
    last_login_at timestamp with time zone,
    previous_login_at timestamp with time zone,
    created_at timestamp with time zone not null,
    nickname text,
    mobile_no text,
    identification_type text,
    identification_no text,
    email_opting boolean not null default false,
    language text not null default 'en'::text,
    theme text,
    favourite_from date,
    favourite_to date,
    sessions_ended_at timestamp with time zone,
    deleted_at timestamp with time zone,
    terms_version text,
    terms_accepted_at timestamp with time zone,
    density text,
    hidden_columns text,
    notification_email text,
    digested_on date,
    digested_through bigint not null default 0,
    single_keys text,
    erased_at timestamp with time zone,
    constraint person_pkey PRIMARY KEY (person_id),
    constraint person_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint a_person_has_a_language CHECK (is_language(language)),
    constraint customers_of_a_bulk_account_have_a_role CHECK (is_staff OR (bulk_id IS NULL) = (role IS NULL)),
    constraint favourite_dates_are_a_range CHECK ((favourite_from IS NULL) = (favourite_to IS NULL) AND favourite_from <= favourite_to),
    constraint only_the_deleted_are_erased CHECK (erased_at IS NULL OR deleted_at IS NOT NULL),
    constraint person_density_check CHECK (density = ANY (ARRAY['compact'::text, 'comfortable'::text])),
    constraint person_email_check CHECK (email = lower(email)),
    constraint person_hidden_columns_check CHECK (length(hidden_columns) <= 2000),
    constraint person_identification_type_check CHECK (identification_type = ANY (ARRAY['ic'::text, 'passport'::text])),
    constraint person_mobile_no_check CHECK (mobile_no ~ '^1[0-9]{7,10}$'::text),
    constraint person_notification_email_check CHECK (notification_email = ANY (ARRAY['never'::text, 'atOnce'::text, 'daily'::text])),
    constraint person_role_check CHECK (role = ANY (ARRAY['master'::text, 'member'::text, 'viewer'::text, 'pccrAdmin'::text, 'glbAccountManager'::text, 'ict'::text])),
    constraint person_single_keys_check CHECK (single_keys = ANY (ARRAY['on'::text, 'off'::text])),
    constraint person_theme_check CHECK (theme = ANY (ARRAY['light'::text, 'dark'::text, 'system'::text])),
    constraint staff_have_a_staff_role CHECK (is_staff = (role IS NOT NULL AND (role = ANY (ARRAY['pccrAdmin'::text, 'glbAccountManager'::text, 'ict'::text])))),
    constraint staff_have_no_bulk_account CHECK (NOT (is_staff AND bulk_id IS NOT NULL)),
    constraint terms_are_accepted_at_a_time CHECK ((terms_version IS NULL) = (terms_accepted_at IS NULL)),
    constraint the_deleted_are_disabled CHECK (deleted_at IS NULL OR disabled_at IS NOT NULL)
);
CREATE UNIQUE INDEX one_master_of_a_bulk_account ON person USING btree (bulk_id) WHERE role = 'master'::text;
CREATE UNIQUE INDEX one_person_of_an_email ON person USING btree (email) WHERE deleted_at IS NULL;
CREATE INDEX people_by_digest ON person USING btree (digested_on) WHERE notification_email = 'daily'::text;
CREATE INDEX people_of_bulk ON person USING btree (bulk_id) WHERE deleted_at IS NULL;
CREATE INDEX staff_by_role ON person USING btree (role) WHERE is_staff AND deleted_at IS NULL;
CREATE INDEX staff_people ON person USING btree (created_at) WHERE is_staff AND deleted_at IS NULL;
CREATE TRIGGER delegations_end_with_user AFTER UPDATE OF bulk_id ON person FOR EACH ROW WHEN (old.bulk_id IS DISTINCT FROM new.bulk_id) EXECUTE FUNCTION end_delegations();
CREATE TRIGGER notify_access_changed AFTER UPDATE ON person FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role OR old.bulk_id IS DISTINCT FROM new.bulk_id OR old.activated_at IS DISTINCT FROM new.activated_at OR old.disabled_at IS DISTINCT FROM new.disabled_at OR old.sessions_ended_at IS DISTINCT FROM new.sessions_ended_at) EXECUTE FUNCTION notify_access_changed();

create table price (
    tariff text not null,
    kind text not null,
    block text not null,
    from_day date not null,
    to_day date,
    rate numeric not null,
    unit text not null,
    constraint price_pkey PRIMARY KEY (tariff, kind, block, from_day),
    constraint a_rate_has_six_decimals CHECK (scale(rate) <= 6 AND abs(rate) < '1000000000000'::bigint::numeric),
    constraint price_block_check CHECK (block = ANY (ARRAY[''::text, 'peak'::text, 'offPeak'::text, 'first'::text, 'second'::text, 'third'::text, 'demand'::text, 'export'::text])),
    constraint price_check CHECK (to_day >= from_day),
    constraint price_kind_check CHECK (octet_length(kind) >= 1 AND octet_length(kind) <= 32),
    constraint price_tariff_check CHECK (length(tariff) <= 60),
    constraint price_unit_check CHECK (unit = ANY (ARRAY['kwh'::text, 'kw'::text, 'month'::text, 'percent'::text]))
);
CREATE TRIGGER deleted_prices_marked AFTER DELETE ON price REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_to_audit();
CREATE TRIGGER inserted_prices_marked AFTER INSERT ON price REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_to_audit();
CREATE TRIGGER updated_prices_marked AFTER UPDATE ON price REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_all_to_audit();

create table proposal (
    proposal_id text not null,
    bulk_id text not null,
    state text not null,
    step integer not null,
    steps jsonb not null,
    policy_version integer not null,
    amount numeric(16,2) not null,
    bills integer not null,
    largest_bill numeric(16,2) not null,
    earliest_due date,
    hash bytea not null,
    note text,
    proposed_by uuid not null,
    proposed_at timestamp with time zone not null,
    release_on date,
    is_release_told boolean not null default false,
    lapses_at timestamp with time zone not null,
    step_since timestamp with time zone not null,
    is_reminded boolean not null default false,
    is_reminded_of_due boolean not null default false,
    ended_at timestamp with time zone,
    end_reason text,
    changes jsonb,
    payment_id uuid,
    integration text,
    constraint proposal_pkey PRIMARY KEY (proposal_id),
    constraint proposal_payment_id_key UNIQUE (payment_id),
    constraint proposal_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint proposal_bulk_id_policy_version_fkey FOREIGN KEY (bulk_id, policy_version) REFERENCES approval_policy(bulk_id, version),
    constraint proposal_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id),
    constraint proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES person(person_id),
    constraint a_proposal_lapses_later CHECK (lapses_at > proposed_at),
    constraint a_released_proposal_has_its_payment CHECK ((state = 'released'::text) = (payment_id IS NOT NULL)),
    constraint a_step_exists CHECK (step <= jsonb_array_length(steps)),
    constraint a_void_proposal_names_its_bills CHECK ((state = 'void'::text) = (changes IS NOT NULL)),
    constraint an_ended_proposal_has_its_end CHECK ((ended_at IS NULL) = proposal_is_open(state)),
    constraint only_a_release_day_is_told CHECK (release_on IS NOT NULL OR NOT is_release_told),
    constraint proposal_amount_check CHECK (amount > 0::numeric),
    constraint proposal_bills_check CHECK (bills > 0),
    constraint proposal_changes_check CHECK (jsonb_typeof(changes) = 'array'::text),
    constraint proposal_end_reason_check CHECK (length(end_reason) >= 1 AND length(end_reason) <= 500),
    constraint proposal_hash_check CHECK (length(hash) = 32),
    constraint proposal_integration_check CHECK (integration ~~ 'integration:_%'::text),
    constraint proposal_note_check CHECK (length(note) >= 1 AND length(note) <= 500),
    constraint proposal_proposal_id_check CHECK (proposal_id ~ '^A[0-9]{13}$'::text),
    constraint proposal_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'approved'::text, 'released'::text, 'refused'::text, 'void'::text, 'lapsed'::text, 'withdrawn'::text])),
    constraint proposal_step_check CHECK (step >= 1),
    constraint proposal_steps_check CHECK (jsonb_typeof(steps) = 'array'::text AND jsonb_array_length(steps) >= 1)
);
CREATE INDEX open_proposals ON proposal USING btree (bulk_id, proposal_id) WHERE proposal_is_open(state);
CREATE INDEX proposals_by_amount ON proposal USING btree (bulk_id, amount, proposal_id);
CREATE INDEX proposals_by_due_date ON proposal USING btree (bulk_id, COALESCE(earliest_due, 'infinity'::date), proposal_id);
CREATE INDEX proposals_by_time ON proposal USING btree (bulk_id, proposed_at, proposal_id);
CREATE INDEX proposals_to_follow ON proposal USING btree (lapses_at) WHERE proposal_is_open(state);

create table proposal_act (
    proposal_id text not null,
    place integer not null,
    bulk_id text not null,
    step integer not null,
    is_approval boolean not null,
    person_id uuid not null,
    right_of uuid not null,
    remark text,
    acted_at timestamp with time zone not null,
    constraint proposal_act_pkey PRIMARY KEY (proposal_id, place),
    constraint a_person_acts_once UNIQUE (proposal_id, person_id),
    constraint a_right_is_used_once UNIQUE (proposal_id, right_of),
    constraint proposal_act_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint proposal_act_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(proposal_id),
    constraint proposal_act_right_of_fkey FOREIGN KEY (right_of) REFERENCES person(person_id),
    constraint proposal_act_place_check CHECK (place >= 1),
    constraint proposal_act_remark_check CHECK (length(remark) >= 1 AND length(remark) <= 500),
    constraint proposal_act_step_check CHECK (step >= 1)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON proposal_act FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON proposal_act FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table proposal_item (
    proposal_id text not null,
    bulk_id text not null,
    invoice_no text not null,
    account_no text not null,
    group_id uuid,
    amount numeric(16,2) not null,
    due_date date,
    is_held boolean not null,
    live boolean not null,
    hold_cause text,
    hold_source text,
    constraint proposal_item_pkey PRIMARY KEY (proposal_id, invoice_no),
    constraint proposal_item_invoice_no_fkey FOREIGN KEY (invoice_no) REFERENCES bill(invoice_no),
    constraint proposal_item_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposal(proposal_id),
    constraint a_chosen_hold_is_complete CHECK ((hold_cause IS NULL) = (hold_source IS NULL)),
    constraint only_a_held_bill_has_a_hold CHECK (is_held OR hold_cause IS NULL),
    constraint proposal_item_hold_cause_check CHECK (hold_cause = ANY (ARRAY['query'::text, 'eInvoice'::text]))
);
CREATE UNIQUE INDEX one_open_proposal_of_a_bill ON proposal_item USING btree (bulk_id, invoice_no) WHERE live;

create unlogged table published (
    written_by xid8 not null default pg_current_xact_id(),
    channel text not null,
    payload text not null,
    constraint published_payload_check CHECK (octet_length(payload) < 8000)
);
CREATE INDEX published_by_transaction ON published USING btree (written_by);

create table query_bill (
    query_id uuid not null,
    invoice_no text not null,
    bulk_id text not null,
    place integer not null,
    account_no text not null,
    amount numeric(16,2) not null,
    left_at timestamp with time zone,
    is_open boolean not null,
    corrected_invoice_no text,
    corrected_amount numeric(16,2),
    corrected_at timestamp with time zone,
    constraint query_bill_pkey PRIMARY KEY (query_id, invoice_no),
    constraint query_bill_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint query_bill_corrected_invoice_no_fkey FOREIGN KEY (corrected_invoice_no) REFERENCES bill(invoice_no),
    constraint query_bill_invoice_no_fkey FOREIGN KEY (invoice_no) REFERENCES bill(invoice_no),
    constraint query_bill_query_id_fkey FOREIGN KEY (query_id) REFERENCES bill_query(query_id),
    constraint a_bill_that_left_is_not_held CHECK (left_at IS NULL OR NOT is_open),
    constraint a_corrected_bill_is_complete CHECK (num_nonnulls(corrected_invoice_no, corrected_amount, corrected_at) = ANY (ARRAY[0, 3])),
    constraint query_bill_place_check CHECK (place >= 1)
);
CREATE UNIQUE INDEX one_open_query_of_each_bill ON query_bill USING btree (bulk_id, invoice_no) WHERE is_open;
CREATE INDEX queries_of_bill ON query_bill USING btree (bulk_id, invoice_no, query_id);

create table query_file (
    file_id uuid not null,
    query_id uuid not null,
    bulk_id text not null,
    is_staff boolean not null,
    author_id uuid not null,
    name text not null,
    kind text not null,
    size bigint not null,
    sha256 bytea not null,
    added_at timestamp with time zone not null,
    constraint query_file_pkey PRIMARY KEY (file_id),
    constraint query_file_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(person_id),
    constraint query_file_query_id_fkey FOREIGN KEY (query_id) REFERENCES bill_query(query_id),
    constraint query_file_kind_check CHECK (kind = ANY (ARRAY['pdf'::text, 'png'::text, 'jpeg'::text])),
    constraint query_file_sha256_check CHECK (length(sha256) = 32),
    constraint query_file_size_check CHECK (size > 0)
);
CREATE INDEX files_of_query ON query_file USING btree (query_id, added_at, file_id);

create table query_message (
    query_id uuid not null,
    place integer not null,
    bulk_id text not null,
    is_staff boolean not null,
    author_id uuid not null,
    message text not null,
    written_at timestamp with time zone not null,
    answer_due date,
    constraint query_message_pkey PRIMARY KEY (query_id, place),
    constraint query_message_author_id_fkey FOREIGN KEY (author_id) REFERENCES person(person_id),
    constraint query_message_query_id_fkey FOREIGN KEY (query_id) REFERENCES bill_query(query_id),
    constraint query_message_check CHECK (is_staff OR answer_due IS NULL),
    constraint query_message_message_check CHECK (length(message) >= 1 AND length(message) <= 4000),
    constraint query_message_place_check CHECK (place >= 1)
);
CREATE INDEX answers_by_due_day ON query_message USING btree (answer_due) WHERE answer_due IS NOT NULL;

create table rate (
    bucket text not null,
    subject text not null,
    began_at timestamp with time zone not null,
    hits integer not null,
    constraint rate_pkey PRIMARY KEY (bucket, subject)
);
CREATE INDEX rates_by_time ON rate USING btree (began_at);

create table receipt (
    payment_id uuid not null,
    receipt_no text not null,
    amount numeric(16,2) not null,
    at timestamp with time zone not null,
    bulk_id text not null,
    constraint receipt_pkey PRIMARY KEY (payment_id),
    constraint receipt_receipt_no_key UNIQUE (receipt_no),
    constraint receipt_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id)
);
CREATE TRIGGER fill_bulk_id BEFORE INSERT ON receipt FOR EACH ROW WHEN (new.bulk_id IS NULL) EXECUTE FUNCTION fill_bulk_id_of_payment();

create table recovery_code (
    person_id uuid not null,
    code_hash bytea not null,
    made_at timestamp with time zone not null,
    used_at timestamp with time zone,
    constraint recovery_code_pkey PRIMARY KEY (person_id, code_hash),
    constraint recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);

create table refresh_token (
    token_hash bytea not null,
    session_id uuid not null,
    generation integer not null,
    issued_at timestamp with time zone not null,
    constraint refresh_token_pkey PRIMARY KEY (token_hash),
    constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(session_id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_of_session ON refresh_token USING btree (session_id);

create table registration (
    registration_id uuid not null,
    person_id uuid not null,
    status smallint not null,
    business_type smallint,
    registration_no text,
    company_name text not null default ''::text,
    form jsonb not null,
    declaration_id uuid,
    step smallint not null default 0,
    draft_version integer not null default 1,
    submissions integer not null default 0,
    submitted_at timestamp with time zone,
    reviewed_by uuid,
    reviewed_at timestamp with time zone,
    remark text,
    bulk_id text,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    answer_by date,
    remind_on date[] not null default '{}'::date[],
    repeats_company boolean not null default false,
    constraint registration_pkey PRIMARY KEY (registration_id),
    constraint registration_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint registration_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES stored_file(file_id),
    constraint registration_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint registration_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES person(person_id),
    constraint an_answer_has_its_last_day CHECK ((status = 4) = (answer_by IS NOT NULL)),
    constraint approved_applications_have_a_bulk_account CHECK ((status = ANY (ARRAY[6, 7])) <= (bulk_id IS NOT NULL)),
    constraint registration_business_type_check CHECK (business_type = ANY (ARRAY[1, 2])),
    constraint registration_status_check CHECK (status >= 1 AND status <= 8),
    constraint reminders_are_of_an_answer CHECK (answer_by IS NOT NULL OR remind_on = '{}'::date[]),
    constraint submitted_applications_are_whole CHECK (status = 1 OR registration_no IS NOT NULL AND business_type IS NOT NULL AND submitted_at IS NOT NULL)
);
CREATE INDEX applications_of_company_no ON registration USING btree (company_no(registration_no));
CREATE INDEX applications_of_old_number ON registration USING btree (old_company_no(registration_no));
CREATE UNIQUE INDEX one_application_of_a_bulk_account ON registration USING btree (bulk_id);
CREATE UNIQUE INDEX one_live_application_of_a_company ON registration USING btree (company_no(registration_no)) WHERE (status = ANY (ARRAY[2, 4, 5, 6, 7])) AND NOT repeats_company;
CREATE UNIQUE INDEX one_live_application_of_an_old_number ON registration USING btree (old_company_no(registration_no)) WHERE (status = ANY (ARRAY[2, 4, 5, 6, 7])) AND NOT repeats_company AND company_no(registration_no) IS NULL;
CREATE UNIQUE INDEX one_open_application_of_a_person ON registration USING btree (person_id) WHERE status = ANY (ARRAY[1, 2, 4, 5]);
CREATE INDEX registrations_awaiting_answer ON registration USING btree (answer_by) WHERE status = 4;
CREATE INDEX registrations_by_time ON registration USING btree (submitted_at DESC, registration_id DESC) WHERE status <> 1;
CREATE INDEX registrations_of_declaration ON registration USING btree (declaration_id);
CREATE INDEX registrations_of_person ON registration USING btree (person_id, created_at);
CREATE INDEX registrations_to_review ON registration USING btree (submitted_at) WHERE status = 2;

create table registration_account (
    registration_id uuid not null,
    submission integer not null,
    place integer not null,
    account_no text not null,
    reference_id text,
    is_select boolean not null,
    source text not null,
    constraint registration_account_pkey PRIMARY KEY (registration_id, submission, place),
    constraint registration_account_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(registration_id),
    constraint registration_account_source_check CHECK (source = ANY (ARRAY['auto'::text, 'manual'::text, 'upload'::text]))
);

create table registration_submission (
    registration_id uuid not null,
    submission integer not null,
    form jsonb not null,
    declaration_id uuid not null,
    accounts integer not null,
    submitted_at timestamp with time zone not null,
    terms_version text,
    constraint registration_submission_pkey PRIMARY KEY (registration_id, submission),
    constraint registration_submission_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES stored_file(file_id),
    constraint registration_submission_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(registration_id),
    constraint registration_submission_accounts_check CHECK (accounts > 0)
);
CREATE INDEX submissions_of_declaration ON registration_submission USING btree (declaration_id);

create table saved_view (
    view_id uuid not null,
    bulk_id text,
    tenant text not null generated always as (COALESCE(bulk_id, ''::text)) stored,
    owner_id uuid not null,
    list text not null,
    name text not null,
    address jsonb not null,
    is_shared boolean not null,
    saved_at timestamp with time zone not null,
    deleted_at timestamp with time zone,
    constraint saved_view_pkey PRIMARY KEY (view_id),
    constraint saved_view_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint saved_view_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(person_id),
    constraint saved_view_address_check CHECK (jsonb_typeof(address) = 'object'::text),
    constraint saved_view_list_check CHECK (length(list) >= 1 AND length(list) <= 60),
    constraint saved_view_name_check CHECK (length(TRIM(BOTH FROM name)) >= 1 AND length(TRIM(BOTH FROM name)) <= 60)
);
CREATE INDEX deleted_views ON saved_view USING btree (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX saved_views_of_list ON saved_view USING btree (tenant, list);
CREATE UNIQUE INDEX view_names_differ ON saved_view USING btree (tenant, owner_id, list, lower(name)) WHERE deleted_at IS NULL;

create table secret (
    name text not null,
    value bytea not null,
    constraint secret_pkey PRIMARY KEY (name)
);

create table security_event (
    event_id bigint not null generated always as identity,
    happened_at timestamp with time zone not null,
    kind text not null,
    outcome text not null,
    person_id uuid,
    email text,
    address text not null,
    user_agent text not null,
    call text not null,
    code text,
    left_out bigint not null default 0,
    constraint security_event_pkey PRIMARY KEY (event_id, happened_at)
) partition by RANGE (happened_at);
CREATE INDEX security_events_by_time ON ONLY security_event USING btree (happened_at);
CREATE INDEX security_events_of_person ON ONLY security_event USING btree (person_id, happened_at) WHERE person_id IS NOT NULL;

create table sent_selection (
    selection_id uuid not null,
    bulk_id text not null,
    sent_by uuid not null,
    sent_to uuid not null,
    note text,
    invoice_nos text[] not null,
    sent_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    constraint sent_selection_pkey PRIMARY KEY (selection_id),
    constraint sent_selection_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint sent_selection_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES person(person_id),
    constraint sent_selection_sent_to_fkey FOREIGN KEY (sent_to) REFERENCES person(person_id),
    constraint sent_selection_check CHECK (expires_at > sent_at),
    constraint sent_selection_invoice_nos_check CHECK (cardinality(invoice_nos) >= 1 AND cardinality(invoice_nos) <= 20000),
    constraint sent_selection_note_check CHECK (length(note) <= 500)
);
CREATE INDEX sent_selection_by_expiry ON sent_selection USING btree (expires_at);

create table session (
    session_id uuid not null,
    person_id uuid not null,
    started_at timestamp with time zone not null,
    last_active_at timestamp with time zone not null,
    ended_at timestamp with time zone,
    generation integer not null default 1,
    generation_used boolean not null default false,
    device text not null default ''::text,
    previous_generation integer not null default 0,
    generation_at timestamp with time zone,
    generation_seed bytea,
    proved_at timestamp with time zone,
    constraint session_pkey PRIMARY KEY (session_id),
    constraint session_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX session_of_person ON session USING btree (person_id) WHERE ended_at IS NULL;
CREATE TRIGGER notify_session_ended AFTER UPDATE OF ended_at ON session FOR EACH ROW WHEN (old.ended_at IS NULL AND new.ended_at IS NOT NULL) EXECUTE FUNCTION notify_session_ended();

create table settlement (
    settlement_no text not null,
    account_no text not null,
    bulk_id text,
    invoice_no text,
    method text not null,
    paid_on date not null,
    amount numeric(16,2) not null,
    reversal_of text,
    reference text not null,
    delivered_at timestamp with time zone not null default now(),
    constraint settlement_pkey PRIMARY KEY (settlement_no),
    constraint settlement_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint settlement_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint settlement_amount_check CHECK (amount > 0::numeric),
    constraint settlement_invoice_no_check CHECK (invoice_no ~ '^[0-9]{12}$'::text),
    constraint settlement_method_check CHECK (method = ANY (ARRAY['jompay'::text, 'duitNowQr'::text, 'counter'::text, 'bankTransfer'::text, 'directDebit'::text, 'cheque'::text, 'card'::text, 'eWallet'::text, 'postOffice'::text, 'kiosk'::text, 'agent'::text, 'portal'::text])),
    constraint settlement_reference_check CHECK (length(reference) <= 60),
    constraint settlement_reversal_of_check CHECK (length(reversal_of) >= 1 AND length(reversal_of) <= 40),
    constraint settlement_settlement_no_check CHECK (length(settlement_no) >= 1 AND length(settlement_no) <= 40)
);
CREATE INDEX reversals_of_settlement ON settlement USING btree (reversal_of) WHERE reversal_of IS NOT NULL;
CREATE INDEX settlements_of_account ON settlement USING btree (account_no);
CREATE INDEX settlements_of_bill ON settlement USING btree (invoice_no) WHERE invoice_no IS NOT NULL;
CREATE INDEX settlements_of_bulk ON settlement USING btree (bulk_id, paid_on, settlement_no) WHERE bulk_id IS NOT NULL;

create table settlement_due (
    due_id bigint not null generated always as identity,
    account_no text not null,
    constraint settlement_due_pkey PRIMARY KEY (due_id)
);

create table settlement_part (
    settlement_no text not null,
    place smallint not null,
    bulk_id text,
    account_no text not null,
    invoice_no text,
    paid_on date not null,
    amount numeric(16,2) not null,
    state text not null,
    constraint settlement_part_pkey PRIMARY KEY (settlement_no, place),
    constraint settlement_part_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint settlement_part_settlement_no_fkey FOREIGN KEY (settlement_no) REFERENCES settlement(settlement_no) ON DELETE CASCADE,
    constraint settlement_part_amount_check CHECK (amount > 0::numeric),
    constraint settlement_part_state_check CHECK (state = ANY (ARRAY['applied'::text, 'confirms'::text, 'paidTwice'::text, 'waits'::text, 'unmatched'::text, 'reversed'::text, 'carried'::text]))
);
CREATE INDEX settlement_parts_of_bill ON settlement_part USING btree (invoice_no) WHERE invoice_no IS NOT NULL;
CREATE INDEX settlement_parts_of_bulk ON settlement_part USING btree (bulk_id, paid_on DESC, settlement_no DESC, place);
CREATE INDEX settlement_parts_unmatched ON settlement_part USING btree (paid_on, settlement_no, place) WHERE state = ANY (ARRAY['waits'::text, 'unmatched'::text]);

create table sso_domain (
    bulk_id text not null,
    domain text not null,
    token text not null,
    added_at timestamp with time zone not null,
    proved_at timestamp with time zone,
    read_at timestamp with time zone,
    seen_at timestamp with time zone,
    missing_since timestamp with time zone,
    constraint sso_domain_pkey PRIMARY KEY (bulk_id, domain),
    constraint sso_domain_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint only_a_proved_domain_is_read CHECK ((proved_at IS NULL) = (read_at IS NULL) AND (read_at IS NOT NULL OR missing_since IS NULL)),
    constraint sso_domain_domain_check CHECK (domain = lower(domain) AND length(domain) <= 253)
);
CREATE UNIQUE INDEX a_domain_is_proved_once ON sso_domain USING btree (domain) WHERE proved_at IS NOT NULL;
CREATE INDEX sso_domains_to_read ON sso_domain USING btree (read_at) WHERE proved_at IS NOT NULL;

create table sso_identity (
    bulk_id text not null,
    issuer text not null,
    subject text not null,
    person_id uuid not null,
    linked_at timestamp with time zone not null,
    last_used_at timestamp with time zone not null,
    client_id text,
    constraint sso_identity_pkey PRIMARY KEY (bulk_id, issuer, subject),
    constraint a_user_has_one_identity UNIQUE (bulk_id, issuer, person_id),
    constraint sso_identity_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint sso_identity_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint sso_identity_client_id_check CHECK (length(client_id) >= 1 AND length(client_id) <= 500),
    constraint sso_identity_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 255)
);
CREATE INDEX sso_identities_of_person ON sso_identity USING btree (person_id);

create table sso_provider (
    bulk_id text not null,
    provider_id uuid not null,
    mode text not null,
    required_from date,
    issuer text not null,
    client_id text not null,
    client_secret bytea,
    authorization_endpoint text not null,
    token_endpoint text not null,
    jwks_uri text not null,
    secret_in_body boolean not null,
    names_itself boolean not null,
    changed_at timestamp with time zone not null,
    tried_at timestamp with time zone,
    secret_undecoded boolean not null default false,
    constraint sso_provider_pkey PRIMARY KEY (bulk_id),
    constraint sso_provider_provider_id_key UNIQUE (provider_id),
    constraint sso_provider_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint a_required_sign_in_has_a_day CHECK ((mode = 'required'::text) = (required_from IS NOT NULL)),
    constraint sso_provider_client_id_check CHECK (length(client_id) >= 1 AND length(client_id) <= 500),
    constraint sso_provider_issuer_check CHECK (length(issuer) >= 1 AND length(issuer) <= 500),
    constraint sso_provider_mode_check CHECK (mode = ANY (ARRAY['off'::text, 'optional'::text, 'required'::text]))
);

create table sso_sign_in (
    handle_hash bytea not null,
    state_hash bytea not null,
    seed bytea not null,
    purpose text not null,
    bulk_id text not null,
    issuer text not null,
    client_id text not null,
    person_id uuid,
    session_id uuid,
    address text not null,
    device text not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    used_at timestamp with time zone,
    provider_id uuid,
    constraint sso_sign_in_pkey PRIMARY KEY (handle_hash),
    constraint sso_sign_in_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint sso_sign_in_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id),
    constraint sso_sign_in_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(session_id) ON DELETE CASCADE,
    constraint a_proof_has_a_session CHECK ((purpose = 'signIn'::text) = (session_id IS NULL) AND (person_id IS NULL) = (session_id IS NULL)),
    constraint a_trial_names_its_settings CHECK ((purpose = 'trial'::text) = (provider_id IS NOT NULL)),
    constraint sso_sign_in_purpose_check CHECK (purpose = ANY (ARRAY['signIn'::text, 'link'::text, 'confirm'::text, 'trial'::text]))
);
CREATE INDEX sso_sign_ins_by_time ON sso_sign_in USING btree (expires_at);
CREATE INDEX sso_sign_ins_of_session ON sso_sign_in USING btree (session_id) WHERE session_id IS NOT NULL;

create table sso_untried (
    bulk_id text not null,
    provider_id uuid not null,
    issuer text not null,
    client_id text not null,
    client_secret bytea,
    authorization_endpoint text not null,
    token_endpoint text not null,
    jwks_uri text not null,
    secret_in_body boolean not null,
    names_itself boolean not null,
    set_at timestamp with time zone not null,
    failed_at timestamp with time zone,
    failure text,
    failure_values jsonb,
    constraint sso_untried_pkey PRIMARY KEY (bulk_id),
    constraint sso_untried_provider_id_key UNIQUE (provider_id),
    constraint sso_untried_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint a_failure_has_a_time CHECK ((failed_at IS NULL) = (failure IS NULL) AND (failed_at IS NULL) = (failure_values IS NULL)),
    constraint sso_untried_client_id_check CHECK (length(client_id) >= 1 AND length(client_id) <= 500),
    constraint sso_untried_issuer_check CHECK (length(issuer) >= 1 AND length(issuer) <= 500)
);

create table staff_proposal (
    proposal_id uuid not null,
    person_id uuid not null,
    role_before text,
    role text not null,
    email text,
    name text,
    nickname text,
    mobile_no text,
    proposed_by uuid not null,
    proposed_at timestamp with time zone not null,
    constraint staff_proposal_pkey PRIMARY KEY (proposal_id),
    constraint staff_proposal_person_id_key UNIQUE (person_id),
    constraint staff_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES person(person_id),
    constraint a_new_user_is_described CHECK ((role_before IS NULL) = (email IS NOT NULL AND name IS NOT NULL AND mobile_no IS NOT NULL))
);
CREATE UNIQUE INDEX one_proposal_of_an_address ON staff_proposal USING btree (email) WHERE email IS NOT NULL;

create table statement (
    statement_id uuid not null,
    bulk_id text not null,
    account_no text not null,
    is_own boolean not null,
    months integer not null,
    first_day date not null,
    last_day date not null,
    language text not null,
    requested_by uuid not null,
    requested_at timestamp with time zone not null,
    state text not null default 'waiting'::text,
    attempts integer not null default 0,
    failure text,
    made_at timestamp with time zone,
    file_id uuid,
    sha256 bytea,
    expires_at timestamp with time zone not null,
    constraint statement_pkey PRIMARY KEY (statement_id),
    constraint statement_file_id_key UNIQUE (file_id),
    constraint statement_account_no_fkey FOREIGN KEY (account_no) REFERENCES account_master(account_no),
    constraint statement_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint statement_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES person(person_id),
    constraint a_statement_has_a_language CHECK (is_language(language)),
    constraint failed_statements_say_why CHECK ((state = 'failed'::text) = (failure IS NOT NULL)),
    constraint ready_statements_have_their_file CHECK ((state = 'ready'::text) = (file_id IS NOT NULL AND sha256 IS NOT NULL AND made_at IS NOT NULL)),
    constraint statement_check CHECK (last_day >= first_day),
    constraint statement_months_check CHECK (months >= 1 AND months <= 24),
    constraint statement_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text]))
);
CREATE UNIQUE INDEX one_waiting_statement ON statement USING btree (bulk_id, account_no, months, language, last_day) WHERE state = 'waiting'::text;
CREATE INDEX statements_by_expiry ON statement USING btree (expires_at);
CREATE INDEX statements_made ON statement USING btree (made_at DESC) WHERE state = 'ready'::text;
CREATE INDEX statements_of_bulk ON statement USING btree (bulk_id, requested_at DESC, statement_id DESC);
CREATE INDEX statements_waiting ON statement USING btree (requested_at) WHERE state = 'waiting'::text;

create table statement_recipient (
    statement_id uuid not null,
    email text not null,
    name text,
    bulk_id text not null,
    constraint statement_recipient_pkey PRIMARY KEY (statement_id, email),
    constraint statement_recipient_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statement(statement_id) ON DELETE CASCADE,
    constraint statement_recipient_email_check CHECK (email = lower(email))
);
CREATE TRIGGER fill_bulk_id BEFORE INSERT ON statement_recipient FOR EACH ROW WHEN (new.bulk_id IS NULL) EXECUTE FUNCTION fill_bulk_id_of_statement();

create table stored_file (
    file_id uuid not null,
    owner_id uuid not null,
    name text not null,
    kind text not null,
    size bigint not null,
    sha256 bytea not null,
    stored_at timestamp with time zone not null,
    constraint stored_file_pkey PRIMARY KEY (file_id),
    constraint stored_file_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES person(person_id),
    constraint stored_file_kind_check CHECK (kind = ANY (ARRAY['pdf'::text, 'png'::text, 'jpeg'::text])),
    constraint stored_file_size_check CHECK (size > 0)
);
CREATE INDEX files_of_owner ON stored_file USING btree (owner_id, stored_at DESC);

create table stray_file (
    file_id uuid not null,
    since timestamp with time zone not null,
    is_going boolean not null default false,
    constraint stray_file_pkey PRIMARY KEY (file_id)
);

create table tagging (
    tagging_id bigint not null generated always as identity,
    bulk_id text not null,
    account_no text not null,
    action smallint not null,
    reference_id text,
    requested_by uuid,
    requested_by_name text not null,
    requested_at timestamp with time zone not null,
    done_at timestamp with time zone,
    error_type text,
    forgotten_at timestamp with time zone,
    constraint tagging_pkey PRIMARY KEY (tagging_id),
    constraint tagging_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint tagging_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES person(person_id),
    constraint errors_are_done CHECK (error_type IS NULL OR done_at IS NOT NULL),
    constraint tagging_account_no_check CHECK (account_no ~ '^2[12][0-9]{10}$'::text),
    constraint tagging_action_check CHECK (action = ANY (ARRAY[1, 2, 3])),
    constraint tagging_error_type_check CHECK (error_type = ANY (ARRAY['notFound'::text, 'inactive'::text, 'belongsToAnother'::text, 'duplicate'::text])),
    constraint tagging_reference_id_check CHECK (length(reference_id) >= 1 AND length(reference_id) <= 16)
);
CREATE INDEX errors_by_time ON tagging USING btree (requested_at DESC, tagging_id DESC) WHERE error_type IS NOT NULL AND forgotten_at IS NULL;
CREATE UNIQUE INDEX one_error_of_an_account ON tagging USING btree (bulk_id, account_no) WHERE error_type IS NOT NULL AND forgotten_at IS NULL;
CREATE UNIQUE INDEX one_waiting_tagging_of_an_account ON tagging USING btree (bulk_id, account_no) WHERE done_at IS NULL;
CREATE INDEX taggings_of_account ON tagging USING btree (bulk_id, account_no, tagging_id DESC);
CREATE INDEX taggings_waiting ON tagging USING btree (tagging_id) WHERE done_at IS NULL;

create table takeover (
    bulk_id text not null,
    cut_over_day date not null,
    taken_over_at timestamp with time zone not null,
    users_import bigint,
    constraint takeover_pkey PRIMARY KEY (bulk_id),
    constraint takeover_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id)
);

create table takeover_problem (
    problem_id bigint not null generated always as identity,
    bulk_id text not null,
    reason text not null,
    constraint takeover_problem_pkey PRIMARY KEY (problem_id),
    constraint takeover_problem_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES takeover(bulk_id),
    constraint takeover_problem_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
CREATE INDEX takeover_problems_of_company ON takeover_problem USING btree (bulk_id);

create table takeover_user (
    person_id uuid not null,
    bulk_id text not null,
    taken_over_at timestamp with time zone not null,
    activation_sent_at timestamp with time zone,
    constraint takeover_user_pkey PRIMARY KEY (person_id),
    constraint takeover_user_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES takeover(bulk_id),
    constraint takeover_user_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);
CREATE INDEX activations_by_time ON takeover_user USING btree (activation_sent_at) WHERE activation_sent_at IS NOT NULL;
CREATE INDEX takeover_users_of_company ON takeover_user USING btree (bulk_id);
CREATE INDEX takeover_users_waiting ON takeover_user USING btree (bulk_id, person_id) WHERE activation_sent_at IS NULL;

create table tutorial (
    person_id uuid not null,
    tutorial_id text not null,
    completed_at timestamp with time zone not null,
    constraint tutorial_pkey PRIMARY KEY (person_id, tutorial_id),
    constraint tutorial_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(person_id)
);

create table use_median (
    bulk_id text not null,
    month date not null,
    percent bigint not null,
    bills bigint not null,
    constraint use_median_pkey PRIMARY KEY (bulk_id, month),
    constraint use_median_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint use_median_bills_check CHECK (bills > 0)
);

create table webhook (
    bulk_id text not null,
    webhook_id uuid not null,
    address text not null,
    events text[] not null,
    keys bytea not null,
    public_key text not null,
    earlier_keys bytea,
    earlier_until timestamp with time zone,
    created_by uuid not null,
    created_at timestamp with time zone not null,
    tested_at timestamp with time zone,
    failing_since timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_reason text,
    deleted_at timestamp with time zone,
    older_keys bytea[] not null default '{}'::bytea[],
    older_until timestamp with time zone[] not null default '{}'::timestamp with time zone[],
    constraint webhook_pkey PRIMARY KEY (bulk_id, webhook_id),
    constraint webhook_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_account(bulk_id),
    constraint webhook_created_by_fkey FOREIGN KEY (created_by) REFERENCES person(person_id),
    constraint a_disabled_webhook_has_a_reason CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
    constraint each_older_key_has_its_end CHECK (cardinality(older_keys) = cardinality(older_until)),
    constraint earlier_keys_end CHECK ((earlier_keys IS NULL) = (earlier_until IS NULL)),
    constraint webhook_address_check CHECK (length(address) >= 1 AND length(address) <= 500),
    constraint webhook_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['byUser'::text, 'gone'::text, 'exhausted'::text]))
);
CREATE INDEX webhooks_by_person ON webhook USING btree (created_by);

create table webhook_attempt (
    bulk_id text not null,
    webhook_id uuid not null,
    event_id uuid not null,
    attempt_id bigint not null generated always as identity,
    attempted_at timestamp with time zone not null,
    milliseconds integer not null,
    status integer,
    failure text,
    answer text,
    constraint webhook_attempt_pkey PRIMARY KEY (bulk_id, webhook_id, event_id, attempt_id),
    constraint webhook_attempt_bulk_id_webhook_id_event_id_fkey FOREIGN KEY (bulk_id, webhook_id, event_id) REFERENCES webhook_event(bulk_id, webhook_id, event_id) ON DELETE CASCADE,
    constraint answered_or_not CHECK ((status IS NULL) <> (failure IS NULL)),
    constraint webhook_attempt_failure_check CHECK (failure = ANY (ARRAY['addressRefused'::text, 'unreachable'::text, 'timedOut'::text]))
);

create table webhook_event (
    bulk_id text not null,
    webhook_id uuid not null,
    event_id uuid not null,
    fact_id bigint not null,
    sequence integer not null,
    event_type text not null,
    data jsonb not null,
    created_at timestamp with time zone not null,
    state text not null default 'waiting'::text,
    attempts integer not null default 0,
    due_at timestamp with time zone not null,
    claimed_until timestamp with time zone,
    delivered_at timestamp with time zone,
    constraint webhook_event_pkey PRIMARY KEY (bulk_id, webhook_id, event_id),
    constraint webhook_event_bulk_id_webhook_id_fkey FOREIGN KEY (bulk_id, webhook_id) REFERENCES webhook(bulk_id, webhook_id),
    constraint webhook_event_fact_id_fkey FOREIGN KEY (fact_id) REFERENCES fact(fact_id),
    constraint webhook_event_attempts_check CHECK (attempts >= 0),
    constraint webhook_event_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))
);
CREATE INDEX webhook_events_by_age ON webhook_event USING btree (created_at);
CREATE INDEX webhook_events_claimed ON webhook_event USING btree (bulk_id, webhook_id) WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_events_due ON webhook_event USING btree (bulk_id, webhook_id, due_at) WHERE state = 'waiting'::text;
CREATE INDEX webhook_events_listed ON webhook_event USING btree (bulk_id, created_at DESC, webhook_id DESC, event_id DESC);

create view account_counts as
 SELECT bulk_id,
    bill_batch_id,
    sum(unpaid)::bigint AS unpaid,
    sum(payable)::bigint AS payable
   FROM ( SELECT billed_accounts.bulk_id,
            billed_accounts.bill_batch_id,
            billed_accounts.unpaid,
            billed_accounts.payable
           FROM billed_accounts
        UNION ALL
         SELECT c.bulk_id,
            c.bill_batch_id,
            ((COALESCE(k.unpaid, 0) + c.unpaid) > 0)::integer - (COALESCE(k.unpaid, 0) > 0)::integer,
            ((COALESCE(k.payable, 0) + c.payable) > 0)::integer - (COALESCE(k.payable, 0) > 0)::integer
           FROM ( SELECT billed_account_change.bulk_id,
                    billed_account_change.bill_batch_id,
                    billed_account_change.account_no,
                    sum(billed_account_change.unpaid) AS unpaid,
                    sum(billed_account_change.payable) AS payable
                   FROM billed_account_change
                  GROUP BY billed_account_change.bulk_id, billed_account_change.bill_batch_id, billed_account_change.account_no
                UNION ALL
                 SELECT billed_account_change.bulk_id,
                    ''::text,
                    billed_account_change.account_no,
                    sum(billed_account_change.unpaid) AS sum,
                    sum(billed_account_change.payable) AS sum
                   FROM billed_account_change
                  GROUP BY billed_account_change.bulk_id, billed_account_change.account_no) c
             LEFT JOIN billed_account k ON k.bulk_id = c.bulk_id AND k.bill_batch_id = c.bill_batch_id AND k.account_no = c.account_no) counted
  GROUP BY bulk_id, bill_batch_id;

create view batch_total as
 SELECT t.bulk_id,
    t.bill_batch_id,
    t.extraction_date,
    t.due_date,
    t.total_bills,
    t.selectable_bills,
    t.current_charge,
    t.outstanding_amount,
    t.selectable_amount,
    t.amount_in_payment,
    COALESCE(a.unpaid, 0::bigint) AS total_accounts
   FROM ( SELECT unpaid.bulk_id,
            unpaid.bill_batch_id,
            min(unpaid.extraction_date) AS extraction_date,
            min(unpaid.due_date) AS due_date,
            sum(unpaid.bills)::bigint AS total_bills,
            COALESCE(sum(unpaid.bills) FILTER (WHERE unpaid.standing = 'payable'::text), 0::numeric)::bigint AS selectable_bills,
            COALESCE(sum(unpaid.current_charge) FILTER (WHERE unpaid.standing = 'payable'::text), 0::numeric) AS current_charge,
            COALESCE(sum(unpaid.outstanding_amount) FILTER (WHERE unpaid.standing = 'payable'::text), 0::numeric) AS outstanding_amount,
            COALESCE(sum(unpaid.amount) FILTER (WHERE unpaid.standing = 'payable'::text), 0::numeric) AS selectable_amount,
            COALESCE(sum(unpaid.amount) FILTER (WHERE unpaid.standing = 'inPayment'::text), 0::numeric) AS amount_in_payment
           FROM ( SELECT bill_total.bulk_id,
                    bill_total.bill_batch_id,
                    bill_total.extraction_date,
                    bill_total.due_date,
                    bill_total.standing,
                    sum(bill_total.bills) AS bills,
                    sum(bill_total.amount) AS amount,
                    sum(bill_total.current_charge) AS current_charge,
                    sum(bill_total.outstanding_amount) AS outstanding_amount
                   FROM bill_total
                  WHERE bill_total.standing <> 'paid'::text
                  GROUP BY bill_total.bulk_id, bill_total.bill_batch_id, bill_total.extraction_date, bill_total.due_date, bill_total.standing
                 HAVING sum(bill_total.bills) <> 0::numeric) unpaid
          GROUP BY unpaid.bulk_id, unpaid.bill_batch_id) t
     LEFT JOIN account_counts a ON a.bulk_id = t.bulk_id AND a.bill_batch_id = t.bill_batch_id;

create view bill_on_hold as
 SELECT b.bulk_id,
    b.bill_batch_id,
    b.invoice_no,
    'batch'::text AS cause
   FROM bill b
  WHERE (b.bill_batch_id IN ( SELECT r.bill_batch_id
           FROM batch_review r
          WHERE r.state = 'waiting'::text)) AND b.status <> 4 AND bill_hold_cause(b.status, b.total_amount_payable, b.current_charge, b.disable_payment, b.e_invoice_status, false, true) IS NOT NULL
UNION ALL
 SELECT b.bulk_id,
    b.bill_batch_id,
    b.invoice_no,
    'query'::text AS cause
   FROM bill b
  WHERE ((b.bulk_id, b.invoice_no) IN ( SELECT q.bulk_id,
            q.invoice_no
           FROM query_bill q
          WHERE q.is_open)) AND bill_hold_cause(b.status, b.total_amount_payable, b.current_charge, b.disable_payment, b.e_invoice_status, true, false) IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM batch_review r
          WHERE r.bill_batch_id = b.bill_batch_id AND r.state = 'waiting'::text))
UNION ALL
 SELECT b.bulk_id,
    b.bill_batch_id,
    b.invoice_no,
    'eInvoice'::text AS cause
   FROM bill b
  WHERE b.e_invoice_status = 'cancelled'::text AND b.status <> 4 AND bill_hold_cause(b.status, b.total_amount_payable, b.current_charge, b.disable_payment, b.e_invoice_status, false, false) IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM query_bill q
          WHERE q.bulk_id = b.bulk_id AND q.invoice_no = b.invoice_no AND q.is_open)) AND NOT (EXISTS ( SELECT
           FROM batch_review r
          WHERE r.bill_batch_id = b.bill_batch_id AND r.state = 'waiting'::text));

create view named_file as
 SELECT stored_file.file_id,
    'declaration'::text AS kind,
    stored_file.size,
    stored_file.sha256
   FROM stored_file
UNION ALL
 SELECT query_file.file_id,
    'query'::text AS kind,
    query_file.size,
    query_file.sha256
   FROM query_file
UNION ALL
 SELECT statement.file_id,
    'statement'::text AS kind,
    NULL::bigint AS size,
    statement.sha256
   FROM statement
  WHERE statement.file_id IS NOT NULL
UNION ALL
 SELECT download.file_id,
    'download'::text AS kind,
    download.bytes AS size,
    download.sha256
   FROM download
  WHERE download.file_id IS NOT NULL;

create view payment_fact as
 SELECT fact_id,
        CASE
            WHEN subject ~~ 'payment:%'::text THEN substr(subject, 9)::uuid
            ELSE NULL::uuid
        END AS payment_id,
    place,
    kind,
    happened_at,
    actor_id,
    actor_name,
    (data ->> 'before'::text)::smallint AS from_status,
    ((data -> 'after'::text) ->> 'status'::text)::smallint AS to_status,
    ((data -> 'after'::text) ->> 'version'::text)::integer AS version,
    COALESCE(data ->> 'missing'::text, data ->> 'excess'::text, data ->> 'difference'::text, data ->> 'billed'::text)::numeric AS amount
   FROM fact
  WHERE subject ~~ 'payment:%'::text;

create view registration_fact as
 SELECT fact_id,
        CASE
            WHEN subject ~~ 'registration:%'::text THEN substr(subject, 14)::uuid
            ELSE NULL::uuid
        END AS registration_id,
    place,
    kind,
    (data ->> 'before'::text)::smallint AS from_status,
    (data ->> 'after'::text)::smallint AS to_status
   FROM fact
  WHERE subject ~~ 'registration:%'::text AND kind <> 'RegistrationBegunAgain'::text;

create view takeover_state as
 SELECT bulk_id,
    cut_over_day,
        CASE
            WHEN users_import IS NULL THEN 'noUsers'::text
            WHEN (EXISTS ( SELECT
               FROM feed_import i
              WHERE i.import_id = t.users_import AND (i.ended_at IS NULL OR i.problem IS NOT NULL))) THEN 'unfinished'::text
            WHEN (EXISTS ( SELECT
               FROM takeover_problem p
              WHERE p.bulk_id = t.bulk_id)) THEN 'refusedUsers'::text
            WHEN NOT (EXISTS ( SELECT
               FROM person m
              WHERE m.bulk_id = t.bulk_id AND m.role = 'master'::text AND m.deleted_at IS NULL)) THEN 'noMaster'::text
            WHEN NOT (EXISTS ( SELECT
               FROM electricity_account e
              WHERE e.bulk_id = t.bulk_id)) THEN 'noAccount'::text
            ELSE NULL::text
        END AS obstacle
   FROM takeover t;

CREATE OR REPLACE FUNCTION public.add_month(parent text, instant timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET lock_timeout TO '200ms'
AS $function$
declare
    key text := month_key(parent);
    fallback text := parent || '_default';
    since timestamptz;
    part text;
begin
    perform pg_advisory_xact_lock(hashtextextended('months', 0));
    execute format(
        'select begins from (
             select month_of($1, n) as begins from generate_series(0, 2) n
             union all select month_of(min(%I)) from months.%I
         ) wanted
         where begins is not null and to_regclass(''months.'' || quote_ident(month_table($2, begins))) is null
         order by begins limit 1', key, fallback)
    into since using instant, parent;
    if since is null then
        return false;
    end if;
    part := month_table(parent, since);
    execute format('create table months.%I (like public.%I including defaults including constraints)', part, parent);
    -- A row of that month that is inserted now would prevent the partition from being attached.
    execute format('lock table months.%I in access exclusive mode', fallback);
    execute format(
        'with moved as (delete from months.%I where %I >= %L and %I < %L returning *)
         insert into months.%I select * from moved', fallback, key, since, key, month_of(since, 1), part);
    execute format('alter table public.%I attach partition months.%I for values from (%L) to (%L)',
                   parent, part, since, month_of(since, 1));
    return true;
end
$function$;
revoke execute on function add_month(text,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION public.add_up_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    execute 'insert into account_total (bulk_id, state, active, accounts)
        select c.bulk_id, m.state, m.active, sum(c.sign)
        from (' || changed_rows(tg_op) || ') c join account_master m on m.account_no = c.account_no
        group by c.bulk_id, m.state, m.active having sum(c.sign) <> 0';
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_up_deleted_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    with changed as materialized (
        select c.*, date_trunc('month', c.invoice_date)::date as invoice_month,
               bill_rest(c.status, c.total_amount_payable, c.settled_amount) as due,
               case when bill_counts(c.e_invoice_status) then c.sign else 0 end as counted,
               bill_standing(c.status, c.total_amount_payable, c.current_charge, c.disable_payment) as standing
        from (select -1 as sign, o.* from old_rows o) c where c.bulk_id is not null
    ), accounts as (
        insert into billed_account_change (bulk_id, bill_batch_id, account_no, unpaid, payable)
        select bulk_id, bill_batch_id, account_no, sum(case when standing <> 'paid' then sign else 0 end),
               sum(case when standing = 'payable' then sign else 0 end)
        from changed group by bulk_id, bill_batch_id, account_no
        having sum(case when standing <> 'paid' then sign else 0 end) <> 0
            or sum(case when standing = 'payable' then sign else 0 end) <> 0
    )
    insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing,
                            disable_payment, closed, bills, credits, amount, current_charge, outstanding_amount,
                            with_charges, charges, kwh, counted, cost)
    select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed,
           sum(sign), sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end),
           sum(sign * due), sum(sign * current_charge), sum(sign * outstanding_amount),
           sum(case when outstanding_amount > 0 then sign else 0 end),
           sum(sign * greatest(outstanding_amount, 0)), sum(counted * coalesce(consumption_kwh, 0)), sum(counted),
           sum(counted * current_charge)
    from changed
    group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed
    having sum(sign) <> 0 or sum(sign * due) <> 0 or sum(sign * current_charge) <> 0
        or sum(sign * outstanding_amount) <> 0 or sum(sign * greatest(outstanding_amount, 0)) <> 0
        or sum(case when outstanding_amount > 0 then sign else 0 end) <> 0
        or sum(counted * coalesce(consumption_kwh, 0)) <> 0 or sum(counted) <> 0 or sum(counted * current_charge) <> 0
        or sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end) <> 0;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_up_deleted_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into payment_total (status, payments, amount)
    select status, sum(sign), sum(sign * amount) from (select -1 as sign, o.* from old_rows o) c
    group by status having sum(sign) <> 0 or sum(sign * amount) <> 0;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_up_inserted_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    with changed as materialized (
        select c.*, date_trunc('month', c.invoice_date)::date as invoice_month,
               bill_rest(c.status, c.total_amount_payable, c.settled_amount) as due,
               case when bill_counts(c.e_invoice_status) then c.sign else 0 end as counted,
               bill_standing(c.status, c.total_amount_payable, c.current_charge, c.disable_payment) as standing
        from (select 1 as sign, n.* from new_rows n) c where c.bulk_id is not null
    ), accounts as (
        insert into billed_account_change (bulk_id, bill_batch_id, account_no, unpaid, payable)
        select bulk_id, bill_batch_id, account_no, sum(case when standing <> 'paid' then sign else 0 end),
               sum(case when standing = 'payable' then sign else 0 end)
        from changed group by bulk_id, bill_batch_id, account_no
        having sum(case when standing <> 'paid' then sign else 0 end) <> 0
            or sum(case when standing = 'payable' then sign else 0 end) <> 0
    )
    insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing,
                            disable_payment, closed, bills, credits, amount, current_charge, outstanding_amount,
                            with_charges, charges, kwh, counted, cost)
    select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed,
           sum(sign), sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end),
           sum(sign * due), sum(sign * current_charge), sum(sign * outstanding_amount),
           sum(case when outstanding_amount > 0 then sign else 0 end),
           sum(sign * greatest(outstanding_amount, 0)), sum(counted * coalesce(consumption_kwh, 0)), sum(counted),
           sum(counted * current_charge)
    from changed
    group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed
    having sum(sign) <> 0 or sum(sign * due) <> 0 or sum(sign * current_charge) <> 0
        or sum(sign * outstanding_amount) <> 0 or sum(sign * greatest(outstanding_amount, 0)) <> 0
        or sum(case when outstanding_amount > 0 then sign else 0 end) <> 0
        or sum(counted * coalesce(consumption_kwh, 0)) <> 0 or sum(counted) <> 0 or sum(counted * current_charge) <> 0
        or sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end) <> 0;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_up_inserted_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into payment_total (status, payments, amount)
    select status, sum(sign), sum(sign * amount) from (select 1 as sign, n.* from new_rows n) c
    group by status having sum(sign) <> 0 or sum(sign * amount) <> 0;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_up_known_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into account_total (bulk_id, state, active, accounts)
    select e.bulk_id, c.state, c.active, sum(c.sign)
    from (select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o) c
    join electricity_account e on e.account_no = c.account_no
    group by e.bulk_id, c.state, c.active having sum(c.sign) <> 0;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_up_updated_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    with changed as materialized (
        select c.*, date_trunc('month', c.invoice_date)::date as invoice_month,
               bill_rest(c.status, c.total_amount_payable, c.settled_amount) as due,
               case when bill_counts(c.e_invoice_status) then c.sign else 0 end as counted,
               bill_standing(c.status, c.total_amount_payable, c.current_charge, c.disable_payment) as standing
        from (select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o) c where c.bulk_id is not null
    ), accounts as (
        insert into billed_account_change (bulk_id, bill_batch_id, account_no, unpaid, payable)
        select bulk_id, bill_batch_id, account_no, sum(case when standing <> 'paid' then sign else 0 end),
               sum(case when standing = 'payable' then sign else 0 end)
        from changed group by bulk_id, bill_batch_id, account_no
        having sum(case when standing <> 'paid' then sign else 0 end) <> 0
            or sum(case when standing = 'payable' then sign else 0 end) <> 0
    )
    insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing,
                            disable_payment, closed, bills, credits, amount, current_charge, outstanding_amount,
                            with_charges, charges, kwh, counted, cost)
    select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed,
           sum(sign), sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end),
           sum(sign * due), sum(sign * current_charge), sum(sign * outstanding_amount),
           sum(case when outstanding_amount > 0 then sign else 0 end),
           sum(sign * greatest(outstanding_amount, 0)), sum(counted * coalesce(consumption_kwh, 0)), sum(counted),
           sum(counted * current_charge)
    from changed
    group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed
    having sum(sign) <> 0 or sum(sign * due) <> 0 or sum(sign * current_charge) <> 0
        or sum(sign * outstanding_amount) <> 0 or sum(sign * greatest(outstanding_amount, 0)) <> 0
        or sum(case when outstanding_amount > 0 then sign else 0 end) <> 0
        or sum(counted * coalesce(consumption_kwh, 0)) <> 0 or sum(counted) <> 0 or sum(counted * current_charge) <> 0
        or sum(case when standing = 'credit' and total_amount_payable < 0 then sign else 0 end) <> 0;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_up_updated_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into payment_total (status, payments, amount)
    select status, sum(sign), sum(sign * amount) from (select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o) c
    group by status having sum(sign) <> 0 or sum(sign * amount) <> 0;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.awaits_takeover(person uuid, company text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (EXISTS (SELECT FROM takeover_user u WHERE ((u.person_id = awaits_takeover.person) AND (u.bulk_id = awaits_takeover.company) AND (u.activation_sent_at IS NULL))));

CREATE OR REPLACE FUNCTION public.bill_closed(status smallint, closed text, disable_payment boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (status = CASE WHEN (closed = ANY (ARRAY['paidElsewhere'::text, 'carried'::text])) THEN 4 ELSE 1 END) THEN COALESCE(closed, CASE WHEN disable_payment THEN 'disabled'::text ELSE NULL::text END) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.bill_closed(closed text, disable_payment boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(closed, CASE WHEN disable_payment THEN 'disabled'::text ELSE NULL::text END);

CREATE OR REPLACE FUNCTION public.bill_closure(total numeric, settled numeric, is_carried boolean, is_stopped boolean, is_reported boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN is_carried THEN 'carried'::text WHEN (settled > (0)::numeric) THEN CASE WHEN (settled >= total) THEN 'paidElsewhere'::text ELSE 'partlyPaid'::text END WHEN is_stopped THEN 'disabled'::text WHEN is_reported THEN 'reportedPaid'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.bill_counts(e_invoice_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (e_invoice_status IS DISTINCT FROM 'cancelled'::text);

CREATE OR REPLACE FUNCTION public.bill_has_no_payment(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = 1);

CREATE OR REPLACE FUNCTION public.bill_hold_cause(status smallint, amount numeric, current_charge numeric, disable_payment boolean, e_invoice_status text, has_open_query boolean, does_batch_wait boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (NOT bill_is_selectable(status, amount, current_charge, disable_payment)) THEN NULL::text WHEN does_batch_wait THEN 'batch'::text WHEN has_open_query THEN 'query'::text WHEN (e_invoice_status = 'cancelled'::text) THEN 'eInvoice'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.bill_hold_source(of_bulk_id text, of_invoice_no text, cause text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE cause WHEN 'query'::text THEN (SELECT (q.query_id)::text AS query_id FROM query_bill q WHERE ((q.bulk_id = bill_hold_source.of_bulk_id) AND (q.invoice_no = bill_hold_source.of_invoice_no) AND q.is_open)) WHEN 'eInvoice'::text THEN (SELECT b.e_invoice_uuid FROM bill b WHERE ((b.bulk_id = bill_hold_source.of_bulk_id) AND (b.invoice_no = bill_hold_source.of_invoice_no))) ELSE ''::text END;

CREATE OR REPLACE FUNCTION public.bill_is_in_payment(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status <> ALL (ARRAY[1, 4]));

CREATE OR REPLACE FUNCTION public.bill_is_overdue(status smallint, amount numeric, due_date date, today date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((status = 1) AND (amount > (0)::numeric) AND (due_date IS NOT NULL) AND (due_date < (today - 30)));

CREATE OR REPLACE FUNCTION public.bill_is_selectable(status smallint, amount numeric, current_charge numeric, disable_payment boolean)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (bill_standing(status, amount, current_charge, disable_payment) = 'payable'::text);

CREATE OR REPLACE FUNCTION public.bill_is_unpaid(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status <> 4);

CREATE OR REPLACE FUNCTION public.bill_rest(status smallint, total numeric, settled numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (status = 1) THEN (total - settled) ELSE total END;

CREATE OR REPLACE FUNCTION public.bill_standing(status smallint, amount numeric, current_charge numeric, disable_payment boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (status = 4) THEN 'paid'::text WHEN (status <> 1) THEN 'inPayment'::text WHEN (amount <= (0)::numeric) THEN 'credit'::text WHEN (disable_payment OR (current_charge <= (0)::numeric)) THEN 'notPayable'::text ELSE 'payable'::text END;

CREATE OR REPLACE FUNCTION public.booked_late(of_payment uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
    select coalesce(sum(t.amount), 0)
    from payment p
    join (select distinct payment_id, account_no from payment_item) i using (payment_id)
    join settlement s on s.account_no = i.account_no and btrim(s.reference) = p.transaction_no and s.reversal_of is null
    join settlement_part t using (settlement_no)
    where p.payment_id = of_payment and not payment_is_paid(p.status) and t.state <> 'reversed'
$function$;

CREATE OR REPLACE FUNCTION public.booked_parts(settlement text, OUT amount numeric, OUT bills jsonb)
 RETURNS record
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
    select coalesce(sum(p.amount) filter (where state in ('applied', 'unmatched', 'carried')), 0),
           coalesce(jsonb_agg(jsonb_build_object('invoiceNo', invoice_no, 'accountNo', account_no, 'amount', p.amount::text)
                              order by invoice_no) filter (where state = 'applied'), '[]')
    from settlement_part p where settlement_no = settlement
$function$;

CREATE OR REPLACE FUNCTION public.breach_next_due(v breach_version)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN LEAST(CASE WHEN ((v).commissioner_notified_at IS NULL) THEN (v).commissioner_due ELSE NULL::timestamp with time zone END, CASE WHEN ((v).persons_notified_at IS NULL) THEN (v).persons_due ELSE NULL::timestamp with time zone END, CASE WHEN ((v).is_cyber_incident AND ((v).cyber_notified_at IS NULL)) THEN (v).known_at ELSE NULL::timestamp with time zone END, CASE WHEN ((v).cyber_particulars_at IS NULL) THEN (v).cyber_particulars_due ELSE NULL::timestamp with time zone END, CASE WHEN ((v).cyber_supplement_at IS NULL) THEN (v).cyber_supplement_due ELSE NULL::timestamp with time zone END);

CREATE OR REPLACE FUNCTION public.chain_fact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    last record;
begin
    select place, hash into last from fact where subject = new.subject order by place desc limit 1;
    new.place := coalesce(last.place, 0) + 1;
    new.previous := last.hash;
    if new.form = 1 then
        new.hash := sha256(convert_to(fact_form(new), 'UTF8'));
        return new;
    end if;
    new.actor_salt := new_salt();
    new.actor_digest := fact_digest(new.actor_salt, fact_actor_texts(new));
    if new.kept is not null then
        new.content_salt := new_salt();
        new.content_digest := fact_digest(new.content_salt, fact_content_texts(new));
    end if;
    new.hash := sha256(convert_to(fact_salted_form(new), 'UTF8'));
    return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.changed_rows(operation text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE operation WHEN 'INSERT'::text THEN 'select 1 as sign, n.* from new_rows n'::text WHEN 'DELETE'::text THEN 'select -1 as sign, o.* from old_rows o'::text ELSE 'select 1 as sign, n.* from new_rows n union all select -1 as sign, o.* from old_rows o'::text END;

CREATE OR REPLACE FUNCTION public.check_shares_of_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    taken numeric;
begin
    new.share := coalesce(new.share, new.amount);
    perform pg_advisory_xact_lock(hashtextextended('bank lines', 0));
    select coalesce(sum(u.share), 0) into taken from bank_line_used u
    where u.statement_id = new.statement_id and u.line = new.line
      and (tg_op = 'INSERT' or (u.payment_id, u.version) <> (old.payment_id, old.version));
    if taken + new.share > new.amount then
        raise exception 'the shares of the line of % over % would come to %', new.day, new.amount, taken + new.share
            using errcode = 'check_violation', constraint = 'shares_of_a_line_add_up';
    end if;
    return new;
end $function$;

CREATE OR REPLACE FUNCTION public.closure_disables_payment(closed text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((closed <> ALL (ARRAY['paidElsewhere'::text, 'carried'::text])), false);

CREATE OR REPLACE FUNCTION public.company_no(registration_no text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "substring"(translate(upper(registration_no), ' -'::text, ''::text), '(?:^|[^A-Z0-9])(?:(?:[0-9]{1,7}|[0-9]{9}|[A-Z]{2}[0-9]{7})[A-Z]|LLP[0-9]{7}[A-Z]{2,3})?([0-9]{12})(?:(?:[0-9]{1,7}|[0-9]{9}|[A-Z]{2}[0-9]{7})[A-Z]|LLP[0-9]{7}[A-Z]{2,3})?(?![A-Z0-9])'::text);

CREATE OR REPLACE FUNCTION public.data_request_is_open(state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (state = ANY (ARRAY['open'::text, 'extended'::text]));

CREATE OR REPLACE FUNCTION public.drop_month(parent text, before timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
AS $function$
declare
    key text := month_key(parent);
    part text;
begin
    perform pg_advisory_xact_lock(hashtextextended('months', 0));
    select c.relname into part
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', parent)::regclass and c.relnamespace = 'months'::regnamespace
      and c.relname <> parent || '_default' and c.relname::text collate "C" < month_table(parent, before)
    order by c.relname limit 1;
    if key is null or part is null then
        return false;
    end if;
    execute format('drop table months.%I', part);
    return true;
end
$function$;
revoke execute on function drop_month(text,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION public.end_delegations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    delete from approval_delegation where bulk_id = old.bulk_id and old.person_id in (from_person, to_person);
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.erase_fact_texts(ids bigint[], actors boolean[], contents boolean[], abouts text[], datas jsonb[], covering bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with erased as (
        update fact f set
            actor_name = case when e.erases_actor then 'Former user' else f.actor_name end,
            address = case when not e.erases_actor then f.address end,
            device = case when not e.erases_actor then f.device end,
            actor_salt = case when not e.erases_actor then f.actor_salt end,
            actor_erased_by = case when e.erases_actor then covering else f.actor_erased_by end,
            about = case when e.erases_content then e.new_about else f.about end,
            data = case when e.erases_content then e.new_data else f.data end,
            content_salt = case when not e.erases_content then f.content_salt end,
            content_erased_by = case when e.erases_content then covering else f.content_erased_by end
        from unnest(ids, actors, contents, abouts, datas) e (id, erases_actor, erases_content, new_about, new_data)
        where f.fact_id = e.id
        returning 1
    )
    select count(*) from erased
$function$;
revoke execute on function erase_fact_texts(bigint[],boolean[],boolean[],text[],jsonb[],bigint) from public;

CREATE OR REPLACE FUNCTION public.erased_fact_hash(one fact, erases_actor boolean, erases_content boolean, new_about text, new_data jsonb)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256(convert_to(fact_form(jsonb_populate_record(one, (CASE WHEN erases_actor THEN jsonb_build_object('actor_name', 'Former user', 'address', NULL::unknown, 'device', NULL::unknown) ELSE '{}'::jsonb END || CASE WHEN erases_content THEN jsonb_build_object('about', new_about, 'data', new_data) ELSE '{}'::jsonb END))), 'UTF8'::name));

CREATE OR REPLACE FUNCTION public.fact_actor_texts(one fact)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((fact_field((one).actor_name) || fact_field((one).address)) || fact_field((one).device));

CREATE OR REPLACE FUNCTION public.fact_content_texts(one fact)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (fact_field((one).about) || fact_field(((one).data)::text));

CREATE OR REPLACE FUNCTION public.fact_digest(salt bytea, texts text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256((salt || convert_to(texts, 'UTF8'::name)));

CREATE OR REPLACE FUNCTION public.fact_field(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
    return coalesce(octet_length(value) || ':' || value, '-') || ',';
end
$function$;

CREATE OR REPLACE FUNCTION public.fact_form(one fact)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((((((((((((fact_field(encode((one).previous, 'hex'::text)) || fact_field((one).subject)) || fact_field(((one).place)::text)) || fact_field((one).kind)) || fact_field(((one).data)::text)) || fact_field((one).about)) || fact_field((one).bulk_id)) || fact_field(((one).actor_id)::text)) || fact_field((one).actor_name)) || fact_field((one).acting_role)) || fact_field((one).address)) || fact_field((one).device)) || fact_field((((EXTRACT(epoch FROM (one).happened_at) * (1000000)::numeric))::bigint)::text));

CREATE OR REPLACE FUNCTION public.fact_salted_form(one fact)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((((((((((((fact_field('2'::text) || fact_field(encode((one).previous, 'hex'::text))) || fact_field((one).subject)) || fact_field(((one).place)::text)) || fact_field((one).kind)) || fact_field(((one).kept)::text)) || fact_field(CASE WHEN ((one).kept IS NULL) THEN ((one).data)::text ELSE NULL::text END)) || fact_field(CASE WHEN ((one).kept IS NULL) THEN (one).about ELSE NULL::text END)) || fact_field((one).bulk_id)) || fact_field(((one).actor_id)::text)) || fact_field((one).acting_role)) || fact_field(encode((one).actor_digest, 'hex'::text))) || fact_field(encode((one).content_digest, 'hex'::text))) || fact_field((((EXTRACT(epoch FROM (one).happened_at) * (1000000)::numeric))::bigint)::text));

CREATE OR REPLACE FUNCTION public.fill_bulk_id_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    new.bulk_id := (select p.bulk_id from payment p where p.payment_id = new.payment_id);
    return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.fill_bulk_id_of_statement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    new.bulk_id := (select s.bulk_id from statement s where s.statement_id = new.statement_id);
    return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.fill_tenant_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    new.tenant := (select p.bulk_id from payment p where p.payment_id = new.payment_id);
    return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.fold_payment_totals()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
    perform pg_advisory_xact_lock(hashtextextended('fold totals of payments', 0));
    with gone as (delete from payment_total returning *)
    insert into payment_total
    select status, sum(payments), sum(amount), true
    from gone group by status having sum(payments) <> 0 or sum(amount) <> 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.fold_totals(tenant text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
    perform pg_advisory_xact_lock(hashtextextended('fold totals of ' || tenant, 0));
    with gone as (delete from bill_total where bulk_id = tenant returning *)
    insert into bill_total (bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed, bills,
                            credits, amount, current_charge, outstanding_amount, with_charges, charges, kwh, counted, cost, is_folded)
    select bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed, sum(bills),
           sum(credits), sum(amount), sum(current_charge), sum(outstanding_amount), sum(with_charges), sum(charges), sum(kwh),
           sum(counted), sum(cost), true
    from gone group by bulk_id, bill_batch_id, extraction_date, invoice_month, due_date, standing, disable_payment, closed
    having sum(bills) <> 0 or sum(amount) <> 0 or sum(current_charge) <> 0 or sum(outstanding_amount) <> 0
        or sum(credits) <> 0 or sum(with_charges) <> 0 or sum(charges) <> 0 or sum(kwh) <> 0
        or sum(counted) <> 0 or sum(cost) <> 0;
    with gone as (delete from account_total where bulk_id = tenant returning *)
    insert into account_total
    select bulk_id, state, active, sum(accounts), true
    from gone group by bulk_id, state, active having sum(accounts) <> 0;
    with gone as (
        delete from billed_account_change where bulk_id = tenant returning bill_batch_id, account_no, unpaid, payable
    ), changed as materialized (
        select bill_batch_id, account_no, sum(unpaid) as unpaid, sum(payable) as payable
        from gone group by bill_batch_id, account_no
        union all
        select '', account_no, sum(unpaid), sum(payable) from gone group by account_no
    ), known as materialized (
        select c.bill_batch_id, c.account_no, coalesce(k.unpaid, 0) as unpaid_before,
               coalesce(k.payable, 0) as payable_before, coalesce(k.unpaid, 0) + c.unpaid as unpaid_now,
               coalesce(k.payable, 0) + c.payable as payable_now
        from changed c left join billed_account k
            on k.bulk_id = tenant and k.bill_batch_id = c.bill_batch_id and k.account_no = c.account_no
    ), without as (
        delete from billed_account k using known n
        where k.bulk_id = tenant and k.bill_batch_id = n.bill_batch_id and k.account_no = n.account_no
          and n.unpaid_now = 0
    ), kept as (
        insert into billed_account
        select tenant, bill_batch_id, account_no, unpaid_now, payable_now from known where unpaid_now <> 0
        on conflict (bulk_id, bill_batch_id, account_no) do update
        set unpaid = excluded.unpaid, payable = excluded.payable
    )
    insert into billed_accounts as a
    select tenant, bill_batch_id, sum((unpaid_now > 0)::int - (unpaid_before > 0)::int),
           sum((payable_now > 0)::int - (payable_before > 0)::int)
    from known group by bill_batch_id
    on conflict (bulk_id, bill_batch_id) do update
    set unpaid = a.unpaid + excluded.unpaid, payable = a.payable + excluded.payable;
    delete from billed_accounts where bulk_id = tenant and unpaid = 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.follow_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    if (old.current_charge, old.outstanding_amount, old.tax_amount, old.total_amount_payable, old.consumption_kwh)
       is distinct from
       (new.current_charge, new.outstanding_amount, new.tax_amount, new.total_amount_payable, new.consumption_kwh) then
        delete from bill_charges where invoice_no = new.invoice_no;
    elsif old.bulk_id is distinct from new.bulk_id then
        update bill_charges set bulk_id = new.bulk_id where invoice_no = new.invoice_no;
    end if;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.given_back_late(of_account text, of_reference text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
    select min(d.decided_at)
    from payment p
    join late_decision d using (payment_id)
    join fpx_alert a using (alert_id)
    where p.transaction_no = btrim(of_reference) and not payment_is_paid(p.status)
      and d.way <> 'bills' and a.reason = 'lateApproval'
      and exists (select from payment_item i where i.payment_id = p.payment_id and i.account_no = of_account)
$function$;

CREATE OR REPLACE FUNCTION public.hold_bills_of_query()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    if tg_op = 'INSERT' then
        insert into query_bill (query_id, invoice_no, bulk_id, place, account_no, amount, is_open)
        values (new.query_id, new.invoice_no, new.bulk_id, 1, new.account_no, new.amount, query_is_open(new.state));
    else
        update query_bill set is_open = query_is_open(new.state) and left_at is null
        where query_id = new.query_id and is_open <> (query_is_open(new.state) and left_at is null);
    end if;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_language(code text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (code = ANY (ARRAY['en'::text, 'ms'::text]));

CREATE OR REPLACE FUNCTION public.is_late_money(reason text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (reason = ANY (ARRAY['lateApproval'::text, 'paidTwice'::text, 'paidElsewhere'::text, 'paidAndCarried'::text]));

CREATE OR REPLACE FUNCTION public.is_paid_by_booking(of_invoice text, of_payment uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
    select not exists (select from payment_item where invoice_no = of_invoice and live)
       and coalesce(bool_and(btrim(s.reference) = p.transaction_no), false)
    from settlement_part t join settlement s using (settlement_no) cross join payment p
    where t.invoice_no = of_invoice and t.state = 'applied' and p.payment_id = of_payment
$function$;

CREATE OR REPLACE FUNCTION public.is_same_company(one text, other text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((company_no(one) = company_no(other)) OR ((old_company_no(one) = old_company_no(other)) AND ((company_no(one) IS NULL) OR (company_no(other) IS NULL))));

CREATE OR REPLACE FUNCTION public.is_settled_account(account text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (SELECT FROM settlement s WHERE (s.account_no = is_settled_account.account))) OR (EXISTS (SELECT FROM bill b WHERE ((b.account_no = is_settled_account.account) AND ((b.outstanding_amount <> (0)::numeric) OR (b.carried_to IS NOT NULL))))));

CREATE OR REPLACE FUNCTION public.mark_accounts_to_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into audit_due (bulk_id, account_no)
    select e.bulk_id, e.account_no
    from (select account_no, tariff, active from new_rows
          except select account_no, tariff, active from old_rows) changed
    cross join lateral (select bulk_id, account_no from electricity_account where account_no = changed.account_no offset 0) e;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_all_to_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    has_changed boolean;
begin
    execute 'select exists (select from (' || changed_rows(tg_op) || ') c)' into has_changed;
    if has_changed then
        insert into audit_due (bulk_id, account_no) select bulk_id, account_no from electricity_account;
    end if;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_bills_to_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    gone record;
begin
    if tg_op = 'INSERT' then
        insert into audit_due (bulk_id, account_no)
        select distinct bulk_id, account_no from new_rows where bulk_id is not null;
    elsif tg_op = 'DELETE' then
        insert into audit_due (bulk_id, account_no)
        select distinct bulk_id, account_no from old_rows where bulk_id is not null;
    else
        -- Set operations, because a cached plan of a join could be quadratic for a statement that changes many bills.
        insert into audit_due (bulk_id, account_no)
        select distinct bulk_id, account_no
        from ((select invoice_no, bulk_id, account_no, bill_batch_id, invoice_date, due_date, bill_type, reading_type, reading_start,
                    reading_end, tariff, consumption_kwh, maximum_demand_kw, current_charge, outstanding_amount, tax_amount,
                    total_amount_payable, was_replaced, bill_is_unpaid(status),
                    coalesce(e_invoice_status = 'cancelled', false) from new_rows
               except select invoice_no, bulk_id, account_no, bill_batch_id, invoice_date, due_date, bill_type, reading_type, reading_start,
                    reading_end, tariff, consumption_kwh, maximum_demand_kw, current_charge, outstanding_amount, tax_amount,
                    total_amount_payable, was_replaced, bill_is_unpaid(status),
                    coalesce(e_invoice_status = 'cancelled', false) from old_rows)
              union all
              (select invoice_no, bulk_id, account_no, bill_batch_id, invoice_date, due_date, bill_type, reading_type, reading_start,
                    reading_end, tariff, consumption_kwh, maximum_demand_kw, current_charge, outstanding_amount, tax_amount,
                    total_amount_payable, was_replaced, bill_is_unpaid(status),
                    coalesce(e_invoice_status = 'cancelled', false) from old_rows
               except select invoice_no, bulk_id, account_no, bill_batch_id, invoice_date, due_date, bill_type, reading_type, reading_start,
                    reading_end, tariff, consumption_kwh, maximum_demand_kw, current_charge, outstanding_amount, tax_amount,
                    total_amount_payable, was_replaced, bill_is_unpaid(status),
                    coalesce(e_invoice_status = 'cancelled', false) from new_rows)) changed
        where bulk_id is not null;
        -- Bill by bill, because the plan of one statement for all could read the whole table.
        for gone in select bulk_id, invoice_no from old_rows where bulk_id is not null
                    except select bulk_id, invoice_no from new_rows
        loop
            delete from finding where bulk_id = gone.bulk_id and invoice_no = gone.invoice_no;
        end loop;
    end if;
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_charges_to_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    execute 'insert into audit_due (bulk_id, account_no)
        select distinct b.bulk_id, b.account_no
        from (' || changed_rows(tg_op) || ') c
        cross join lateral (select bulk_id, account_no from bill where invoice_no = c.invoice_no offset 0) b
        where b.bulk_id is not null';
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_company_to_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into audit_due (bulk_id, account_no)
    select bulk_id, account_no from electricity_account where bulk_id = coalesce(new.bulk_id, old.bulk_id);
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.mark_muted_to_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into audit_due (bulk_id, account_no)
    values (coalesce(new.bulk_id, old.bulk_id), coalesce(new.account_no, old.account_no));
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.month_key(parent text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
    case parent
        when 'notification' then return 'notified_at';
        when 'security_event' then return 'happened_at';
    end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.month_of(instant timestamp with time zone, further integer DEFAULT 0)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((date_trunc('month'::text, (instant AT TIME ZONE '08:00:00'::interval)) + ((further)::double precision * '1 mon'::interval)) AT TIME ZONE '08:00:00'::interval);

CREATE OR REPLACE FUNCTION public.month_table(parent text, instant timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (parent || to_char((instant AT TIME ZONE '08:00:00'::interval), '_YYYY_MM'::text));

CREATE OR REPLACE FUNCTION public.new_salt()
 RETURNS bytea
 LANGUAGE sql
RETURN sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

CREATE OR REPLACE FUNCTION public.next_bulk_id()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
    number text;
begin
    loop
        number := nextval('bulk_account_number')::text;
        exit when not exists (select from bulk_account where bulk_id = number);
    end loop;
    return number;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_replaced_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    new.was_replaced := true;
    return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into published (channel, payload) values ('access_ended', new.person_id::text);
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into published (channel, payload) values ('access_ended', new.session_id::text);
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.old_company_no(registration_no text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((company_no(registration_no) IS NULL) AND (translate(upper(registration_no), ' -'::text, ''::text) !~ '^[^A-Z0-9]*(?:(?:[0-9]{1,7}|[0-9]{9}|[A-Z]{2}[0-9]{7})[A-Z]|LLP[0-9]{7}[A-Z]{2,3})[^A-Z0-9]*$'::text)) THEN registration_no ELSE regexp_replace("substring"(translate(upper(registration_no), ' -'::text, ''::text), '(?:^|[^A-Z0-9])(?:[0-9]{12})?((?:[0-9]{1,7}|[0-9]{9}|[A-Z]{2}[0-9]{7})[A-Z]|LLP[0-9]{7}[A-Z]{2,3})(?:[0-9]{12})?(?![A-Z0-9])'::text), '^(?=[0-9]{1,7}[A-Z]$)0+(?=[0-9])'::text, ''::text) END;

CREATE OR REPLACE FUNCTION public.outside_months(parent text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
    key text := month_key(parent);
    found bigint;
begin
    execute format('select count(%I) from (select %I from months.%I limit 1000) few', key, key, parent || '_default')
    into found;
    return found;
end
$function$;
revoke execute on function outside_months(text) from public;

CREATE OR REPLACE FUNCTION public.payment_awaits_approval(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = 2);

CREATE OR REPLACE FUNCTION public.payment_awaits_reconciliation(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY[7, 8]));

CREATE OR REPLACE FUNCTION public.payment_is_being_posted(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = 3);

CREATE OR REPLACE FUNCTION public.payment_is_live(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY[2, 3, 4, 7, 8, 9, 10]));

CREATE OR REPLACE FUNCTION public.payment_is_paid(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = 4);

CREATE OR REPLACE FUNCTION public.person_is_unchanged(one uuid, its_role text, may_pay boolean, may_manage boolean, of_bulk text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
    return exists (select from person where person_id = one and role = its_role and make_payments = may_pay
                   and manage_accounts = may_manage and bulk_id is not distinct from of_bulk and disabled_at is null);
end
$function$;

CREATE OR REPLACE FUNCTION public.person_may_approve(p person)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((p).bulk_id IS NOT NULL) AND (((p).role = 'master'::text) OR (((p).role = 'member'::text) AND (p).make_payments)) AND ((p).activated_at IS NOT NULL) AND ((p).disabled_at IS NULL) AND ((p).deleted_at IS NULL));

CREATE OR REPLACE FUNCTION public.pg_notify(channel text, payload text)
 RETURNS void
 LANGUAGE sql
AS $function$
    insert into public.published (channel, payload) values ($1, '')
$function$;

CREATE OR REPLACE FUNCTION public.proposal_awaits(p proposal, user_id uuid, today date)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (((p).state = 'proposed'::text) AND ((p).proposed_by <> user_id) AND (NOT (EXISTS (SELECT FROM proposal_act a WHERE ((a.proposal_id = (proposal_awaits.p).proposal_id) AND ((proposal_awaits.user_id = a.person_id) OR (proposal_awaits.user_id = a.right_of)))))) AND (EXISTS (SELECT FROM person caller WHERE ((caller.person_id = proposal_awaits.user_id) AND (caller.bulk_id = (proposal_awaits.p).bulk_id) AND person_may_approve(caller.*)))) AND (jsonb_exists((((p).steps -> ((p).step - 1)) -> 'userIds'::text), (user_id)::text) OR (EXISTS (SELECT FROM (approval_delegation d JOIN person f ON ((f.person_id = d.from_person))) WHERE ((d.bulk_id = (proposal_awaits.p).bulk_id) AND (d.to_person = proposal_awaits.user_id) AND ((proposal_awaits.today >= d.from_day) AND (proposal_awaits.today <= d.until_day)) AND jsonb_exists((((proposal_awaits.p).steps -> ((proposal_awaits.p).step - 1)) -> 'userIds'::text), (d.from_person)::text) AND (d.from_person <> (proposal_awaits.p).proposed_by) AND (f.bulk_id = (proposal_awaits.p).bulk_id) AND person_may_approve(f.*) AND (NOT (EXISTS (SELECT FROM proposal_act a WHERE ((a.proposal_id = (proposal_awaits.p).proposal_id) AND ((d.from_person = a.person_id) OR (d.from_person = a.right_of)))))))))));

CREATE OR REPLACE FUNCTION public.proposal_is_open(state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (state = ANY (ARRAY['proposed'::text, 'approved'::text]));

CREATE OR REPLACE FUNCTION public.query_is_open(state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (state = ANY (ARRAY['open'::text, 'answered'::text, 'reopened'::text]));

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    raise exception '% is append-only', tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_fact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    if (old.fact_id, old.subject, old.place, old.kind, old.bulk_id, old.actor_id, old.acting_role, old.happened_at, old.previous,
        old.hash, old.form, old.kept, old.actor_digest, old.content_digest)
       is not distinct from
       (new.fact_id, new.subject, new.place, new.kind, new.bulk_id, new.actor_id, new.acting_role, new.happened_at, new.previous,
        new.hash, new.form, new.kept, new.actor_digest, new.content_digest)
       and ((old.actor_name, old.address, old.device, old.actor_salt, old.actor_erased_by)
            is not distinct from (new.actor_name, new.address, new.device, new.actor_salt, new.actor_erased_by)
            or (old.actor_erased_by is null and new.actor_erased_by is not null and new.actor_name = 'Former user'
                and new.address is null and new.device is null and new.actor_salt is null))
       and ((old.about, old.data, old.content_salt, old.content_erased_by)
            is not distinct from (new.about, new.data, new.content_salt, new.content_erased_by)
            or (old.content_erased_by is null and new.content_erased_by is not null and new.content_salt is null
                and (old.form = 1 or (new.about = old.kept ->> 'about' and new.data = old.kept -> 'data'))))
    then
        return new;
    end if;
    raise exception 'fact is append-only';
end
$function$;

CREATE OR REPLACE FUNCTION public.registration_awaits_accounts(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY[5, 6]));

CREATE OR REPLACE FUNCTION public.registration_awaits_answer(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = 4);

CREATE OR REPLACE FUNCTION public.registration_awaits_approval(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = 2);

CREATE OR REPLACE FUNCTION public.registration_is_editable(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY[1, 4]));

CREATE OR REPLACE FUNCTION public.registration_is_live(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY[2, 4, 5, 6, 7]));

CREATE OR REPLACE FUNCTION public.registration_is_open(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY[1, 2, 4, 5]));

CREATE OR REPLACE FUNCTION public.registration_is_processed(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY[6, 7]));

CREATE OR REPLACE FUNCTION public.registration_is_submitted(status smallint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status <> 1);

CREATE OR REPLACE FUNCTION public.registration_led_to(status smallint, kind text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE kind WHEN 'RegistrationSubmitted'::text THEN CASE WHEN (status = ANY (ARRAY[1, 4])) THEN 2 ELSE NULL::integer END WHEN 'RegistrationApproved'::text THEN CASE status WHEN 2 THEN 5 ELSE NULL::integer END WHEN 'RegistrationInfoRequested'::text THEN CASE status WHEN 2 THEN 4 ELSE NULL::integer END WHEN 'RegistrationRejected'::text THEN CASE status WHEN 2 THEN 3 ELSE NULL::integer END WHEN 'RegistrationClosed'::text THEN CASE status WHEN 4 THEN 8 ELSE NULL::integer END WHEN 'RegistrationWithdrawn'::text THEN CASE WHEN (status = ANY (ARRAY[2, 4])) THEN 8 ELSE NULL::integer END WHEN 'RegistrationReminded'::text THEN CASE status WHEN 4 THEN 4 ELSE NULL::integer END WHEN 'RegistrationLapsed'::text THEN CASE status WHEN 4 THEN 8 ELSE NULL::integer END WHEN 'RegistrationFinished'::text THEN CASE status WHEN 5 THEN 7 ELSE NULL::integer END WHEN 'RegistrationFinishedWithErrors'::text THEN CASE status WHEN 5 THEN 6 ELSE NULL::integer END WHEN 'RegistrationPutRight'::text THEN CASE status WHEN 6 THEN 7 ELSE NULL::integer END ELSE NULL::integer END)::smallint;

CREATE OR REPLACE FUNCTION public.settle_changed_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into settlement_due (account_no)
    select account_no
    from (select distinct account_no
          from (select invoice_no, account_no, bulk_id, status, total_amount_payable, outstanding_amount, current_charge, due_date,
                       extraction_date, invoice_date, e_invoice_status, closed from new_rows where not bill_is_in_payment(status)
                except
                select invoice_no, account_no, bulk_id, status, total_amount_payable, outstanding_amount, current_charge, due_date,
                       extraction_date, invoice_date, e_invoice_status, closed from old_rows) changed) accounts
    where is_settled_account(account_no);
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_new_bills()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    insert into settlement_due (account_no)
    select account_no from (select distinct account_no from new_rows) n where is_settled_account(account_no);
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.settlement_parts_follow_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    update settlement_part set bulk_id = new.bulk_id
    where invoice_no = new.invoice_no and account_no = new.account_no and state <> 'unmatched';
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.settlement_parts_leave_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    update settlement_part p set bulk_id = null
    from settlement s
    where s.account_no = old.account_no and p.settlement_no = s.settlement_no and p.bulk_id = old.bulk_id
      and (p.state = 'unmatched'
           or not exists (select from bill b where b.invoice_no = p.invoice_no and b.account_no = p.account_no));
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.standing_is_overdue(standing text, due_date date, today date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((standing = ANY (ARRAY['payable'::text, 'notPayable'::text])) AND bill_is_overdue((1)::smallint, (1)::numeric, due_date, today));
