-- Visits that a job has not counted yet: a visitor adds a row and waits for nobody. It names no account by a key, because that would
-- wait for whoever changes the account, and no visitor.
create table community.account_visit (
  id uuid primary key,
  account_id uuid not null,
  company_id uuid not null,
  day int not null
);
