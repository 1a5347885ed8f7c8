-- An administrator issues without a second person only up to the company's limit. Beyond it, the issue waits here for an
-- approval; the transfer is posted when it is agreed.
create table currency.issue_application (
  id uuid primary key,
  company_id uuid not null,
  event text not null check (event in ('recharge', 'adjustment')),
  kind smallint not null check (kind in (1, 2)),
  -- For each account, in hundredths.
  amount bigint not null check (amount > 0),
  reason text not null,
  -- Pairs of the kind and id of an owner.
  owners jsonb not null,
  applicant_id uuid not null,
  created_at instant not null,
  -- Set once it is agreed.
  transfer_id uuid
);
create index issue_application_of_company on currency.issue_application (company_id, applicant_id, created_at);

-- What one administrator issued lately.
create index transfer_by_issuer on currency.transfer (company_id, created_by, created_at)
  where trade_type in (2, 18) and event_key is null;
