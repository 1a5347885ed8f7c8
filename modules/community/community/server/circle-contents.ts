/** The items of a circle for its readers. What a reader may not see is neither shown nor counted. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { pageWindow } from '#kit/schema.ts'
import { itemKind, type VisibleItem } from '#modules/content/topics/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { placeText, type SortedPlace, sortedPlace } from '#server/db/place.ts'
import { circlePinsMax, type SharedItem } from '../contract/circles/shapes.ts'
import type { community } from '../contract.ts'
import { circlesAreOpen, getReadableCircle, isOpenSql, nothing, ownSql } from './circles.ts'
import type { CommunityDb } from './db.ts'

/** A page looks at no more shares than this, however many the reader may not see. */
const lookedAtMax = 1000
const step = 200

interface ShareRow {
  readonly id: string
  readonly item_type: number
  readonly item_id: string
  readonly shared_by: string
  readonly pinned_at: number | null
  readonly highlighted_at: number | null
  readonly created_at: number
  readonly hot_score: number
  readonly administrator: boolean
}

interface Seen {
  readonly row: ShareRow
  readonly label: Readonly<Record<Language, string>>
  readonly item: VisibleItem
}

/** The shares whose items the caller may see, in their order. One query for each kind, because only its module knows. */
async function seenOf(db: CommunityDb, caller: Caller, rows: readonly ShareRow[]): Promise<Seen[]> {
  const seen = new Map<ShareRow, Seen>()
  for (const kind of itemKind.all()) {
    const ofKind = rows.filter((row) => row.item_type === kind.businessType)
    if (ofKind.length === 0) continue
    const ids = ofKind.map((row) => row.item_id)
    const items = new Map((await kind.visible(db, caller, ids)).map((item) => [item.id, item]))
    for (const row of ofKind) {
      const item = items.get(row.item_id)
      if (item) seen.set(row, { row, item, label: kind.label })
    }
  }
  return rows.flatMap((row) => seen.get(row) ?? [])
}

interface Reader {
  readonly caller: Caller
  readonly language: Language
}

async function toItems(db: CommunityDb, { caller, language }: Reader, seen: readonly Seen[]): Promise<SharedItem[]> {
  const sharers = await membersByIds(
    db,
    caller.companyId,
    seen.map(({ row }) => row.shared_by),
  )
  return seen.map(({ row, item, label }) => ({
    relationId: row.id,
    itemType: row.item_type,
    itemId: row.item_id,
    name: item.name,
    link: item.link,
    picture: item.picture ?? '',
    kind: label[language],
    sharedBy: { id: row.shared_by, fullName: sharers.get(row.shared_by)?.fullName ?? '' },
    pinned: row.pinned_at !== null,
    highlighted: row.highlighted_at !== null,
    mayRemove: row.administrator || row.shared_by === caller.memberId,
    createTime: row.created_at,
  }))
}

type Query = Input<typeof community.circleContents>['query']

const keys = { newest: 'created_at', hottest: 'hot_score' } as const

const first: SortedPlace = { value: 8_640_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

const placeIn = ({ sort }: Query, after: string) => sortedPlace(after, { isScore: sort === 'hottest' })

function statement(circleId: string, administrator: boolean, where: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  return sql<ShareRow>`select s.id, s.item_type, s.item_id, s.shared_by, s.pinned_at, s.highlighted_at, s.created_at,
    s.hot_score, ${administrator}::boolean as administrator
    from community.circle_share s where s.circle_id = ${circleId} and ${where} order by ${order}`
}

interface Listed {
  readonly id: string
  readonly administrator: boolean
  readonly query: Query
}

/** The shares from a place on that are not pinned. */
async function sharesAfter(db: CommunityDb, { id, administrator, query }: Listed, place: SortedPlace, limit: number) {
  const key = keys[query.sort ?? 'newest']
  const column = sql.ref(`s.${key}`)
  const value = key === 'hot_score' ? sql`${place.value}::float8` : sql`${place.value}::bigint`
  const where = sql`s.pinned_at is null ${query.highlighted ? sql`and s.highlighted_at is not null` : sql``}
    and (${column}, s.id) < (${value}, ${place.id}::uuid)`
  const { rows } = await sql<ShareRow>`${statement(id, administrator, where, sql`${column} desc, s.id desc`)}
    limit ${limit}`.execute(db)
  return rows
}

async function pinsOf(db: CommunityDb, { id, administrator, query }: Listed) {
  const where = sql`s.pinned_at is not null ${query.highlighted ? sql`and s.highlighted_at is not null` : sql``}`
  const { rows } = await sql<ShareRow>`${statement(id, administrator, where, sql`s.pinned_at desc`)}
    limit ${circlePinsMax}`.execute(db)
  return rows
}

export async function circleContents(db: CommunityDb, reader: Reader, id: string, query: Query) {
  const { administrator } = await getReadableCircle(db, reader.caller, id)
  const listed = { id, administrator, query }
  const isRead = query.after !== undefined || query.page === undefined
  return isRead ? pageOfReading(db, reader, listed) : pageByNumber(db, reader, listed)
}

const cursor = (query: Query, row: ShareRow | undefined) => {
  const { value, id } =
    row === undefined || row.pinned_at !== null ? first : { value: row[keys[query.sort ?? 'newest']], id: row.id }
  return placeText(value, id)
}

/** A numbered page, of the first thousand shares: what comes behind them is read on by `next`. */
async function pageByNumber(db: CommunityDb, reader: Reader, listed: Listed) {
  const { limit, offset } = pageWindow(listed.query)
  const rows = [...(await pinsOf(db, listed)), ...(await sharesAfter(db, listed, first, lookedAtMax))]
  const seen = await seenOf(db, reader.caller, rows)
  const page = seen.slice(offset, offset + limit)
  const isLast = offset + limit >= seen.length
  const next = isLast
    ? rows.length >= lookedAtMax
      ? cursor(listed.query, rows.at(-1))
      : null
    : cursor(listed.query, page.at(-1)?.row)
  return { items: await toItems(db, reader, page), recordCount: seen.length, next }
}

/**
 * The head of the list with all pins, or what follows a place: first about as many shares as are shown, then a few hundred at a time,
 * until the page is full or a thousand were looked at.
 */
async function pageOfReading(db: CommunityDb, reader: Reader, listed: Listed) {
  const { query } = listed
  const { limit } = pageWindow(query)
  const pinned = query.after === undefined ? await seenOf(db, reader.caller, await pinsOf(db, listed)) : []
  const seen: Seen[] = []
  let place = query.after === undefined ? first : placeIn(query, query.after)
  let next: string | null = null
  let looked = 0
  while (looked < lookedAtMax && seen.length <= limit) {
    const taken = looked === 0 ? Math.min(2 * limit, step) : step
    const rows = await sharesAfter(db, listed, place, taken)
    seen.push(...(await seenOf(db, reader.caller, rows)))
    next = rows.length < taken ? null : cursor(query, rows.at(-1))
    if (next === null) break
    place = placeIn(query, next)
    looked += taken
  }
  const shown = seen.slice(0, limit)
  if (seen.length > limit) next = cursor(query, shown.at(-1)?.row)
  const page = [...pinned, ...shown]
  return { items: await toItems(db, reader, page), recordCount: page.length, next }
}

/** Shares by their ids, in that order: of circles that the caller may look into, and of items that they may see. */
export async function circleContentsById(db: CommunityDb, reader: Reader, ids: readonly string[]) {
  const { caller } = reader
  if (!(await circlesAreOpen(db, caller.companyId))) return nothing
  const { rows } = await sql<ShareRow>`select s.id, s.item_type, s.item_id, s.shared_by, s.pinned_at, s.highlighted_at,
    s.created_at, s.hot_score, coalesce(own.is_administrator, false) as administrator
    from community.circle_share s join community.circle c on c.id = s.circle_id ${ownSql(caller)}
    where s.id = any(${[...ids]}::uuid[]) and c.company_id = ${caller.companyId} and c.removed_at is null
      and ${isOpenSql}
    order by array_position(${[...ids]}::uuid[], s.id)`.execute(db)
  const items = await toItems(db, reader, await seenOf(db, caller, rows))
  return { items, recordCount: items.length }
}
