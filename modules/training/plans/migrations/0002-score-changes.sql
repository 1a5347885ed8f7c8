-- What became of the scores of a class: who entered, corrected or took back which, and what it was before.
create table plans.score_change (
  id uuid primary key,
  class_id uuid not null,
  member_id uuid not null,
  company_id uuid not null,
  -- Null: there was none, or there is none any more.
  before_tenths int check (before_tenths between 0 and 10000),
  after_tenths int check (after_tenths between 0 and 10000),
  changed_by uuid not null,
  changed_at instant not null,
  check (before_tenths is distinct from after_tenths)
);
create index score_change_newest on plans.score_change (class_id, changed_at desc, id desc);
create index score_change_member on plans.score_change (company_id, member_id);
