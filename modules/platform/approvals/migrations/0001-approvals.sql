-- Approvals: what an organization wants approved (templates and switches), what was applied for (processes, with steps
-- of their own, so that a template may change under them), who has to decide (tasks), who stands in for whom
-- (absences), and everything that happened (events). SYSTEM-194 to SYSTEM-206.

-- One for a business type and organization; it holds for the organizations below that have none of their own.
create table approvals.template (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  business_type integer not null,
  name text not null check (length(name) between 1 and 50),
  -- Counts the saves: a designer that saved over another's work is told so.
  version integer not null default 1,
  updated_by uuid not null,
  updated_at instant not null,
  unique (company_id, business_type, organization_id)
);

-- What each version said. Never changed: a process shows what it began with.
create table approvals.template_version (
  template_id uuid not null references approvals.template (id) on delete cascade,
  version integer not null,
  company_id uuid not null,
  steps jsonb not null,
  made_by uuid not null,
  made_at instant not null,
  primary key (template_id, version)
);

-- Whether approval is on. The nearest row upward holds; without any it is off.
create table approvals.switch (
  company_id uuid not null,
  business_type integer not null,
  organization_id uuid not null,
  is_on boolean not null,
  changed_by uuid not null,
  changed_at instant not null,
  primary key (company_id, business_type, organization_id)
);

create table approvals.process (
  id uuid primary key,
  company_id uuid not null,
  organization_id uuid not null,
  business_type integer not null,
  business_id uuid not null,
  name text not null,
  -- What the approver is to know: pairs of label and text.
  summary jsonb not null,
  applicant_id uuid not null,
  -- Without a reference: a template may be deleted while its processes run on.
  template_id uuid not null,
  template_version integer not null,
  -- Map approval-result: 0 refused, 1 agreed, 2 withdrawn, 4 approving (SYSTEM-205).
  result smallint not null default 4 check (result in (0, 1, 2, 4)),
  -- Given back to the applicant; still approving.
  revising boolean not null default false check (not revising or result = 4),
  decided_by uuid,
  opinion text not null default '',
  reminded_at instant,
  started_at instant not null,
  finished_at instant,
  check ((result = 4) = (finished_at is null))
);
-- One application at a time for one thing.
create unique index process_in_progress on approvals.process (company_id, business_type, business_id) where result = 4;
create index process_of_business on approvals.process (company_id, business_type, business_id, started_at desc);
create index process_of_applicant on approvals.process (company_id, applicant_id, started_at desc, id);
create index process_newest on approvals.process (company_id, started_at desc, id);

create table approvals.step (
  id uuid primary key,
  company_id uuid not null,
  process_id uuid not null references approvals.process (id) on delete cascade,
  position integer not null,
  name text not null,
  -- As the template's version said: who decides, all or any, what follows when nobody is found, hours.
  definition jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'current', 'agreed', 'refused', 'skipped-nobody', 'skipped-timeout', 'stopped')),
  -- Counts the times that the step was reached; a timer of an earlier time does nothing.
  visit integer not null default 0,
  entered_at instant,
  left_at instant,
  -- When the approvers are reminded, and when the step times out; empty once that was done.
  remind_at instant,
  timeout_at instant,
  check (state = 'current' or (remind_at is null and timeout_at is null)),
  unique (process_id, position)
);
create unique index step_current on approvals.step (process_id) where state = 'current';
create index step_to_remind on approvals.step (remind_at) where remind_at is not null;
create index step_to_time_out on approvals.step (timeout_at) where timeout_at is not null;

create table approvals.task (
  id uuid primary key,
  company_id uuid not null,
  process_id uuid not null references approvals.process (id) on delete cascade,
  step_id uuid not null references approvals.step (id) on delete cascade,
  visit integer not null,
  -- Whose decision it is. A substitute decides for the holder while the holder is away.
  holder_id uuid not null,
  -- How it came to the holder, and from whom where a person did it.
  origin text not null check (origin in ('template', 'administrator', 'handed-over', 'escalated', 'added', 'assigned')),
  origin_by uuid,
  -- An added signer's task hangs on the task of who added it.
  parent_id uuid references approvals.task (id) on delete cascade,
  place text check (place in ('before', 'after')),
  check ((parent_id is null) = (place is null)),
  -- open: to be decided now. held: signers before it decide first. queued: it comes after the one it hangs on.
  state text not null check (state in
    ('open', 'held', 'queued', 'agreed', 'refused', 'returned', 'escalated', 'cancelled', 'timed-out')),
  opinion text not null default '',
  decided_by uuid,
  decided_at instant,
  opened_at instant,
  created_at instant not null,
  check ((state in ('agreed', 'refused', 'returned')) = (decided_by is not null))
);
create index task_of_process on approvals.task (process_id, created_at, id);
create index task_of_step on approvals.task (step_id, visit);
create index task_of_parent on approvals.task (parent_id);
create index task_waiting on approvals.task (company_id, holder_id, opened_at desc, id) where state = 'open';
create index task_done on approvals.task (company_id, decided_by, decided_at desc, id) where decided_by is not null;
create index task_held_by on approvals.task (company_id, holder_id);

-- The history: one row for everything that happened, in its order.
create table approvals.event (
  process_id uuid not null references approvals.process (id) on delete cascade,
  number integer not null,
  company_id uuid not null,
  step_id uuid,
  kind text not null,
  -- Who did it, and whom it was done for; nobody where time or the rules did it.
  actor_id uuid,
  for_id uuid,
  -- The members that it concerns: who has to decide, who was added.
  member_ids uuid[] not null default '{}',
  opinion text not null default '',
  at instant not null,
  primary key (process_id, number)
);

create table approvals.absence (
  id uuid primary key,
  company_id uuid not null,
  member_id uuid not null,
  substitute_id uuid not null check (substitute_id <> member_id),
  starts_at instant not null,
  ends_at instant not null check (ends_at > starts_at),
  reason text not null default '',
  -- The substitute was told what waits; and that it is over.
  begun boolean not null default false,
  over boolean not null default false,
  created_at instant not null
);
create index absence_to_begin on approvals.absence (starts_at) where not begun;
create index absence_to_end on approvals.absence (ends_at) where not over;
create index absence_of_member on approvals.absence (company_id, member_id, ends_at);
create index absence_of_substitute on approvals.absence (company_id, substitute_id, ends_at);
