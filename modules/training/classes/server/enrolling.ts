/** Members on their way into a class, and out of it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { withdraw } from '#modules/platform/approvals/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import {
  ALREADY_ENROLLED,
  CLASS_FULL,
  CLASS_NOT_FOR_YOU,
  ENROLLMENT_ENDED,
  ENROLLMENT_NOT_STARTED,
  ENROLLMENT_STATE,
  FORM_INCOMPLETE,
  REASON_REQUIRED,
} from '../contract/codes.ts'
import type { FormAnswers, FormField } from '../contract/fields.ts'
import { type EnrollmentState, enrollmentWindow, livingStates, statesWithPlace } from '../contract/states.ts'
import { enrollmentApproval } from '../contract.ts'
import { isMeantFor } from './audience.ts'
import type { ClassesDb } from './db.ts'
import { findEnrollments, upsertWaiting } from './enrollments.ts'
import { assertRunning, findPlacedClass, type PlacedClass } from './placed-class.ts'
import { freePlaces, takePlaces } from './places.ts'
import { settlePlaces } from './settling.ts'
import { isUnpaid } from './unpaid.ts'
import { offerPlaces } from './waiting-list.ts'

const isOneOf = (states: readonly EnrollmentState[], state: EnrollmentState | undefined) =>
  state !== undefined && states.includes(state)

/** The answers as they are stored: of fields of the form alone. */
function answersOf(form: readonly FormField[], given: FormAnswers): FormAnswers {
  const answered = form.map((field): [string, string] => {
    const answer = (given[field.key] ?? '').trim()
    const isMissing = field.isRequired && answer === ''
    const isNoChoice = field.kind === 'choice' && answer !== '' && !field.choices.includes(answer)
    const isNoNumber = field.kind === 'number' && answer !== '' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(answer)
    const isNoPhone = field.kind === 'phone' && answer !== '' && !/^\+?[0-9 -]{5,20}$/.test(answer)
    if (isMissing || isNoChoice || isNoNumber || isNoPhone) throw refuse(FORM_INCOMPLETE, { key: field.key })
    return [field.key, answer]
  })
  return Object.fromEntries(answered.filter(([, answer]) => answer !== ''))
}

export function assertWindow(found: PlacedClass, now: number): void {
  const { from, until } = enrollmentWindow(found)
  if (now < from) throw refuse(ENROLLMENT_NOT_STARTED, { from })
  if (until <= now) throw refuse(ENROLLMENT_ENDED, { until })
}

/** What can be said of an enrollment before there is a place to look for. Answers the answers as they are stored. */
export async function checkedAnswers(
  db: ClassesDb,
  found: PlacedClass,
  given: FormAnswers,
  now: number,
): Promise<FormAnswers> {
  assertRunning(found)
  assertWindow(found, now)
  const answers = answersOf(found.enrollment.form, given)
  await assertClean(db, found.companyId, { answers: Object.values(answers).join('\n') })
  return answers
}

interface Arrival {
  readonly memberId: string
  readonly source: 'self' | 'form'
  readonly answers: FormAnswers
  readonly now: number
}

/** Looks for a place, one after the other of all who come at once: what is asked under the lock of the class is little. */
export async function takeOwnPlace(
  db: ClassesDb,
  seen: PlacedClass,
  { memberId, source, answers, now }: Arrival,
): Promise<{ readonly state: EnrollmentState }> {
  const found = await findPlacedClass(db, seen, { lock: true })
  assertRunning(found)
  const { placed, isQuotaUsedUp } = await takePlaces(db, found, [memberId])
  const mayQueue = placed.length > 0 || found.enrollment.hasWaitingList
  const comes = mayQueue && (await upsertWaiting(db, found, [memberId], { source, answers, now })) > 0
  if (!comes) {
    const [before] = await findEnrollments(db, found.id, [memberId])
    if (isOneOf(livingStates, before?.state)) throw refuse(ALREADY_ENROLLED, { state: before?.state })
    throw refuse(CLASS_FULL, { organization: isQuotaUsedUp })
  }
  if (placed.length === 0) return { state: 'waiting' }
  return { state: await settlePlaces(db, found, placed, { isDecided: false, now }) }
}

/** TRAINING-025 to TRAINING-031. */
export async function enroll(db: ClassesDb, caller: Caller, id: string, given: FormAnswers, now: number) {
  const { companyId, memberId } = caller
  // Before the lock: whoever comes too early or too late keeps nobody waiting.
  const seen = await findPlacedClass(db, { id, companyId }, { lock: false })
  const answers = await checkedAnswers(db, seen, given, now)
  if (!(await isMeantFor(db, caller, seen.organizationIds))) throw refuse(CLASS_NOT_FOR_YOU)
  if (await isUnpaid(db, caller, id, now)) throw refuse(NOT_BOUGHT)
  return takeOwnPlace(db, seen, { memberId, source: 'self', answers, now })
}

/** The member accepts what the waiting list offers, while the offer lasts. */
export async function acceptPlace(db: ClassesDb, caller: Caller, id: string, now: number) {
  const { companyId, memberId } = caller
  if (await isUnpaid(db, caller, id, now)) throw refuse(NOT_BOUGHT)
  const found = await findPlacedClass(db, { id, companyId }, { lock: true })
  assertRunning(found)
  const [own] = await findEnrollments(db, id, [memberId])
  const isOffered = own?.state === 'offered' && (own.offeredUntil ?? 0) > now
  if (!own || !isOffered) throw refuse(ENROLLMENT_STATE, { state: own?.state ?? null })
  return { state: await settlePlaces(db, found, [own], { isDecided: false, now }) }
}

/** TRAINING-037, TRAINING-038: who gives up a place says why; who only waits need not. */
export async function withdrawFromClass(
  db: ClassesDb,
  { companyId, memberId }: Caller,
  id: string,
  typed: string,
  now: number,
) {
  const reason = typed.trim()
  const seen = await findPlacedClass(db, { id, companyId }, { lock: false })
  assertRunning(seen)
  const [applied] = await findEnrollments(db, id, [memberId])
  // The application is locked before the class, here as by those who decide.
  if (applied?.isInApproval && applied.state === 'pending')
    await withdraw(db, { companyId, businessType: enrollmentApproval, businessId: applied.id, memberId, now })
  const found = await findPlacedClass(db, { id, companyId }, { lock: true })
  assertRunning(found)
  const [own] = await findEnrollments(db, id, [memberId])
  if (own?.state === 'withdrawn') return { state: own.state }
  if (!own || !isOneOf(livingStates, own.state)) throw refuse(ENROLLMENT_STATE, { state: own?.state ?? null })
  if (own.state === 'enrolled' && reason === '') throw refuse(REASON_REQUIRED)
  await assertClean(db, companyId, { reason })
  await sql`update classes.enrollment set state = 'withdrawn', offered_until = null, is_in_approval = false,
      decided_at = ${now}, decided_by = ${memberId}, reason = ${reason}
    where id = ${own.id}`.execute(db)
  if (isOneOf(statesWithPlace, own.state)) await freePlaces(db, id, [own])
  await offerPlaces(db, found, now)
  return { state: 'withdrawn' as const }
}
