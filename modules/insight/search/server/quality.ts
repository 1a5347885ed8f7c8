/** What administrators see of the search: what is not found, what is not opened, what is slow, and how the index is. */
import { sql } from 'kysely'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { waitingItems } from '#server/db/changed-items.ts'
import type { Context } from '#server/module.ts'
import type { Quality } from '../contract/managing.ts'
import type { SearchDb } from './db.ts'
import { searchKind } from './kinds.ts'

const dayMs = 86_400_000
const textsMax = 50
const slowMax = 20
const hotMax = 100

const textsSql = (companyId: string, from: number, condition: ReturnType<typeof sql>) => sql<Quality['empty'][number]>`
  select (array_agg(s.text order by s.at desc))[1] as text, count(*)::int as count, max(s.at) as "lastAt"
  from search.searched s where s.company_id = ${companyId} and s.at >= ${from} and ${condition}
  group by s.key order by count(*) desc, max(s.at) desc limit ${textsMax}::int`

const wasOpened = sql`exists (select from search.click k where k.searched_id = s.id)`

async function daysOf(db: SearchDb, companyId: string, from: number): Promise<Quality['days']> {
  const { rows } = await sql<Quality['days'][number]>`
    select (to_timestamp(s.at / 1000.0) at time zone ${timeZoneSql(companyId)})::date::text as day,
      count(*)::int as searches, (count(*) filter (where s.found = 0))::int as empty,
      (count(*) filter (where ${wasOpened}))::int as clicked
    from search.searched s where s.company_id = ${companyId} and s.at >= ${from} group by 1 order by 1`.execute(db)
  return rows
}

async function indexOf(db: SearchDb, { caller: { companyId }, language }: Context): Promise<Quality['index']> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from search.document where company_id = ${companyId} group by kind`.execute(db)
  const passages = await db
    .selectFrom('search.passage')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const rebuild = await db
    .selectFrom('search.rebuild')
    .select('task_id')
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]))
  return {
    documents: searchKind
      .all()
      .map(({ kind, label }) => ({ kind, kindName: label[language], count: counts.get(kind) ?? 0 })),
    passages: Number(passages.count),
    waiting: await waitingItems(db, companyId),
    rebuildTaskId: rebuild?.task_id ?? null,
  }
}

export async function qualityOf(db: SearchDb, days: number, context: Context): Promise<Quality> {
  const { companyId } = context.caller
  const from = context.now - days * dayMs
  const empty = await textsSql(companyId, from, sql`s.found = 0`).execute(db)
  const notOpened = await textsSql(companyId, from, sql`s.found > 0 and not ${wasOpened}`).execute(db)
  const hot = await sql<Quality['hot'][number]>`
    select text, count, is_hidden as "isHidden" from search.hot_word where company_id = ${companyId}
    order by is_hidden, count desc, key limit ${hotMax}::int`.execute(db)
  const slow = await sql<Quality['slow'][number]>`
    select s.text, s.took_ms as "tookMs", s.at from search.searched s
    where s.company_id = ${companyId} and s.at >= ${from} order by s.took_ms desc, s.at desc limit ${slowMax}::int`.execute(
    db,
  )
  const place = await sql<{ place: number | null }>`
    select avg(k.place)::float8 as place from search.click k where k.company_id = ${companyId} and k.at >= ${from}`.execute(
    db,
  )
  return {
    days: await daysOf(db, companyId, from),
    ...{ empty: empty.rows, notOpened: notOpened.rows, hot: hot.rows, slow: slow.rows },
    openedPlace: place.rows[0]?.place ?? null,
    index: await indexOf(db, context),
  }
}

export async function hideHotWord(
  db: SearchDb,
  text: string,
  isHidden: boolean,
  key: string,
  { caller, audit }: Context,
) {
  await db
    .insertInto('search.hot_word')
    .values({ company_id: caller.companyId, key, text, count: 0, is_hidden: isHidden })
    .onConflict((conflict) => conflict.columns(['company_id', 'key']).doUpdateSet({ is_hidden: isHidden }))
    .execute()
  audit({ type: 'search-hot-word', name: text, after: { isHidden } })
  return {}
}
