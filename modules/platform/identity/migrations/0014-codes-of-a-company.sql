-- A code serves the company it was asked for; one that was asked for without a company serves any.
alter table identity.verification_code add column asked_company_id uuid references identity.company (id);
