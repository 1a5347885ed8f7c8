-- User names, phones and e-mail addresses are unique within a company: whether another company has one is nobody's business.
-- Every value was unique on the installation before, so nothing conflicts. The value comes first, because a sign-in
-- without a company looks for the accounts of all of them.
drop index identity.member_name;
drop index identity.member_phone;
drop index identity.member_email;
create unique index member_name on identity.member (lower(name), company_id);
create unique index member_phone on identity.member (phone, company_id);
create unique index member_email on identity.member (lower(email), company_id);

-- Wrong passwords count apart for an account of a company, and for one that was typed without a company.
create function identity.account_hash(account text, company_id uuid) returns bytea immutable parallel safe language sql as $$
  select case when company_id is null then identity.account_hash(account)
    else sha256(uuid_send(company_id) || identity.account_hash(account)) end
$$;
