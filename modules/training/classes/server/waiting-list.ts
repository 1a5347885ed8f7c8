/** The waiting list: free places go to its first by themselves, and an offer that nobody accepts in time goes to the next. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { contactsSql } from '#modules/platform/identity/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { enrollmentWindow } from '../contract/states.ts'
import { announce } from './class-news.ts'
import { type ClassesDb, classesTables } from './db.ts'
import { findPlacedClass, type PlacedClass } from './placed-class.ts'
import { freePlaces, quotasOfSql, takePlaces } from './places.ts'
import { settlePlaces } from './settling.ts'

/** So many of the waiting list are looked at in one go. */
const offeredAtOnceMax = 200

interface Waiting {
  readonly id: string
  readonly memberId: string
}

/**
 * The first in line who can have a place: of those of one quota, as many as it has left. Whoever is disabled keeps the place in
 * line, and is offered nothing meanwhile.
 */
async function firstWaiting(db: ClassesDb, { id, companyId }: PlacedClass, limit: number): Promise<Waiting[]> {
  const waiting = sql`(select e.member_id from classes.enrollment e where e.class_id = ${id} and e.state = 'waiting')`
  const { rows } = await sql<Waiting>`
    with quotas as (${quotasOfSql(companyId, id, waiting)}),
    line as (
      select e.id, e.member_id, e.queued_at, q."left",
        row_number() over (partition by q."organizationId" order by e.queued_at, e.id) as place_in_quota
      from classes.enrollment e left join quotas q on q."memberId" = e.member_id
      where e.class_id = ${id} and e.state = 'waiting'
        and not exists (select from ${contactsSql(companyId)} c where c.id = e.member_id and not c.enabled))
    select l.id, l.member_id as "memberId" from line l where l."left" is null or l.place_in_quota <= l."left"
    order by l.queued_at, l.id limit ${limit}`.execute(db)
  return rows
}

/** Offers free places to those who wait, never after the end of enrollment (beyond that, staff nominate). */
export async function offerPlaces(
  db: ClassesDb,
  of: { readonly id: string; readonly companyId: string },
  now: number,
): Promise<void> {
  const found = await findPlacedClass(db, of, { lock: true })
  const left = found.capacity - found.placesTaken
  const { until } = enrollmentWindow(found)
  const isOver = until <= now || found.status !== 'on-shelf' || found.closedAt !== null
  if (left < 1 || isOver) return
  const waiting = await firstWaiting(db, found, Math.min(left, offeredAtOnceMax))
  const { placed } = await takePlaces(
    db,
    found,
    waiting.map(({ memberId }) => memberId),
  )
  if (placed.length === 0) return
  const hours = found.enrollment.acceptanceHours
  const offeredUntil = hours === 0 ? null : Math.min(now + hours * 3_600_000, until)
  await settlePlaces(db, found, placed, { offeredUntil, isDecided: false, now })
  const recipients = placed.map(({ memberId }) => memberId)
  await announce(db, found, {
    type: offeredUntil === null ? 'class.place-found' : 'class.place-offered',
    recipients,
    now,
  })
  if (offeredUntil !== null) await enqueue(db, endOffers, { classId: found.id }, { runAt: offeredUntil })
  // Nothing else would come back to the others, where many places have become free together.
  if (waiting.length === offeredAtOnceMax) await offerPlaces(db, of, now)
}

interface Expired {
  readonly memberId: string
  readonly quotaOrganizationId: string | null
}

/** Takes back what was offered and not accepted in time, and offers what is free to the next. A second run finds nothing. */
export const endOffers = job({
  name: 'classes.end-offers',
  payload: Type.Object({ classId: Id }),
  async run(connection, { classId }, { now }) {
    const db = classesTables(connection)
    const found = await findClassOfJob(db, classId)
    if (!found) return
    const { rows: places } = await sql<Expired>`
      update classes.enrollment set state = 'withdrawn', offered_until = null, decided_at = ${now}
      where class_id = ${classId} and state = 'offered' and offered_until <= ${now}
      returning member_id as "memberId", quota_organization_id as "quotaOrganizationId"`.execute(db)
    await freePlaces(db, classId, places)
    const recipients = places.map(({ memberId }) => memberId)
    await announce(db, found, { type: 'class.offer-ended', recipients, now })
    await offerPlaces(db, found, now)
  },
})

/** Locks the class; undefined where it is gone. */
async function findClassOfJob(db: ClassesDb, classId: string): Promise<PlacedClass | undefined> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select id, company_id as "companyId" from classes.class where id = ${classId} and deleted_at is null`.execute(db)
  return rows[0] && findPlacedClass(db, rows[0], { lock: true })
}
