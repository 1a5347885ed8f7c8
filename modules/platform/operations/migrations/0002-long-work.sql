-- Long work: each task is done in steps, and a step stores its progress with its result.

alter table operations.task
  -- Where the work stands, as its kind wrote it with the last step; null: the kind's own tables say it.
  add column position jsonb,
  -- Done of all, where the kind counts; the screen shows both.
  add column done integer,
  add column total integer,
  -- Runs that were started since the last stored step. Work whose runs all end without a step is given up.
  add column tries smallint not null default 0,
  -- When the present run started, and at which progress: the remaining time is estimated from both.
  add column run_started_at instant,
  add column run_started_permille smallint not null default 0,
  -- The reason of a failure in both languages, { cn, en }.
  alter column reason type jsonb using case when reason is not null then jsonb_build_object('cn', reason, 'en', reason) end;

drop index operations.task_running;
create index task_active on operations.task (id) where state in ('waiting', 'running', 'interrupted');
