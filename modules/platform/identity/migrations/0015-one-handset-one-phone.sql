-- The same handset was two addresses, with the limits of two: +8613800000000 and 13800000000. Where a company has both forms,
-- the plain one keeps the codes.
update identity.member m set phone = substr(phone, 4)
where phone ~ '^\+861[3-9][0-9]{9}$'
  and not exists (select from identity.member other where other.company_id = m.company_id and other.phone = substr(m.phone, 4));

-- The current password was counted as a guess for the accounts of the same name in other companies.
alter table identity.credential add column counted_elsewhere_at instant;
