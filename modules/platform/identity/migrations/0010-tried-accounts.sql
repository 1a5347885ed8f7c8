-- Wrong passwords count for the account as it was typed, whether or not somebody has it.
alter table identity.unknown_account rename to tried_account;
alter index identity.unknown_account_age rename to tried_account_age;
alter index identity.unknown_account_pkey rename to tried_account_pkey;

-- One for all letter cases and widths, as a user name is found in all of them.
create function identity.account_hash(account text) returns bytea immutable parallel safe language sql as $$
  select sha256(convert_to(lower(normalize(account, NFKC)), 'UTF8'))
$$;
