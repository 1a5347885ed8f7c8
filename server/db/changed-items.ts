/**
 * Changed items: which items of which kind were written since somebody looked. The tables say it themselves by triggers, in
 * the transaction of the change, so that an import, a job and a statement typed by hand are noted like a call. The search
 * reads the notes and brings its index up to date.
 */
import { sql } from 'kysely'
import type { Connection } from './connection.ts'
import { withTables } from './connection.ts'

/** Notes are worked off by shards: one item is always in the same one, so nobody writes an older state over a newer one. */
const changedItemShards = 8

/**
 * The table, and what a migration says to have the rows of a table noted:
 *
 *     select server.watch_items('courses.course', 'course', '{name,status}');
 *     select server.watch_items('courses.caption', 'course', '{cues}', item => 'course_id');
 *
 * New and deleted rows count, and changes of these columns; `item` is the column with the id of the item. The triggers are
 * those of rows with a condition and not of statements: a counter that moves all day then costs nothing at all, where a
 * trigger of the statement would copy each of these rows twice before it saw that no watched column differs. Notes are only
 * ever added. To join those of one item, a transaction would have to wait for whoever is reading the earlier note.
 */
export const CHANGED_ITEMS = sql`
  select pg_advisory_xact_lock(hashtextextended('server.changed_item', 0));
  create table if not exists server.changed_item (
    id bigint generated always as identity primary key,
    topic text not null,
    company_id uuid not null,
    item_id uuid not null,
    shard smallint not null,
    attempts smallint not null default 0,
    due_at public.instant not null default 0
  );
  create index if not exists changed_item_shard on server.changed_item (shard, due_at, id);
  create index if not exists changed_item_company on server.changed_item (company_id);

  create or replace function server.note_item() returns trigger language plpgsql as $$
  declare
    changed jsonb;
    item uuid;
    company uuid;
  begin
    if current_setting('server.is_dry_run', true) = 'on' then return null; end if;
    if tg_op = 'DELETE' then changed := to_jsonb(old); else changed := to_jsonb(new); end if;
    item := changed ->> tg_argv[1];
    company := changed ->> tg_argv[2];
    if item is null or company is null then return null; end if;
    insert into server.changed_item (topic, company_id, item_id, shard)
      values (tg_argv[0], company, item, hashtext(item::text) & 7);
    return null;
  end $$;

  create or replace function server.watch_items(watched regclass, topic text, columns text[], item text default 'id',
    company text default 'company_id') returns void language plpgsql as $$
  declare
    action text := format('for each row %%s execute function server.note_item(%L, %L, %L)', topic, item, company);
    earlier text := (select string_agg(format('old.%I', name), ', ') from unnest(columns) name);
    later text := (select string_agg(format('new.%I', name), ', ') from unnest(columns) name);
    mark text := format('note_%s', replace(topic, '-', '_'));
  begin
    execute format('create trigger %I after insert or delete on %s %s', mark, watched, format(action, ''));
    if earlier is null then return; end if;
    execute format('create trigger %I after update on %s %s', mark || '_columns', watched,
      format(action, format('when ((%s) is distinct from (%s))', earlier, later)));
  end $$;
`

export interface ChangedItem {
  readonly id: string
  readonly topic: string
  readonly companyId: string
  readonly itemId: string
  readonly attempts: number
}

/** The shards that have something due. */
export async function dueShards(db: Connection, now: number): Promise<number[]> {
  const { rows } = await sql<{ shard: number }>`
    select shard from generate_series(0, ${changedItemShards - 1}::int) shard
    where exists (select from server.changed_item c where c.shard = shard.shard and c.due_at <= ${now})`.execute(
    withTables<unknown>(db),
  )
  return rows.map(({ shard }) => shard)
}

/** The oldest notes of a shard that are due. */
export async function changedItems(db: Connection, shard: number, now: number, limit: number): Promise<ChangedItem[]> {
  const { rows } = await sql<ChangedItem>`
    select id::text as id, topic, company_id as "companyId", item_id as "itemId", attempts from server.changed_item
    where shard = ${shard} and due_at <= ${now} order by due_at, id limit ${limit}`.execute(withTables<unknown>(db))
  return rows
}

export async function forgetChangedItems(db: Connection, ids: readonly string[]): Promise<void> {
  await sql`delete from server.changed_item where id = any(${[...ids]}::bigint[])`.execute(withTables<unknown>(db))
}

/** What could not be done is tried again later. */
export async function postponeChangedItems(db: Connection, ids: readonly string[], until: number): Promise<void> {
  await sql`update server.changed_item set attempts = attempts + 1, due_at = ${until}
    where id = any(${[...ids]}::bigint[])`.execute(withTables<unknown>(db))
}

/** Notes items by hand, where what is shown of them follows from something else: the name of an author. */
export async function noteItems(
  db: Connection,
  companyId: string,
  items: readonly { readonly topic: string; readonly itemId: string }[],
): Promise<void> {
  if (items.length === 0) return
  await sql`insert into server.changed_item (topic, company_id, item_id, shard)
    select topic, ${companyId}::uuid, "itemId", hashtext("itemId"::text) & 7
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as one(topic text, "itemId" uuid)`.execute(
    withTables<unknown>(db),
  )
}

/** How many notes of the company wait. */
export async function waitingItems(db: Connection, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from server.changed_item where company_id = ${companyId}`.execute(
    withTables<unknown>(db),
  )
  return rows[0]?.count ?? 0
}
