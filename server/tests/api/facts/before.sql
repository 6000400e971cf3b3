insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
values ('3000000001', 'Sinar Jaya Sdn. Bhd.', '202001234567', 2, '2026-01-01Z');
insert into person (person_id, email, name, password_hash, role, bulk_id, is_staff, activated_at, created_at)
values ('00000000-0000-0000-0000-00000000000a', 'master@sinar.example', 'Aminah', '', 'master', '3000000001', false, '2026-01-01Z', '2026-01-01Z'),
       ('00000000-0000-0000-0000-00000000000b', 'pccr@utility.example', 'Farid', '', 'pccrAdmin', null, true, '2026-01-01Z', '2026-01-01Z'),
       ('00000000-0000-0000-0000-00000000000c', 'new@baru.example', 'Kamala', '', null, null, false, '2026-01-01Z', '2026-01-01Z');

insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, version, requested_by,
                     requested_at, reconcile_type, reconcile_amount, paid_amount, credit_account_no, bank_code)
values ('00000000-0000-0000-0000-000000000001', 'P2610010000001', '3000000001', 'EFT_GIRO', 4, 300, 3, 1, 3,
        '00000000-0000-0000-0000-00000000000a', '2026-10-01Z', 2, 5, 305, '220000000001', null),
       ('00000000-0000-0000-0000-000000000002', 'P2610010000002', '3000000001', 'FPX', 11, 200.5, 2, 1, 1,
        '00000000-0000-0000-0000-00000000000a', '2026-10-01Z', null, null, null, null, '51'),
       ('00000000-0000-0000-0000-000000000003', 'P2610010000003', '3000000001', 'CHEQUE', 6, 100, 1, 1, 1,
        '00000000-0000-0000-0000-00000000000a', '2026-10-01Z', null, null, null, null, null);
insert into payment_event (payment_id, event, at, person_id, actor, from_status, to_status, amount, paid_amount, version, note)
select ('00000000-0000-0000-0000-00000000000' || payment)::uuid, event, '2026-10-01Z'::timestamptz + place * interval '1 hour',
       case by when 'Aminah' then '00000000-0000-0000-0000-00000000000a'::uuid
               when 'Farid' then '00000000-0000-0000-0000-00000000000b'::uuid end,
       by, before, after, amount, paid, version, note
from (values (1, 1, 'submitted', 'Aminah', null, 2, 300.00, null, 1, 'IBG1, IBG2'),
             (2, 1, 'insufficientRequested', 'Farid', 2, 8, 50.00, 250.00, 1, null),
             (3, 2, 'fpxStarted', 'Aminah', null, 9, 200.50, null, 1, null),
             (4, 1, 'differencePaid', 'Aminah', 8, 2, 50.00, 250.00, 2, 'IBG3'),
             (5, 2, 'fpxPending', 'Maybank2E', 9, 10, 200.50, null, 1, null),
             (6, 1, 'overpaymentRequested', 'Farid', 2, 7, 5.00, 305.00, 2, null),
             (7, 1, 'creditChosen', 'Aminah', 7, 2, 5.00, 305.00, 3, '220000000001'),
             (8, 1, 'accepted', 'Farid', 2, 3, 300.00, 305.00, 3, null),
             (9, 2, 'fpxDeclined', 'Maybank2E', 10, 11, 200.50, null, 1, null),
             (10, 1, 'posted', 'Posting', 3, 4, 300.00, 305.00, 3, null),
             (11, 3, 'submitted', 'Aminah', null, 2, 100.00, null, 1, '000123'),
             (12, 3, 'rejected', 'Farid', 2, 6, 100.00, null, 1, 'The bank returned the cheque.'))
     as e (place, payment, event, by, before, after, amount, paid, version, note) order by place;

insert into stored_file (file_id, owner_id, name, kind, size, sha256, stored_at)
values ('00000000-0000-0000-0000-0000000000f1', '00000000-0000-0000-0000-00000000000c', 'Declaration.pdf', 'pdf', 9, '', '2026-09-01Z');
insert into registration (registration_id, person_id, status, business_type, registration_no, company_name, form, submissions,
                          submitted_at, bulk_id, created_at, updated_at)
values ('00000000-0000-0000-0000-0000000000c0', '00000000-0000-0000-0000-00000000000c', 3, 2, '202107654321', 'Baru Berhad', '{}', 1, '2026-09-01Z', null, '2026-09-01Z', '2026-09-01Z'),
       ('00000000-0000-0000-0000-0000000000c1', '00000000-0000-0000-0000-00000000000c', 6, 2, '202107654321', 'Baru Berhad', '{}', 2, '2026-09-03Z', '3000000001', '2026-09-02Z', '2026-09-05Z');
insert into registration_submission (registration_id, submission, form, declaration_id, accounts, submitted_at)
values ('00000000-0000-0000-0000-0000000000c1', 1, '{}', '00000000-0000-0000-0000-0000000000f1', 12, '2026-09-02Z'),
       ('00000000-0000-0000-0000-0000000000c1', 2, '{}', '00000000-0000-0000-0000-0000000000f1', 14, '2026-09-03Z');
insert into registration_event (registration_id, at, by_id, by_name, step, status, remark)
values ('00000000-0000-0000-0000-0000000000c1', '2026-09-02Z', '00000000-0000-0000-0000-00000000000c', 'Kamala', 'submit', 2, null),
       ('00000000-0000-0000-0000-0000000000c1', '2026-09-02T05:00Z', '00000000-0000-0000-0000-00000000000b', 'Farid', 'requestForInfo', 4, 'The street is missing.'),
       ('00000000-0000-0000-0000-0000000000c1', '2026-09-03Z', '00000000-0000-0000-0000-00000000000c', 'Kamala', 'submit', 2, null),
       ('00000000-0000-0000-0000-0000000000c1', '2026-09-04Z', '00000000-0000-0000-0000-00000000000b', 'Farid', 'approve', 5, null),
       ('00000000-0000-0000-0000-0000000000c1', '2026-09-05Z', null, 'The Utility', 'finishWithErrors', 6, null);
insert into activity (happened_at, bulk_id, actor_id, actor_name, subject, kind, details)
values ('2026-08-01Z', null, '00000000-0000-0000-0000-00000000000c', 'Kamala', 'new@baru.example', 'Registered', '{}'),
       ('2026-08-01Z', null, null, '10.0.0.1', 'new@baru.example', 'LinkSent', '{"link": "activation"}'),
       ('2026-09-02Z', null, '00000000-0000-0000-0000-00000000000c', 'Kamala', 'Baru Berhad', 'RegistrationBegunAgain', '{"registrationId": "00000000-0000-0000-0000-0000000000c1", "before": "00000000-0000-0000-0000-0000000000c0"}'),
       ('2026-09-02Z', null, '00000000-0000-0000-0000-00000000000c', 'Kamala', 'Baru Berhad', 'RegistrationSubmitted', '{"registrationId": "00000000-0000-0000-0000-0000000000c1", "status": 2, "remark": null, "submission": 1, "accounts": 12, "termsVersion": "2026-01-01"}'),
       ('2026-09-02T05:00Z', null, '00000000-0000-0000-0000-00000000000b', 'Farid', 'Baru Berhad', 'RegistrationInfoRequested', '{"registrationId": "00000000-0000-0000-0000-0000000000c1", "status": 4, "remark": "The street is missing.", "submission": 1}'),
       -- As the demo wrote them.
       ('2026-09-03Z', null, '00000000-0000-0000-0000-00000000000c', 'Kamala', 'Baru Berhad', 'RegistrationSubmitted', '{"registrationId": "00000000-0000-0000-0000-0000000000c1", "status": 2, "remark": null}'),
       ('2026-09-04Z', null, '00000000-0000-0000-0000-00000000000b', 'Farid', 'Baru Berhad', 'RegistrationApproved', '{"registrationId": "00000000-0000-0000-0000-0000000000c1", "status": 5, "remark": null}'),
       ('2026-09-04Z', '3000000001', null, 'The Utility', 'Baru Berhad', 'BulkAccountMade', '{"registrationId": "00000000-0000-0000-0000-0000000000c1", "master": "new@baru.example", "accounts": 14}'),
       ('2026-09-05Z', '3000000001', null, 'The Utility', 'Baru Berhad', 'RegistrationFinishedWithErrors', '{"registrationId": "00000000-0000-0000-0000-0000000000c1", "status": 6, "remark": null, "errors": 2}'),
       ('2026-09-06Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', '3000000001', 'AccountsAdded', '{"accounts": 3}'),
       ('2026-09-06Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', '3000000001', 'AccountsAdded', '{"accounts": ["220000000001"], "again": true}'),
       ('2026-09-06Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', '220000000001', 'AccountRemoved', '{}'),
       ('2026-09-06Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', '3000000001', 'AccountsChanged', '{"accounts": [{"accountNo": "220000000001", "before": {"referenceId": null, "groupId": null}, "after": {"referenceId": "A", "groupId": null}}]}'),
       ('2026-09-06Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', 'North', 'GroupRenamed', '{"groupId": "g", "before": "N", "after": "North"}'),
       ('2026-09-07Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', 'Sinar Jaya Sdn. Bhd.', 'BulkProfileChanged', '{"version": 2, "changes": [{"field": "landline", "before": "312345678", "after": "387654321"}]}'),
       ('2026-09-07Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', 'a@b.example', 'Invited', '{"userId": "i", "nickname": null, "role": "member", "permissions": {"makePayments": true, "manageAccounts": false}}'),
       ('2026-09-07Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', 'a@b.example', 'InvitationAccepted', '{"role": "member", "makePayments": true, "manageAccounts": false}'),
       ('2026-09-07Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', 'a@b.example', 'MemberChanged', '{"userId": "m", "before": {"nickname": null, "role": "viewer", "permissions": {"makePayments": false, "manageAccounts": false}}, "after": {"nickname": "B", "role": "member", "permissions": {"makePayments": true, "manageAccounts": false}}}'),
       ('2026-09-07Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', 'a@b.example', 'MasterTransferred', '{"before": {"userId": null, "master": null, "role": "viewer", "permissions": {"makePayments": false, "manageAccounts": false}, "nickname": null}, "after": {"userId": "m", "master": "a@b.example", "nickname": null}}'),
       ('2026-09-08Z', '3000000001', '00000000-0000-0000-0000-00000000000a', 'Aminah', 'master@sinar.example', 'ProfileChanged', '{"before": {"theme": null}, "after": {"theme": "dark"}}'),
       ('2026-09-08Z', null, '00000000-0000-0000-0000-00000000000b', 'Farid', 'x@utility.example', 'StaffChanged', '{"userId": "00000000-0000-0000-0000-00000000000b", "before": {"username": "X", "nickname": null, "mobileNo": "123456789", "role": "ict"}, "after": {"username": "X", "nickname": null, "mobileNo": "123456789", "role": "pccrAdmin"}}'),
       ('2026-09-08Z', null, '00000000-0000-0000-0000-00000000000b', 'Farid', 'gone@sinar.example', 'UserDeleted', '{"userId": "00000000-0000-0000-0000-0000000000dd", "before": {"username": "G", "nickname": null, "role": null, "bulkId": null}}');
