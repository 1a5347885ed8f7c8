/**
 * The last edit of a company: of what many callers read alike (names, covers, outlines) and `kept.ts` keeps in the server
 * processes. Each transaction that changes such a row names itself in `server.last_edit`: a reader who sees the edit sees
 * its name, too, and in whichever process.
 */
import { type RawBuilder, sql } from 'kysely'

/** `select ${lastEditSql('m.company_id')}`: the name of the last edit of the company, null where nothing was edited yet. */
export function lastEditSql(companyColumn: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select l.edit::text from server.last_edit l where l.company_id = ${sql.ref(companyColumn)})`
}

/** Said in the transaction of a dry run: nobody will see its edits, so they need no name, and nobody waits for it. */
export const noEditsSql = sql`select set_config('server.is_dry_run', 'on', true)`

/**
 * The table, and what a migration says to have the rows of a table watched:
 *
 *     select server.watch_edits('courses.course', '{name,status}');
 *
 * New and deleted rows count, and changes of these columns. Where rows have no company of their own, `company_query` finds it
 * from the row as jsonb, `$1`; one that finds none says that the row is shown to nobody. `of_rows => 'delete'`: new rows are
 * shown nowhere until something else names them.
 *
 * The triggers run at the commit: two edits of one company wait for each other only then, when they hold all other locks. The
 * first one of a transaction writes; the others find by `server.noted_edit` that this transaction has noted this company. A
 * savepoint that takes the note back takes back the setting, too.
 */
export const LAST_EDIT = sql`
  select pg_advisory_xact_lock(hashtextextended('server.last_edit', 0));
  create schema if not exists server;
  create table if not exists server.last_edit (
    company_id uuid primary key,
    edit xid8 not null
  ) with (fillfactor = 50);

  create or replace function server.note_edit() returns trigger language plpgsql as $$
  declare
    changed record;
    company uuid;
    note text;
  begin
    if current_setting('server.is_dry_run', true) = 'on' then return null; end if;
    if tg_op = 'DELETE' then changed := old; else changed := new; end if;
    if tg_nargs = 0 then company := changed.company_id;
    else execute tg_argv[0] into company using to_jsonb(changed); end if;
    if company is null then return null; end if;
    note := pg_current_xact_id()::text || ' ' || company;
    if current_setting('server.noted_edit', true) = note then return null; end if;
    insert into server.last_edit as known (company_id, edit) values (company, pg_current_xact_id())
      on conflict (company_id) do update set edit = excluded.edit where known.edit <> excluded.edit;
    perform set_config('server.noted_edit', note, true);
    return null;
  end $$;

  create or replace function server.watch_edits(watched regclass, columns text[], company_query text default null,
    of_rows text default 'insert or delete') returns void language plpgsql as $$
  declare
    place text := format('on %s deferrable initially deferred for each row', watched);
    action text := format('execute function server.note_edit(%s)', coalesce(quote_literal(company_query), ''));
    earlier text := (select string_agg(format('old.%I', name), ', ') from unnest(columns) name);
    later text := (select string_agg(format('new.%I', name), ', ') from unnest(columns) name);
  begin
    execute format('create constraint trigger note_edit_of_rows after %s %s %s', of_rows, place, action);
    if earlier is null then return; end if;
    execute format('create constraint trigger note_edit_of_columns after update %s when ((%s) is distinct from (%s)) %s',
      place, earlier, later, action);
  end $$;
`
