/** Live sessions for members: one, or an ordered list. A list never contains invisible ones. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { type IsPay, NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { isPaySql, mustBuy } from '#modules/commerce/prices/server.ts'
import { mayReadByApplication } from '#modules/platform/approvals/server.ts'
import { assertMembersOfCompany } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { NO_ACCESS, NOT_RELEASED } from '../contract/codes.ts'
import type { Live } from '../contract/shapes.ts'
import { type LiveStatus, liveStatus, type Supplier } from '../contract/states.ts'
import type { LiveDb } from './db.ts'
import { subjectKey } from './forms.ts'
import { isHostedBySql, isOrganizerSide, ownSideSql, type Viewer, viewerOf, visibleSql } from './policy.ts'
import {
  businessTypeOf,
  findForViewer,
  type LiveRowForViewer,
  liveApproval,
  type RenderContext,
  toLive,
  toLives,
  viewerColumns,
} from './rows.ts'

/** For its manager and its lecturers: with its links (LIVE-151). */
export async function ownLive(db: LiveDb, caller: Caller, id: string, rendering: RenderContext): Promise<Live> {
  const row = await findForViewer(db, viewerOf(caller), id)
  if (!isOrganizerSide(row.role)) throw refuse(NO_PERMISSION)
  return toLive(db, row, rendering)
}

/** A live session that the caller may see; before publication only its own people may. */
export async function findVisible(db: LiveDb, viewer: Viewer, id: string): Promise<LiveRowForViewer> {
  const row = await findForViewer(db, viewer, id)
  if (!row.visible) throw refuse(NO_ACCESS)
  if (row.status === liveStatus.unpublished && !isOrganizerSide(row.role)) throw refuse(NOT_RELEASED)
  return row
}

/**
 * A live session that the caller may enter or watch: visible, and bought where it has a price. `isStarting`: the caller enters
 * it in this transaction.
 */
export async function findEnterable(
  db: LiveDb,
  viewer: Viewer,
  id: string,
  now: number,
  isStarting = false,
): Promise<LiveRowForViewer> {
  const row = await findVisible(db, viewer, id)
  if (await isUnpaid(db, viewer, row, now, isStarting)) throw refuse(NOT_BOUGHT)
  return row
}

/** Whether the viewer has still to buy the live session; its own people have not. */
export async function isUnpaid(
  db: LiveDb,
  viewer: Viewer,
  row: LiveRowForViewer,
  now: number,
  isStarting = false,
): Promise<boolean> {
  if (isOrganizerSide(row.role)) return false
  const { id, supplier, had_since: hadSince } = row
  return mustBuy(db, viewer, { businessType: businessTypeOf(supplier), id, hadSince, isStarting }, now)
}

export async function visibleLive(db: LiveDb, caller: Caller, id: string, rendering: RenderContext): Promise<Live> {
  return toLive(db, await findVisible(db, viewerOf(caller), id), rendering)
}

/** Before publication: for its own people and its approvers (LIVE-009). */
export async function previewLive(db: LiveDb, caller: Caller, id: string, rendering: RenderContext): Promise<Live> {
  const row = await findForViewer(db, viewerOf(caller), id)
  const thing = { businessType: liveApproval, businessId: id }
  const may = isOrganizerSide(row.role) || (await mayReadByApplication(db, caller, thing, rendering.now))
  if (!may) throw refuse(NO_ACCESS)
  return toLive(db, row, rendering)
}

interface ListQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly text?: string | undefined
  readonly supplier?: Supplier | undefined
  readonly isPay?: IsPay | undefined
}

/** LIVE-029: the search uses only the name. */
function filters({ text, supplier }: ListQuery): RawBuilder<unknown> {
  const key = subjectKey(text ?? '')
  return sql`${key === '' ? sql`true` : sql`strpos(l.subject_key, ${key}) > 0`}
    and ${supplier === undefined ? sql`true` : sql`l.supplier = ${supplier}`}`
}

/** Of both families. */
const businessTypes = [5, 15]

interface Listing {
  readonly where: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

async function page(db: LiveDb, viewer: Viewer, query: ListQuery, { where, order }: Listing, rendering: RenderContext) {
  const matching = sql`from live.live l where l.company_id = ${viewer.companyId} and ${where} and ${filters(query)}
    and ${isPaySql(rendering.caller, { businessTypes, id: sql`l.id`, isPay: query.isPay }, rendering.now)}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<LiveRowForViewer>`select ${viewerColumns(viewer)} ${matching} order by ${order} ${window}`,
  })
  return { items: await toLives(db, rows, rendering), recordCount }
}

/** Running or upcoming: not past its planned end without a start. */
const upcoming = (now: number) => sql`(l.status = 2 or (l.status = 1 and l.planned_end_at >= ${now}))`

export function listSchedule(db: LiveDb, caller: Caller, query: ListQuery, rendering: RenderContext) {
  const viewer = viewerOf(caller)
  const where = sql`l.status in (1, 2) and ${upcoming(rendering.now)} and ${visibleSql(viewer)}`
  return page(db, viewer, query, { where, order: sql`l.start_time, l.id` }, rendering)
}

/** What a colleague hosts or teaches next, for the colleague's homepage. */
export async function listHosted(
  db: LiveDb,
  caller: Caller,
  query: ListQuery & { readonly memberId: string },
  rendering: RenderContext,
) {
  const viewer = viewerOf(caller)
  await assertMembersOfCompany(db, viewer.companyId, [query.memberId])
  const where = sql`l.status in (1, 2) and ${upcoming(rendering.now)} and ${visibleSql(viewer)}
    and ${isHostedBySql(query.memberId)}`
  return page(db, viewer, query, { where, order: sql`l.start_time, l.id` }, rendering)
}

export function listHot(db: LiveDb, caller: Caller, query: ListQuery, rendering: RenderContext) {
  const viewer = viewerOf(caller)
  const where = sql`l.status in (1, 2, 3) and ${visibleSql(viewer)}`
  return page(db, viewer, query, { where, order: sql`(l.sub_number + l.attend_number) desc, l.id desc` }, rendering)
}

export function listReview(db: LiveDb, caller: Caller, query: ListQuery, rendering: RenderContext) {
  const viewer = viewerOf(caller)
  const where = sql`l.status = 3 and ${visibleSql(viewer)}`
  return page(db, viewer, query, { where, order: sql`l.ended_at desc, l.id desc` }, rendering)
}

/** How many of the caller's own live sessions each status has under the search. */
async function ownCounts(db: LiveDb, viewer: Viewer, query: ListQuery) {
  const ofStatus = Object.values(liveStatus).map(
    (status) => sql`${sql.lit(String(status))}, count(*) filter (where l.status = ${sql.lit(status)})`,
  )
  const { rows } = await sql<{ counts: Record<'all' | LiveStatus, number> }>`
    select json_build_object('all', count(*), ${sql.join(ofStatus)}) as counts from live.live l
    where l.company_id = ${viewer.companyId} and ${ownSideSql(viewer)} and ${filters(query)}`.execute(db)
  return rows[0]?.counts
}

/** For live management: what runs, what comes (the soonest first), what is past (the latest first). */
const managedOrder = (now: number) => {
  const comes = sql`(l.status in (0, 1) and l.planned_end_at >= ${now})`
  return sql`case when l.status = 2 then 0 when ${comes} then 1 else 2 end,
    case when ${comes} then l.start_time end, l.start_time desc, l.id desc`
}

/** All published ones, or the caller's own in every state (live management). */
export async function listLives(
  db: LiveDb,
  caller: Caller,
  query: ListQuery & { mine?: 0 | 1 | undefined; status?: number | undefined },
  rendering: RenderContext,
) {
  const viewer = viewerOf(caller)
  const isMine = query.mine === 1
  const scope = isMine ? ownSideSql(viewer) : sql`l.status in (1, 2, 3) and ${visibleSql(viewer)}`
  const where = sql`${scope} and ${query.status === undefined ? sql`true` : sql`l.status = ${query.status}`}`
  const order = isMine ? managedOrder(rendering.now) : sql`l.created_at desc, l.id desc`
  const found = await page(db, viewer, query, { where, order }, rendering)
  return isMine ? { ...found, counts: await ownCounts(db, viewer, query) } : found
}

export async function countLives(db: LiveDb, caller: Caller, now: number) {
  const viewer = viewerOf(caller)
  const { rows } = await sql<{
    liveCount: number
    scheduleCount: number
    reviewCount: number
    subscribedCount: number
  }>`select count(*) filter (where l.status = 2) as "liveCount",
      count(*) filter (where l.status = 1 and l.planned_end_at >= ${now}) as "scheduleCount",
      count(*) filter (where l.status = 3) as "reviewCount",
      count(*) filter (where ${upcoming(now)} and exists (select from live.reservation r
        where r.live_id = l.id and r.member_id = ${viewer.memberId})) as "subscribedCount"
    from live.live l
    where l.company_id = ${viewer.companyId} and l.status in (1, 2, 3) and ${visibleSql(viewer)}`.execute(db)
  const mine = await sql<{ count: number }>`select count(*) as count from live.live l
    where l.company_id = ${viewer.companyId} and ${ownSideSql(viewer)}`.execute(db)
  const counts = rows[0] ?? { liveCount: 0, scheduleCount: 0, reviewCount: 0, subscribedCount: 0 }
  return { ...counts, mineCount: mine.rows[0]?.count ?? 0 }
}

export async function countHistory(db: LiveDb, caller: Caller): Promise<{ count: number }> {
  const viewer = viewerOf(caller)
  const { rows } = await sql<{ count: number }>`select count(*) as count from live.live l
    where l.company_id = ${viewer.companyId} and l.status = 3 and ${visibleSql(viewer)}`.execute(db)
  return { count: rows[0]?.count ?? 0 }
}
