/** The actions of the audience: reserve, enter, sign in, score. Counters change with their rows, in one transaction. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { Refusal, refuse } from '#kit/errors.ts'
import { findScore, giveScore as giveStars } from '#modules/content/topics/server.ts'
import { signIn } from '#modules/live/rooms/server.ts'
import { award } from '#modules/platform/currency/server.ts'
import { postsSql } from '#modules/platform/identity/server.ts'
import { ACTION_NOT_ALLOWED, LIVE_CANCELLED, LIVE_ENDED, NOT_RELEASED } from '../contract/codes.ts'
import { liveStatus, type Supplier } from '../contract/states.ts'
import type { LiveDb } from './db.ts'
import { findEnterable, findVisible } from './lists.ts'
import { postMaySeeSql, viewerOf } from './policy.ts'
import { businessTypeOf, type LiveRow } from './rows.ts'

/** Nobody can enter, reserve or sign in to a cancelled, ended or unpublished live session (LIVE-236…LIVE-238). */
export function assertOpen(row: { readonly status: LiveRow['status'] }): void {
  if (row.status === liveStatus.unpublished) throw refuse(NOT_RELEASED)
  if (row.status === liveStatus.cancelled) throw refuse(LIVE_CANCELLED)
  if (row.status === liveStatus.ended) throw refuse(LIVE_ENDED)
}

export async function isSubscribed(db: LiveDb, caller: Caller, id: string): Promise<boolean> {
  return (await findVisible(db, viewerOf(caller), id)).reserved
}

/** Reserves the live session; a repeat, even a concurrent one, counts once (LIVE-189). */
export async function subscribe(db: LiveDb, caller: Caller, id: string, now: number): Promise<void> {
  const row = await findEnterable(db, viewerOf(caller), id, now)
  assertOpen(row)
  await sql`with reserved as (
      insert into live.reservation (live_id, member_id, company_id, created_at)
      values (${id}, ${caller.memberId}, ${caller.companyId}, ${now}) on conflict do nothing returning live_id)
    update live.live l set sub_number = l.sub_number + 1 from reserved r where l.id = r.live_id`.execute(db)
}

/** Reserves what is still to come, or running, for those of the members who may see it. */
export async function reserve(
  db: LiveDb,
  who: {
    readonly companyId: string
    readonly memberIds: readonly string[]
    readonly ids: readonly string[]
    readonly suppliers: readonly Supplier[]
  },
  now: number,
): Promise<void> {
  const { companyId, memberIds, ids, suppliers } = who
  await sql`with reserved as (
      insert into live.reservation (live_id, member_id, company_id, created_at)
      select l.id, m.id, l.company_id, ${now}::bigint
      from live.live l cross join unnest(${[...memberIds]}::uuid[]) as m (id)
      join ${postsSql(companyId)} p on p.member_id = m.id
      where l.company_id = ${companyId} and l.id = any(${[...ids]}::uuid[]) and l.status in (1, 2)
        and l.supplier = any(${[...suppliers]}::smallint[]) and ${postMaySeeSql}
      on conflict do nothing returning live_id)
    update live.live l set sub_number = l.sub_number + n.count
    from (select live_id, count(*)::int as count from reserved group by live_id) n
    where l.id = n.live_id`.execute(db)
}

/** Cancels the reservation; without one, nothing changes (LIVE-191). */
export async function cancelSubscription(db: LiveDb, caller: Caller, id: string): Promise<void> {
  await findVisible(db, viewerOf(caller), id)
  await sql`with taken as (
      delete from live.reservation where live_id = ${id} and member_id = ${caller.memberId} returning live_id)
    update live.live l set sub_number = l.sub_number - 1 from taken t where l.id = t.live_id`.execute(db)
}

export interface Visit {
  readonly companyId: string
  readonly memberId: string
  readonly liveId: string
  readonly now: number
}

/** Counts a member's first entry, whatever the number of entries and devices (LIVE-035). */
export async function countEntry(db: LiveDb, { companyId, memberId, liveId, now }: Visit): Promise<void> {
  const { rows } = await sql<{ subject: string; supplier: LiveRow['supplier'] }>`with came as (
      insert into live.attendee (live_id, member_id, company_id, first_at)
      select id, ${memberId}, company_id, ${now} from live.live where id = ${liveId} and company_id = ${companyId}
      on conflict do nothing returning live_id)
    update live.live l set attend_number = l.attend_number + 1 from came c where l.id = c.live_id
    returning l.subject, l.supplier`.execute(db)
  const [first] = rows
  if (!first) return
  await award(db, {
    ...{ companyId, memberId, event: 'live-attended', businessId: liveId, subject: first.subject, now },
    businessType: businessTypeOf(first.supplier),
  })
}

/** Also signs in to the room, if the member has been in it. */
async function signInRoom(db: LiveDb, row: LiveRow, memberId: string, now: number): Promise<void> {
  if (row.provider !== 'built-in') return
  try {
    await signIn(db, { companyId: row.company_id, roomId: row.id, memberId, now })
  } catch (error) {
    // A member who watches elsewhere, or enters the room later, has signed in all the same.
    if (!(error instanceof Refusal)) throw error
  }
}

/** Signs the member in while the live session is in progress; answers the time of the first signature (LIVE-199). */
export async function signPresence(db: LiveDb, caller: Caller, id: string, now: number): Promise<{ signedAt: number }> {
  const { companyId, memberId } = caller
  const row = await findEnterable(db, viewerOf(caller), id, now, true)
  assertOpen(row)
  if (row.status !== liveStatus.inProgress) throw refuse(ACTION_NOT_ALLOWED, { state: row.status })
  await countEntry(db, { companyId, memberId, liveId: id, now })
  const signed = await db
    .updateTable('live.attendee')
    .set((e) => ({ signed_at: e.fn.coalesce('signed_at', e.val(now)), last_signed_at: now }))
    .where('live_id', '=', id)
    .where('member_id', '=', memberId)
    .returning('signed_at')
    .executeTakeFirstOrThrow()
  await signInRoom(db, row, memberId, now)
  return { signedAt: signed.signed_at ?? now }
}

async function scored(db: LiveDb, caller: Caller, businessId: string) {
  const row = await findVisible(db, viewerOf(caller), businessId)
  return { businessType: businessTypeOf(row.supplier), businessId }
}

export async function scoreOf(db: LiveDb, caller: Caller, businessId: string) {
  const { score, avgScore, scoreCount } = await findScore(db, caller, await scored(db, caller, businessId))
  return { score, avgScore, scoreCount }
}

/** Once; a second score is refused with 40208 (LIVE-197). */
export async function giveScore(
  db: LiveDb,
  caller: Caller,
  { businessId, score }: { businessId: string; score: number },
  now: number,
): Promise<void> {
  await giveStars(db, caller, { ...(await scored(db, caller, businessId)), score }, now)
}
