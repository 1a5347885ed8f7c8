/** Members who are put on the roster by others. */
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { CLASS_FULL, MEMBER_DISABLED } from '../contract/codes.ts'
import { livingStates } from '../contract/states.ts'
import { announce } from './class-news.ts'
import type { ClassesDb } from './db.ts'
import { findEnrollments, upsertWaiting } from './enrollments.ts'
import type { PlacedClass } from './placed-class.ts'
import { takePlaces } from './places.ts'
import { settlePlaces } from './settling.ts'

/** Whoever is put on a roster can come: refuses the disabled members among these, and ids that are of no member. */
export async function assertMayCome(db: ClassesDb, companyId: string, memberIds: readonly string[]): Promise<void> {
  const known = await membersByIds(db, companyId, memberIds)
  if (known.size < new Set(memberIds).size) throw refuse(NOT_FOUND)
  const members = [...known.values()].filter(({ enabled }) => !enabled).map(({ fullName }) => fullName)
  if (members.length > 0) throw refuse(MEMBER_DISABLED, { members })
}

export interface Nomination {
  readonly source: 'nominated' | 'imported'
  readonly by: string
  /** Nobody has to agree: the nomination is by those who decide. */
  readonly isDecided: boolean
  readonly now: number
}

export interface NominationOutcome {
  readonly enrolled: number
  readonly pending: number
  readonly waiting: number
  readonly left: number
}

/** In their order, as far as there are places; the class is locked. Those who are on the roster already are left. */
export async function putOnRoster(
  db: ClassesDb,
  found: PlacedClass,
  memberIds: readonly string[],
  { source, by, isDecided, now }: Nomination,
): Promise<NominationOutcome> {
  const enrollments = await findEnrollments(db, found.id, memberIds)
  const living = enrollments.filter(({ state }) => livingStates.some((one) => one === state))
  const known = new Set(living.map(({ memberId }) => memberId))
  const coming = memberIds.filter((memberId) => !known.has(memberId))
  const { placed, without, isQuotaUsedUp } = await takePlaces(db, found, coming)
  if (without.length > 0 && !found.enrollment.hasWaitingList)
    throw refuse(CLASS_FULL, { organization: isQuotaUsedUp, without: without.length })
  await upsertWaiting(db, found, coming, { source, now })
  const decidedBy = isDecided ? by : null
  const state = placed.length > 0 ? await settlePlaces(db, found, placed, { isDecided, decidedBy, now }) : 'enrolled'
  const recipients = placed.map(({ memberId }) => memberId)
  await announce(db, found, { type: 'class.nominated', recipients, now })
  const [enrolled, pending] = state === 'enrolled' ? [placed.length, 0] : [0, placed.length]
  return { enrolled, pending, waiting: without.length, left: known.size }
}
