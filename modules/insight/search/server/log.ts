/** Searches and opened hits: the earlier texts of a member, and what the quality page is made of. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { job } from '#server/module.ts'
import type { search } from '../contract.ts'
import { type SearchDb, searchTables } from './db.ts'
import { cleanText, keyOf } from './words.ts'

interface NotedSearch {
  readonly id: string
  readonly text: string
  readonly filter: string
  readonly found: number
  readonly isExact: boolean
  readonly tookMs: number
  readonly now: number
}

export async function noteSearch(db: SearchDb, { companyId, memberId }: Caller, noted: NotedSearch): Promise<void> {
  const { id, text, filter, found, isExact, tookMs, now } = noted
  await db
    .insertInto('search.searched')
    .values({
      ...{ id, company_id: companyId, member_id: memberId, text: cleanText(text), key: keyOf(text), filter, found },
      ...{ is_exact: isExact, took_ms: tookMs, at: now, is_recent: true },
    })
    .execute()
}

const recentMax = 10

/** The last texts of the caller, each once, that begin with the typed one. */
export async function recentSearches(db: SearchDb, { memberId }: Caller, typed: string): Promise<string[]> {
  const { rows } = await sql<{ text: string; key: string }>`
    select s.text, s.key from search.searched s where s.member_id = ${memberId} and s.is_recent
    order by s.at desc limit 100`.execute(db)
  const byKey = new Map(rows.toReversed().map((row) => [row.key, row.text]))
  const newest = [...new Set(rows.map(({ key }) => key))].filter((key) => key.startsWith(typed))
  return newest.slice(0, recentMax).flatMap((key) => byKey.get(key) ?? [])
}

export async function forgetSearches(db: SearchDb, { memberId }: Caller, text: string | undefined): Promise<void> {
  await sql`update search.searched set is_recent = false where member_id = ${memberId} and is_recent
    and ${text === undefined ? sql`true` : sql`key = ${keyOf(text)}`}`.execute(db)
}

/** A hit of the own search that was opened; opened again, it counts once. */
export async function noteClick(
  db: SearchDb,
  { companyId, memberId }: Caller,
  { searchId, kind, id, place }: Input<typeof search.click>['body'],
  now: number,
): Promise<void> {
  const own = await db
    .selectFrom('search.searched')
    .select('id')
    .where('id', '=', searchId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!own) throw refuse(NOT_FOUND)
  await db
    .insertInto('search.click')
    .values({ searched_id: searchId, kind, item_id: id, company_id: companyId, place, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const dayMs = 86_400_000
/** A month later nobody knows whose a search was. */
const namedDays = 30
const keptDays = 180
const removedMax = 50_000

export const removeOldSearchesJob = job({
  name: 'search.remove-old-searches',
  payload: Type.Object({}),
  cron: '40 19 * * *',
  async run(connection, _payload, { now }) {
    const db = searchTables(connection)
    await sql`delete from search.searched where id in (
      select id from search.searched where at < ${now - keptDays * dayMs} limit ${removedMax})`.execute(db)
    await sql`update search.searched set member_id = null, is_recent = false where id in (
      select id from search.searched where member_id is not null and at < ${now - namedDays * dayMs}
      order by at limit ${removedMax})`.execute(db)
  },
})

const hotWordsMax = 200
const hotDays = 14

/** Texts by which several members have found something, of the last two weeks; hidden ones stay hidden. */
export const countHotWordsJob = job({
  name: 'search.count-hot-words',
  payload: Type.Object({}),
  cron: '7 * * * *',
  async run(connection, _payload, { now }) {
    await sql`
      with counted as (
        select company_id, key, (array_agg(text order by at desc))[1] as text, count(distinct member_id)::int as count
        from search.searched where at > ${now - hotDays * dayMs} and found > 0 and is_exact and length(key) between 2 and 30
          and member_id is not null
        group by company_id, key having count(distinct member_id) >= 2),
      ranked as (select *, row_number() over (partition by company_id order by count desc, key) as number from counted),
      gone as (
        delete from search.hot_word h where not h.is_hidden and not exists (
          select from ranked r where r.company_id = h.company_id and r.key = h.key and r.number <= ${hotWordsMax}::int))
      insert into search.hot_word (company_id, key, text, count)
      select company_id, key, text, count from ranked where number <= ${hotWordsMax}::int
      on conflict (company_id, key) do update set text = excluded.text, count = excluded.count`.execute(
      searchTables(connection),
    )
  },
})
