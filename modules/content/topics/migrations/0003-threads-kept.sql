-- The last change of what is said about an item: each transaction that changes a comment of it names itself here at its commit,
-- and server processes keep the first page of the thread until then (server/threads.ts).
alter table topics.item_figures add column thread_edit xid8;

create function topics.note_thread_edit() returns trigger language plpgsql as $$
declare
  changed topics.comment;
begin
  if current_setting('server.is_dry_run', true) = 'on' then return null; end if;
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  insert into topics.item_figures as known (company_id, business_type, business_id, thread_edit)
    values (changed.company_id, changed.business_type, changed.business_id, pg_current_xact_id())
    on conflict (company_id, business_id, business_type) do update set thread_edit = excluded.thread_edit
      where known.thread_edit is distinct from excluded.thread_edit;
  return null;
end $$;

create constraint trigger note_thread_edit after insert or update or delete on topics.comment
  deferrable initially deferred for each row execute function topics.note_thread_edit();

-- A removed comment keeps its place for its author: who has one reads the thread by themselves.
create index comment_removed_of_member on topics.comment (member_id, business_id) where removed is not null;
