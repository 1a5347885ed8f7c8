-- What was issued and reversed in a time, for finance.
create index invoice_issued on invoices.invoice (company_id, issued_at) where issued_at is not null;
create index red_letter_issued on invoices.red_letter (company_id, issued_at);
