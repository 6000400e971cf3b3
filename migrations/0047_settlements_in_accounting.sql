-- Documents of settlements have the utility's settlement number, which may have 40 characters.

alter table accounting_document
    drop constraint accounting_document_document_no_check,
    drop constraint accounting_document_source_no_check,
    add constraint accounting_document_document_no_check check (length(document_no) between 1 and 50),
    add constraint accounting_document_source_no_check check (length(source_no) between 1 and 40);
