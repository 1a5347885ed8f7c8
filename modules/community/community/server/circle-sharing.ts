/** Sharing items into circles, and what administrators do with what was shared. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { itemKind } from '#modules/content/topics/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { sqlPage } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import {
  circlePinsMax,
  circlesOfItemMax,
  type ShareChoice,
  TOO_MANY_CIRCLE_PINS,
  TOO_MANY_CIRCLES,
} from '../contract/circles/shapes.ts'
import type { community } from '../contract.ts'
import { assertOpen, circleColumns, circlesAreOpen, getReadableCircle, lockRunCircle, nothing } from './circles.ts'
import type { CommunityDb } from './db.ts'

/** A share is hot from the start by its time alone: steps of 12.5 hours (decision 148). */
const startScoreSql = (now: number) => sql`${now / 45_000_000}::float8`

/** The circles that the caller administers, and whether they hold the item (SYSTEM-145). */
export async function shareChoices(
  db: CommunityDb,
  caller: Caller,
  query: Input<typeof community.shareChoices>['query'],
) {
  if (!(await circlesAreOpen(db, caller.companyId))) return nothing
  const matching = sql`from community.circle_member own join community.circle c
    on c.id = own.circle_id and c.removed_at is null
    where own.company_id = ${caller.companyId} and own.member_id = ${caller.memberId} and own.is_administrator`
  const { items: rows, recordCount } = await sqlPage(
    db,
    { pageSize: 10, ...query },
    {
      matching,
      rows: (window) => sql<Omit<ShareChoice, 'checkFlag' | 'othersCheckFlag'> & { sharedBy: string | null }>`
        select page.*, s.id as "relationId", s.shared_by as "sharedBy"
        from (select ${circleColumns(caller)} ${matching} order by c.name, c.id ${window}) page
        left join community.circle_share s on s.circle_id = page.id and s.item_id = ${query.questionId}
        order by page.name, page.id`,
    },
  )
  const items = rows.map(({ sharedBy, ...choice }) => ({
    ...choice,
    checkFlag: sharedBy === caller.memberId,
    othersCheckFlag: sharedBy !== null && sharedBy !== caller.memberId,
  }))
  return { items, recordCount }
}

type Sharing = Input<typeof community.shareIntoCircles>['body']

/** Shares into circles that the caller administers; shares of others stay. */
export async function shareIntoCircles(db: CommunityDb, caller: Caller, body: Sharing, now: number): Promise<void> {
  const { companyId, memberId } = caller
  const { questionId, itemType = 1, addCircleIds, removeCircleIds } = body
  await assertOpen(db, caller)
  await assertVisible(db, caller, itemType, questionId)
  const wanted = [...new Set([...addCircleIds, ...removeCircleIds])]
  const { rows } = await sql<{ is_administrator: boolean | null }>`
    select m.is_administrator from community.circle c
    left join community.circle_member m on m.circle_id = c.id and m.member_id = ${memberId}
    where c.id = any(${wanted}::uuid[]) and c.company_id = ${companyId} and c.removed_at is null`.execute(db)
  if (rows.length !== wanted.length) throw refuse(NOT_FOUND)
  if (rows.some((row) => row.is_administrator !== true)) throw refuse(NO_PERMISSION)
  await lockCirclesOf(db, questionId)
  await sql`delete from community.circle_share where circle_id = any(${removeCircleIds}::uuid[])
    and item_id = ${questionId} and shared_by = ${memberId}`.execute(db)
  await insertShares(db, caller, { itemType, itemId: questionId, circleIds: addCircleIds }, now)
}

/** One at a time for each item, so that two who share it at once don’t exceed the limit together. */
export async function lockCirclesOf(connection: Connection, itemId: string): Promise<void> {
  await lockNames(connection, `circles of ${itemId}`)
}

interface Share {
  readonly itemType: number
  readonly itemId: string
  readonly circleIds: readonly string[]
}

/** Adds an item to circles; where it stands already it stays as it is. Whoever calls this has locked its circles. */
export async function insertShares(
  db: CommunityDb,
  { companyId, memberId }: Pick<Caller, 'companyId' | 'memberId'>,
  { itemType, itemId, circleIds }: Share,
  now: number,
): Promise<void> {
  const ids = circleIds.map(() => uuid())
  const { rows: added } = await sql`
    insert into community.circle_share (id, circle_id, company_id, item_type, item_id, shared_by, hot_score, created_at)
    select s.id, s.circle_id, ${companyId}, ${itemType}, ${itemId}, ${memberId}, ${startScoreSql(now)}, ${now}
    from unnest(${ids}::uuid[], ${[...circleIds]}::uuid[]) as s (id, circle_id)
    on conflict (circle_id, item_id) do nothing returning id`.execute(db)
  if (added.length === 0) return
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count
    from community.circle_share s join community.circle c on c.id = s.circle_id and c.removed_at is null
    where s.company_id = ${companyId} and s.item_id = ${itemId}`.execute(db)
  if ((counted[0]?.count ?? 0) > circlesOfItemMax) throw refuse(TOO_MANY_CIRCLES)
}

async function assertVisible(db: CommunityDb, caller: Caller, itemType: number, id: string): Promise<void> {
  const kind = itemKind.all().find((one) => one.businessType === itemType)
  if (!kind)
    throw refuse(INVALID_INPUT, { fields: [{ path: 'itemType', rule: 'known', message: 'is no kind of item' }] })
  if ((await kind.visible(db, caller, [id])).length === 0) throw refuse(NOT_FOUND)
}

async function shareById(db: CommunityDb, caller: Caller, id: string) {
  const share = await db
    .selectFrom('community.circle_share')
    .select(['circle_id', 'item_type', 'item_id', 'shared_by'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!share) throw refuse(NOT_FOUND)
  return share
}

/** Repeated calls change nothing; the lock of the circle keeps two administrators from pinning a sixth. */
export async function pinShare(
  db: CommunityDb,
  caller: Caller,
  { id, pinned }: { readonly id: string; readonly pinned: boolean },
  now: number,
): Promise<void> {
  const { circle_id } = await shareById(db, caller, id)
  await lockRunCircle(db, caller, circle_id)
  const pinned_at = pinned ? now : null
  await sql`update community.circle_share set pinned_at = ${pinned_at}
    where id = ${id} and (pinned_at is null) = ${pinned}`.execute(db)
  const { rows } = await sql`select from community.circle_share
    where circle_id = ${circle_id} and pinned_at is not null limit ${circlePinsMax + 1}`.execute(db)
  if (rows.length > circlePinsMax) throw refuse(TOO_MANY_CIRCLE_PINS)
}

export async function highlightShare(
  db: CommunityDb,
  caller: Caller,
  { id, highlighted }: { readonly id: string; readonly highlighted: boolean },
  now: number,
): Promise<void> {
  const { circle_id } = await shareById(db, caller, id)
  await lockRunCircle(db, caller, circle_id)
  await sql`update community.circle_share set highlighted_at = ${highlighted ? now : null}
    where id = ${id} and (highlighted_at is null) = ${highlighted}`.execute(db)
}

/** By who shared it, or by an administrator, who says why. */
export async function removeShare(
  db: CommunityDb,
  caller: Caller,
  { id, reason = '' }: { readonly id: string; readonly reason?: string | undefined },
  now: number,
): Promise<void> {
  const share = await shareById(db, caller, id)
  const circle = await getReadableCircle(db, caller, share.circle_id)
  const isOwn = share.shared_by === caller.memberId
  if (!isOwn && !circle.administrator) throw refuse(NO_PERMISSION)
  if (!isOwn && reason.trim() === '')
    throw refuse(INVALID_INPUT, { fields: [{ path: 'reason', rule: 'required', message: 'says why' }] })
  if (!isOwn) {
    await assertNotMuted(db, caller, now)
    await assertClean(db, caller.companyId, { reason })
  }
  const gone = await db.deleteFrom('community.circle_share').where('id', '=', id).returning('id').executeTakeFirst()
  if (!gone) throw refuse(NOT_FOUND)
  if (isOwn) return
  const kind = itemKind.all().find((one) => one.businessType === share.item_type)
  const [item] = (await kind?.visible(db, caller, [share.item_id])) ?? []
  await notify(db, {
    ...{ companyId: caller.companyId, now, actorId: caller.memberId, recipients: [share.shared_by] },
    type: 'circle.share-removed',
    variables: { name: circle.name, title: item?.name ?? '', reason: reason.trim() },
    link: `/share-study/knowledge-community/${circle.id}`,
  })
}
