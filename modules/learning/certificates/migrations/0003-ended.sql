-- What was revoked or replaced: few of many, which any verifier of a badge may ask for.
create index certificate_ended on certificates.certificate (company_id, issued_at desc, id desc)
  where status <> 'current';
