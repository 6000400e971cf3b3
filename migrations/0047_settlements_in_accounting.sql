-- Settlements in exports to accounting. Their documents have the utility's settlement number, which may have 40 characters.

alter table accounting_document
    drop constraint accounting_document_document_no_check,
    drop constraint accounting_document_source_no_check,
    add constraint accounting_document_document_no_check check (length(document_no) between 1 and 50),
    add constraint accounting_document_source_no_check check (length(source_no) between 1 and 40);

create index settlements_of_bulk on settlement (bulk_id, paid_on, settlement_no) where bulk_id is not null;

-- What a settlement pays or leaves as a credit, and the bills that it pays.
create function booked_parts(settlement text, out amount numeric, out bills jsonb) language sql stable parallel safe as $$
    select coalesce(sum(p.amount) filter (where state in ('applied', 'unmatched', 'carried')), 0),
           coalesce(jsonb_agg(jsonb_build_object('invoiceNo', invoice_no, 'accountNo', account_no, 'amount', p.amount::text)
                              order by invoice_no) filter (where state = 'applied'), '[]')
    from settlement_part p where settlement_no = settlement
$$;
