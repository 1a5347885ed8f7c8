/**
 * Rankings of members. Equal figures share a rank: it is one more than the number of members above (SYSTEM-232). Hidden and
 * disabled members are in no list and in front of nobody.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { enabledPeopleSql } from '#modules/platform/identity/server.ts'
import type { RankedRow, Ranking, Scope } from '../contract.ts'
import type { RankingsDb } from './db.ts'

export interface Listed {
  /** The rows `t` of the period. */
  readonly ofPeriod: RawBuilder<unknown>
  readonly scope: Scope
  readonly limit: number
}

interface Row {
  readonly id: string
  readonly figure: number
  readonly name: string
  readonly picture: string
  readonly note: string
  readonly alias: string | null
}

/** How many are shown on each side of the caller. */
const nearCount = 5

const ranksFrom = (first: number, offset: number, rows: readonly Row[]) => {
  let rank = first
  return rows.map((row, at) => {
    if (at > 0 && row.figure !== rows[at - 1]?.figure) rank = offset + at + 1
    return rank
  })
}

function rankedSql({ companyId, organizationId }: Caller, { ofPeriod, scope }: Listed) {
  const people = enabledPeopleSql(companyId, scope === 'organization' ? organizationId : undefined)
  return sql`from rankings.total t join ${people} m on m.id = t.subject_id
    left join rankings.appearance a on a.member_id = t.subject_id
    where ${ofPeriod} and a.is_hidden is not true`
}

const columns = sql<Row>`t.subject_id as id, t.amount as figure, m.full_name as name, m.avatar_path as picture,
  m.organization_name as note, a.alias`

async function countSql(db: RankingsDb, ranked: RawBuilder<unknown>, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${ranked} and ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

async function ownPlace(db: RankingsDb, caller: Caller, listed: Listed) {
  const { rows } = await sql<{ figure: number; isHidden: boolean }>`
    select t.amount as figure, coalesce(a.is_hidden, false) as "isHidden" from rankings.total t
    left join rankings.appearance a on a.member_id = t.subject_id
    where ${listed.ofPeriod} and t.subject_id = ${caller.memberId}`.execute(db)
  const [own] = rows
  if (!own) return null
  if (own.isHidden) return { ...own, rank: 0 }
  const above = await countSql(db, rankedSql(caller, listed), sql`t.amount > ${own.figure}`)
  return { ...own, rank: above + 1 }
}

/** What the next figure above has more; null at the top. */
async function missingOf(db: RankingsDb, caller: Caller, listed: Listed, figure: number): Promise<number | null> {
  const { rows } = await sql<{ next: number }>`select t.amount as next ${rankedSql(caller, listed)}
    and t.amount > ${figure} order by t.amount limit 1`.execute(db)
  return rows[0] ? rows[0].next - figure : null
}

function shown(row: Row, rank: number, { memberId }: Caller): RankedRow {
  const isOwn = row.id === memberId
  const common = { rank, figure: row.figure, isOwn, link: null, businessType: 0 }
  if (row.alias !== null) return { ...common, id: isOwn ? row.id : null, name: row.alias, note: '', picture: null }
  return { ...common, id: row.id, name: row.name, note: row.note, picture: row.picture }
}

async function nearRows(db: RankingsDb, caller: Caller, listed: Listed, own: { rank: number; figure: number }) {
  const ranked = rankedSql(caller, listed)
  // Downwards by the figure, and by the id among equal ones.
  const above = sql`(t.amount > ${own.figure} or (t.amount = ${own.figure} and t.subject_id < ${caller.memberId}))`
  const { rows } = await sql<Row>`select * from (
      (select ${columns} ${ranked} and ${above} order by t.amount, t.subject_id desc limit ${nearCount})
      union all
      (select ${columns} ${ranked} and not ${above}
        order by t.amount desc, t.subject_id limit ${nearCount + 1})) near
    order by figure desc, id`.execute(db)
  const first = rows[0]
  const offset = first
    ? await countSql(
        db,
        ranked,
        sql`(t.amount > ${first.figure}
    or (t.amount = ${first.figure} and t.subject_id < ${first.id}))`,
      )
    : 0
  const firstRank = first ? (await countSql(db, ranked, sql`t.amount > ${first.figure}`)) + 1 : 1
  return { rows, ranks: ranksFrom(firstRank, offset, rows) }
}

export async function rankMembers(db: RankingsDb, caller: Caller, listed: Listed): Promise<Omit<Ranking, 'startsOn'>> {
  const own = await ownPlace(db, caller, listed)
  const missing = own && !own.isHidden ? await missingOf(db, caller, listed, own.figure) : null
  if (listed.scope === 'near') {
    if (!own || own.isHidden) return { items: [], own, missing }
    const { rows, ranks } = await nearRows(db, caller, listed, own)
    return { items: rows.map((row, at) => shown(row, ranks[at] ?? 1, caller)), own, missing }
  }
  const { rows } = await sql<Row>`select ${columns} ${rankedSql(caller, listed)}
    order by t.amount desc, t.subject_id limit ${listed.limit}`.execute(db)
  const ranks = ranksFrom(1, 0, rows)
  return { items: rows.map((row, at) => shown(row, ranks[at] ?? 1, caller)), own, missing }
}
