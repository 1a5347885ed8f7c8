/** Classes that are sold: who may price them, and what a purchase gives. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { sold } from '#modules/commerce/entitlements/server.ts'
import { membersWhoMustBuy } from '#modules/commerce/prices/server.ts'
import type { Facet } from '#modules/content/catalog/server.ts'
import { postsSql } from '#modules/platform/identity/server.ts'
import { CLASS_FULL, CLASS_NOT_FOR_YOU } from '../contract/codes.ts'
import { enrollmentWindow, livingStates, statesWithPlace } from '../contract/states.ts'
import { businessType } from '../contract.ts'
import { findActivities } from './activities.ts'
import { isMeantFor } from './audience.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { classPolicy } from './class-policy.ts'
import { type ClassesDb, classesTables } from './db.ts'
import { assertWindow } from './enrolling.ts'
import { findEnrollments, upsertWaiting } from './enrollments.ts'
import { assertRunning, findPlacedClass } from './placed-class.ts'
import { freePlaces, takePlaces } from './places.ts'
import { settlePlaces } from './settling.ts'
import { ownSources } from './unpaid.ts'
import { offerPlaces } from './waiting-list.ts'

/** Puts buyers on the roster as far as there are places and nothing is asked of them; all others enroll by themselves. */
async function putBuyersOnRoster(
  db: ClassesDb,
  ref: { readonly id: string; readonly companyId: string },
  memberIds: readonly string[],
  now: number,
): Promise<void> {
  const found = await findPlacedClass(db, ref, { lock: true, orNone: true })
  if (!found) return
  const { from, until } = enrollmentWindow(found)
  const isRunning = found.status === 'on-shelf' && found.closedAt === null && from <= now && now < until
  if (!isRunning || found.enrollment.form.some(({ isRequired }) => isRequired)) return
  const known = await findEnrollments(db, ref.id, memberIds)
  const living = new Set(
    known.flatMap(({ memberId, state }) => (livingStates.some((one) => one === state) ? memberId : [])),
  )
  const coming = memberIds.filter((memberId) => !living.has(memberId))
  const { placed, without } = await takePlaces(db, found, coming)
  const queueing = found.enrollment.hasWaitingList ? without : []
  const comers = [...placed.map(({ memberId }) => memberId), ...queueing]
  if (comers.length > 0) await upsertWaiting(db, found, comers, { source: 'self', now })
  if (placed.length > 0) await settlePlaces(db, found, placed, { isDecided: false, now })
}

interface OwnPlace {
  readonly id: string
  readonly memberId: string
  readonly organizationId: string
  readonly hadSince: number
  readonly hasPlace: boolean
  readonly quotaOrganizationId: string | null
}

/** Takes those off the roster who lost the class before they started with it; their places go to who waits. */
async function takeOffRoster(
  db: ClassesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  memberIds: readonly string[],
  now: number,
): Promise<void> {
  const found = await findPlacedClass(db, { id, companyId }, { lock: true, orNone: true })
  if (!found || found.closedAt !== null) return
  const { rows } = await sql<OwnPlace>`
    select e.id, e.member_id as "memberId", p.organization_id as "organizationId", e.queued_at as "hadSince",
      e.state <> 'waiting' as "hasPlace", e.quota_organization_id as "quotaOrganizationId"
    from classes.enrollment e join ${postsSql(companyId)} p on p.member_id = e.member_id
    where e.class_id = ${id} and e.member_id = any(${[...memberIds]}::uuid[]) and e.opened_at is null
      and e.state = any(${[...livingStates]}::text[]) and e.source = any(${[...ownSources]}::text[])`.execute(db)
  const unpaid = await membersWhoMustBuy(db, { companyId, businessType, id }, rows, now)
  const leaving = rows.filter(({ memberId }) => unpaid.has(memberId))
  if (leaving.length === 0) return
  await sql`update classes.enrollment set state = 'withdrawn', offered_until = null, is_in_approval = false,
      decided_at = ${now} where id = any(${leaving.map((row) => row.id)}::uuid[])`.execute(db)
  await freePlaces(
    db,
    id,
    leaving.filter(({ hasPlace }) => hasPlace),
  )
  await offerPlaces(db, found, now)
}

/** A purchase enrolls, and opens the contents of the class. Whoever has opened something or checked in has used it. */
export const soldClass: Facet = sold({
  tradeType: 11,
  async mayPrice(connection, caller, id) {
    return classPolicy.mayEdit(caller, await classLifecycle.get(classesTables(connection), caller, id))
  },
  async started(connection, companyId, memberIds, ids) {
    const rows = await classesTables(connection)
      .selectFrom('classes.enrollment')
      .select('member_id')
      .distinct()
      .where('company_id', '=', companyId)
      .where('class_id', 'in', [...ids])
      .where('member_id', 'in', [...memberIds])
      .where('opened_at', 'is not', null)
      .execute()
    return rows.map((row) => row.member_id)
  },
  async mayBuy(connection, caller, id, quantity, now) {
    const db = classesTables(connection)
    const found = await findPlacedClass(db, { id, companyId: caller.companyId }, { lock: false })
    assertRunning(found)
    const [own] = await findEnrollments(db, id, [caller.memberId])
    if (quantity === 1 && statesWithPlace.some((one) => one === own?.state)) return
    if (enrollmentWindow(found).until <= now) assertWindow(found, now)
    if (!(await isMeantFor(db, caller, found.organizationIds))) throw refuse(CLASS_NOT_FOR_YOU)
    const isFull = found.capacity - found.placesTaken < quantity
    if (isFull && !found.enrollment.hasWaitingList) throw refuse(CLASS_FULL, { organization: false })
  },
  async entitled(connection, companyId, memberIds, id, now) {
    await putBuyersOnRoster(classesTables(connection), { id, companyId }, memberIds, now)
  },
  async lost(connection, companyId, memberIds, id, now) {
    await takeOffRoster(classesTables(connection), { id, companyId }, memberIds, now)
  },
  async contains(connection, _companyId, id) {
    const activities = await findActivities(classesTables(connection), id)
    return activities.flatMap(({ businessType: kind, businessId }) =>
      kind !== null && businessId !== null ? { businessType: kind, itemId: businessId } : [],
    )
  },
})
