-- Training plans with their items, the costs of classes, and scores that members have got away from the platform. Amounts are
-- hundredths, scores tenths: what the specification allows is exact in whole numbers.
create table plans.plan (
  id uuid primary key,
  company_id uuid not null,
  -- Whoever manages plans of this organization, or of one above it, manages the plan.
  organization_id uuid not null,
  name text not null,
  year smallint not null check (year between 2000 and 2099),
  note text not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'approved', 'returned')),
  is_in_approval boolean not null default false,
  reason text not null default '',
  revision int not null default 0,
  created_by uuid not null,
  created_at instant not null,
  updated_at instant not null
);
create index plan_of_company on plans.plan (company_id, year desc, updated_at desc, id);

create table plans.item (
  id uuid primary key,
  plan_id uuid not null references plans.plan (id) on delete cascade,
  company_id uuid not null,
  name text not null,
  course_code text not null,
  starts_on date,
  ends_on date,
  headcount int not null check (headcount between 0 and 10000),
  quota int not null check (quota between 0 and 10000),
  -- Category → hundredths.
  costs jsonb not null,
  revision int not null default 0,
  created_at instant not null,
  check (starts_on <= ends_on)
);
create index item_of_plan on plans.item (plan_id, starts_on, created_at, id);
create unique index item_code on plans.item (plan_id, course_code) where course_code <> '';

-- Which classes were made from an item.
create table plans.item_class (
  class_id uuid primary key,
  item_id uuid not null references plans.item (id),
  company_id uuid not null,
  created_at instant not null
);
create index item_class_item on plans.item_class (item_id);

create table plans.cost_line (
  id uuid primary key,
  class_id uuid not null,
  company_id uuid not null,
  kind text not null check (kind in ('planned', 'actual')),
  category text not null,
  label text not null,
  cost_hundredths bigint not null check (cost_hundredths between 0 and 10000000),
  spent_on date,
  note text not null,
  voucher_file_id uuid,
  entered_by uuid not null,
  entered_at instant not null,
  revision int not null default 0
);
create index cost_line_of_class on plans.cost_line (class_id, entered_at, id);

create table plans.member_score (
  class_id uuid not null,
  member_id uuid not null,
  company_id uuid not null,
  score_tenths int not null check (score_tenths between 0 and 10000),
  entered_by uuid not null,
  entered_at instant not null,
  primary key (class_id, member_id)
);
create index member_score_member on plans.member_score (company_id, member_id);
