/** What becomes of those who have got a place: it is offered, somebody decides about it, or they are enrolled. */
import { sql } from 'kysely'
import { apply, isApprovalOn } from '#modules/platform/approvals/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { EnrollmentState } from '../contract/states.ts'
import { enrollmentApproval } from '../contract.ts'
import { openActivities } from './activity-opening.ts'
import type { ClassesDb } from './db.ts'
import type { PlacedClass } from './placed-class.ts'
import type { Place } from './places.ts'

interface Settlement {
  /** Not null: it has to be accepted until then. */
  readonly offeredUntil?: number | null
  /** Nobody has to decide any more. */
  readonly isDecided: boolean
  readonly decidedBy?: string | null
  readonly now: number
}

/** Answers the state that all of them have got. */
export async function settlePlaces(
  db: ClassesDb,
  found: PlacedClass,
  places: readonly Place[],
  { offeredUntil = null, isDecided, decidedBy = null, now }: Settlement,
): Promise<EnrollmentState> {
  const { id, companyId, organizationId, enrollment } = found
  const isPending = offeredUntil === null && !isDecided && enrollment.isReviewed
  const state = offeredUntil === null ? (isPending ? 'pending' : 'enrolled') : 'offered'
  const isInApproval = isPending && (await isApprovalOn(db, companyId, enrollmentApproval, organizationId))
  const { rows } = await sql<{ id: string; memberId: string }>`
    update classes.enrollment e set state = ${state}, offered_until = ${offeredUntil}, is_in_approval = ${isInApproval},
      quota_organization_id = p.quota, decided_at = ${state === 'enrolled' ? now : null}::bigint,
      decided_by = ${decidedBy}, reason = ''
    from jsonb_to_recordset(${JSON.stringify(places.map((one) => ({ member: one.memberId, quota: one.quotaOrganizationId })))}::jsonb)
      as p(member uuid, quota uuid)
    where e.class_id = ${id} and e.member_id = p.member
    returning e.id, e.member_id as "memberId"`.execute(db)
  if (isInApproval) await applyForPlaces(db, found, rows, now)
  if (state === 'enrolled')
    await openActivities(db, { id, companyId, memberIds: places.map(({ memberId }) => memberId), now })
  return state
}

async function applyForPlaces(
  db: ClassesDb,
  { companyId, organizationId, name }: PlacedClass,
  enrollments: readonly { readonly id: string; readonly memberId: string }[],
  now: number,
): Promise<void> {
  const known = await membersByIds(
    db,
    companyId,
    enrollments.map(({ memberId }) => memberId),
  )
  for (const { id: businessId, memberId: applicantId } of enrollments)
    await apply(db, {
      ...{ companyId, organizationId, businessType: enrollmentApproval, businessId, applicantId, now },
      name: `${name} · ${known.get(applicantId)?.fullName ?? ''}`,
    })
}
