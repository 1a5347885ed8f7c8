-- Retraining: some days before a certificate expires, what renews it is opened to be studied once more, and its holder is
-- reminded again and again. A certificate keeps the days of its reminders, so that they can be taken away. And
-- certificates for many members at once: who is to get one stands in a row a member, so that the work goes on where it
-- was, and nobody gets two.
alter table certificates.template
  add column reminder_days smallint[] not null default '{90,60,30,7}' check (cardinality(reminder_days) <= 6);

alter table certificates.certificate
  add column reminder_days smallint[] not null default '{}',
  -- When what renews it was opened again; null: not yet.
  add column retraining_at instant;
create index certificate_retraining on certificates.certificate (expires_at)
  where status = 'current' and expires_at is not null and retraining_at is null;

create table certificates.batch (
  id uuid primary key,
  company_id uuid not null,
  -- Sent twice, done once.
  request_id uuid not null,
  template_id uuid not null references certificates.template (id),
  item_name text not null,
  finished_at instant not null,
  member_count integer not null default 0,
  task_id uuid not null,
  created_by uuid not null,
  created_at instant not null,
  unique (company_id, request_id)
);
create index batch_of_template on certificates.batch (template_id);

create table certificates.batch_member (
  batch_id uuid not null references certificates.batch (id) on delete cascade,
  member_id uuid not null,
  company_id uuid not null,
  -- `held`: had one that was still good. `gone`: could not sign in any more. `failed`: could not be given one.
  state text not null default 'waiting' check (state in ('waiting', 'issued', 'held', 'gone', 'failed')),
  certificate_id uuid references certificates.certificate (id),
  primary key (batch_id, member_id)
);
create index batch_member_waiting on certificates.batch_member (batch_id, member_id) where state = 'waiting';
create index batch_member_certificate on certificates.batch_member (certificate_id) where certificate_id is not null;
