/** Registrations: who has a place, who waits for one, and who decides. Whoever changes one locks its exam. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  type ApprovalOutcome,
  apply,
  approvalSubject,
  isApprovalOn,
  withdraw,
} from '#modules/platform/approvals/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { NOT_REGISTERED, REGISTRATION_CLOSED, REGISTRATION_STATE } from '../contract/codes.ts'
import type { RegistrationRule, RegistrationState } from '../contract/registration.ts'
import { registrationApproval } from '../contract.ts'
import { type ExamsDb, examsTables } from './db.ts'
import { getPublishedExam } from './published-exams.ts'
import { isUnpaid } from './unpaid.ts'

interface RegisteredExam {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
  readonly name: string
  /** Null: the exam asks for none any more. */
  readonly rule: RegistrationRule | null
}

/** The exam of the registrations: of all who register at once, one after the other looks for a place. */
export async function lockExam(db: ExamsDb, id: string): Promise<RegisteredExam> {
  const { rows } = await sql<RegisteredExam>`
    select id, company_id as "companyId", organization_id as "organizationId", name,
      nullif(published_rules -> 'registration', 'null') as rule
    from exams.exam where id = ${id} for no key update`.execute(db)
  return rows[0] as RegisteredExam
}

export interface RegistrationRecord {
  readonly id: string
  readonly memberId: string
  readonly state: RegistrationState
  readonly isInApproval: boolean
  readonly hasStarted: boolean
}

export async function findRegistrations(db: ExamsDb, examId: string, memberIds: readonly string[]) {
  const { rows } = await sql<RegistrationRecord>`
    select g.id, g.member_id as "memberId", g.state, g.is_in_approval as "isInApproval",
      r.opened_at is not null as "hasStarted"
    from exams.registration g left join exams.record r on r.exam_id = g.exam_id and r.member_id = g.member_id
    where g.exam_id = ${examId} and g.member_id = any(${[...memberIds]}::uuid[])`.execute(db)
  return rows
}

/** How many places are left; null where they have no number. */
async function placesLeft(db: ExamsDb, { id, rule }: RegisteredExam): Promise<number | null> {
  if (rule === null || rule.places === null) return null
  const { rows } = await sql<{ taken: number }>`select count(*)::int as taken from exams.registration
    where exam_id = ${id} and state in ('pending', 'registered')`.execute(db)
  return Math.max(0, rule.places - (rows[0]?.taken ?? 0))
}

/** Gives places to these registrations: at once, or to those who decide. */
async function givePlaces(
  db: ExamsDb,
  exam: RegisteredExam,
  ones: readonly { readonly id: string; readonly memberId: string }[],
  now: number,
): Promise<RegistrationState> {
  const { companyId, organizationId, id: examId, name } = exam
  const isReviewed = exam.rule?.isReviewed ?? false
  const isInApproval = isReviewed && (await isApprovalOn(db, companyId, registrationApproval, organizationId))
  const state = isReviewed ? 'pending' : 'registered'
  await sql`update exams.registration set state = ${state}, is_in_approval = ${isInApproval}
    where id = any(${ones.map(({ id }) => id)}::uuid[])`.execute(db)
  const known = isInApproval
    ? await membersByIds(
        db,
        companyId,
        ones.map(({ memberId }) => memberId),
      )
    : new Map()
  for (const { id: businessId, memberId: applicantId } of isInApproval ? ones : [])
    await apply(db, {
      ...{ companyId, organizationId, businessType: registrationApproval, businessId, applicantId, now },
      name: `${name} · ${known.get(applicantId)?.fullName ?? ''}`,
    })
  const decided = await findRegistrations(
    db,
    examId,
    ones.map(({ memberId }) => memberId),
  )
  return decided[0]?.state ?? state
}

/** The first of the waiting list get the places that are free. */
export async function fillPlaces(db: ExamsDb, examId: string, now: number): Promise<void> {
  const exam = await lockExam(db, examId)
  const left = await placesLeft(db, exam)
  if (exam.rule === null || left === 0) return
  const { rows } = await sql<{ id: string; memberId: string }>`
    select id, member_id as "memberId" from exams.registration where exam_id = ${examId} and state = 'waiting'
    order by registered_at, member_id limit ${Math.min(left ?? 200, 200)}`.execute(db)
  if (rows.length === 0) return
  await givePlaces(db, exam, rows, now)
  const recipients = rows.map(({ memberId }) => memberId)
  await announce(db, exam, { type: 'exam.place-found', recipients, reason: '', now })
}

interface News {
  readonly type: string
  readonly recipients: readonly string[]
  readonly reason: string
  readonly now: number
}

export async function announce(db: ExamsDb, { id, companyId, name }: RegisteredExam, { reason, ...news }: News) {
  if (news.recipients.length === 0) return
  await notify(db, { ...news, companyId, variables: { exam: name, reason }, link: `/exam/detail/${id}` })
}

async function assertOpen(db: ExamsDb, caller: Caller, id: string, now: number): Promise<void> {
  const { state, rules, endAt } = await getPublishedExam(db, caller, id, now)
  const rule = rules.registration
  const isOpen = rule !== null && (rule.startAt ?? 0) <= now && now < (rule.endAt ?? endAt ?? Number.POSITIVE_INFINITY)
  if (!isOpen || ![3, 4, 5].includes(state)) throw refuse(REGISTRATION_CLOSED, { state })
}

export async function register(db: ExamsDb, caller: Caller, examId: string, now: number) {
  await assertOpen(db, caller, examId, now)
  if (await isUnpaid(db, caller, examId, now)) throw refuse(NOT_BOUGHT)
  const { companyId, memberId } = caller
  const exam = await lockExam(db, examId)
  const [before] = await findRegistrations(db, examId, [memberId])
  if (before && ['waiting', 'pending', 'registered'].includes(before.state)) return { state: before.state }
  const id = uuid()
  await sql`
    insert into exams.registration (id, exam_id, member_id, company_id, state, registered_at)
    values (${id}, ${examId}, ${memberId}, ${companyId}, 'waiting', ${now})
    on conflict (exam_id, member_id) do update set id = excluded.id, state = 'waiting', registered_at = excluded.registered_at,
      is_in_approval = false, decided_at = null, decided_by = null, reason = ''`.execute(db)
  if ((await placesLeft(db, exam)) === 0) return { state: 'waiting' as const }
  return { state: await givePlaces(db, exam, [{ id, memberId }], now) }
}

interface Decision {
  readonly state: 'registered' | 'refused' | 'withdrawn'
  readonly by: string | null
  readonly reason: string
  readonly now: number
}

export async function settle(db: ExamsDb, ids: readonly string[], { state, by, reason, now }: Decision): Promise<void> {
  await sql`update exams.registration set state = ${state}, decided_at = ${now}, decided_by = ${by}, reason = ${reason}
    where id = any(${[...ids]}::uuid[])`.execute(db)
}

export async function withdrawRegistration(db: ExamsDb, caller: Caller, examId: string, now: number) {
  await getPublishedExam(db, caller, examId, now)
  const { companyId, memberId } = caller
  const [seen] = await findRegistrations(db, examId, [memberId])
  // The application is locked before the exam, here as by those who decide.
  if (seen?.isInApproval && seen.state === 'pending')
    await withdraw(db, { companyId, businessType: registrationApproval, businessId: seen.id, memberId, now })
  await lockExam(db, examId)
  const [found] = await findRegistrations(db, examId, [memberId])
  if (found?.state === 'withdrawn') return { state: found.state }
  const state = found?.state ?? null
  const isPossible = found && found.state !== 'refused' && !found.hasStarted
  if (!isPossible) throw refuse(REGISTRATION_STATE, { state })
  await settle(db, [found.id], { state: 'withdrawn', by: memberId, reason: '', now })
  await fillPlaces(db, examId, now)
  return { state: 'withdrawn' as const }
}

/** Approvers have decided, or the examinee has withdrawn there. */
async function decidedByApprovers(connection: Connection, outcome: ApprovalOutcome): Promise<void> {
  const db = examsTables(connection)
  const { businessId, companyId, result, decidedBy, opinion, now } = outcome
  const found = await db
    .selectFrom('exams.registration')
    .select(['exam_id', 'member_id'])
    .where('id', '=', businessId)
    .where('company_id', '=', companyId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!found) return
  const exam = await lockExam(db, found.exam_id)
  const state = ({ agreed: 'registered', refused: 'refused', withdrawn: 'withdrawn' } as const)[result]
  await settle(db, [businessId], { state, by: decidedBy, reason: opinion, now })
  const news = { recipients: [found.member_id], reason: opinion, now }
  if (state !== 'withdrawn') await announce(db, exam, { type: `exam.registration-${state}`, ...news })
  if (state !== 'registered') await fillPlaces(db, exam.id, now)
}

export const registrationSubject = approvalSubject({
  businessType: registrationApproval,
  key: 'exam-registration',
  label: { cn: '考试报名', en: 'Exam registration' },
  decided: decidedByApprovers,
  link: () => '',
  reviseLink: () => '/exam',
})

/** Refuses the start of a member who is not registered. An exam that others have assigned needs no registration. */
export async function assertRegistered(
  db: ExamsDb,
  exam: { readonly id: string; readonly rules: { readonly registration: RegistrationRule | null } },
  memberId: string,
): Promise<void> {
  if (exam.rules.registration === null) return
  const { rows } = await sql<{ state: RegistrationState | null; isAssigned: boolean }>`
    select (select state from exams.registration where exam_id = ${exam.id} and member_id = ${memberId}) as state,
      exists (select from exams.record where exam_id = ${exam.id} and member_id = ${memberId}) as "isAssigned"`.execute(
    db,
  )
  const state = rows[0]?.state ?? null
  if (state === 'registered' || (state === null && rows[0]?.isAssigned)) return
  throw refuse(NOT_REGISTERED, { state })
}
