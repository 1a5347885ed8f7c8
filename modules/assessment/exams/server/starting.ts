/** Entering an exam: who may, with which password, from where, and how often (EXAM-009, EXAM-011, EXAM-012). */
import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { drawPaper } from '#modules/assessment/papers/server.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { countInWindow } from '#server/db/rates.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/module.ts'
import type { GivenAccommodation } from '../contract/accommodations.ts'
import { type Attempt, endGraceMs, passwordTriesMax, passwordWindowMs } from '../contract/answering.ts'
import {
  ADDRESS_NOT_ALLOWED,
  EXAM_NOT_OPEN,
  NO_ATTEMPTS_LEFT,
  PASSWORD_LOCKED,
  WRONG_PASSWORD,
} from '../contract/codes.ts'
import { isInOrder, openedAt } from '../contract/sections.ts'
import type { exams } from '../contract.ts'
import { accommodationOf, isEnterable } from './accommodations.ts'
import { isInRanges } from './address-ranges.ts'
import { ensureAnswerFileKeys } from './answer-file-keys.ts'
import { answerable, getOwnAttempt, isOverdue, lockOwnAttempt, positionColumns } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { finishAttempt, finishWhenOver } from './finishing.ts'
import { frozen } from './frozen-paper.ts'
import { assertPhoto, keepPhoto, type PhotoMoment } from './photos.ts'
import { getPublishedExam, type PublishedExam } from './published-exams.ts'
import { assertRegistered } from './registration.ts'
import { isUnpaid } from './unpaid.ts'

type Given = Input<typeof exams.startAttempt>['body']
type Moment = PhotoMoment & Pick<Context, 'ip'>

/** The three digits of an examinee (EXAM-030): they follow from the exam and the member, and so are stored nowhere. */
export function personalPasswordOf(passwordKey: string, memberId: string): string {
  const digest = createHmac('sha256', passwordKey).update(memberId).digest()
  return String(digest.readUInt32BE(0) % 1000).padStart(3, '0')
}

async function assertPasswords(db: ExamsDb, exam: PublishedExam, given: Given, { caller, now }: Moment): Promise<void> {
  const { password, hasPersonalPasswords } = exam.rules
  const personal = hasPersonalPasswords ? personalPasswordOf(exam.passwordKey, caller.memberId) : undefined
  const isWanted = password !== null || personal !== undefined
  if (!isWanted) return
  const key = `exam-password:${exam.id}:${caller.memberId}`
  const { count, endsAt } = await countInWindow(db, key, passwordWindowMs, now)
  if (count > passwordTriesMax) throw refuseKeepingWrites(PASSWORD_LOCKED, { until: endsAt })
  const isRight =
    (password === null || given.password === password) &&
    (personal === undefined || given.personalPassword === personal)
  if (!isRight) throw refuseKeepingWrites(WRONG_PASSWORD, { count: passwordTriesMax - count })
  // A right one is no try.
  await countInWindow(db, key, passwordWindowMs, now, -1)
}

interface RecordRow {
  readonly attempts_used: number
  readonly last_number: number
}

/** The caller's record of the exam: whoever starts at the same time waits here. */
async function lockRecord(db: ExamsDb, exam: PublishedExam, memberId: string): Promise<RecordRow> {
  const { rows } = await sql<RecordRow>`
    insert into exams.record (exam_id, member_id, company_id) values (${exam.id}, ${memberId}, ${exam.companyId})
    on conflict (exam_id, member_id) do update set company_id = excluded.company_id
    returning attempts_used, last_number`.execute(db)
  return rows[0] as RecordRow
}

/** Asked by the member alone: an index of all attempts in progress would be read to its end while thousands start. */
async function findOpenAttempt(db: ExamsDb, examId: string, memberId: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom('exams.attempt')
    .select(['id', 'state', 'reset_at'])
    .where('exam_id', '=', examId)
    .where('member_id', '=', memberId)
    .execute()
  return rows.find((row) => row.state === 'in-progress' && row.reset_at === null)?.id
}

/** The attempt in progress. */
async function goOn(db: ExamsDb, examId: string, { caller, now }: Moment): Promise<Attempt | undefined> {
  const openId = await findOpenAttempt(db, examId, caller.memberId)
  return openId === undefined ? undefined : answerable(db, await getOwnAttempt(db, caller, openId, now), now)
}

/** As `goOn`; one whose time is over is submitted, so that the next can start. Attempts are locked before records, here as everywhere. */
async function goOnInTime(db: ExamsDb, examId: string, { caller, now }: Moment): Promise<Attempt | undefined> {
  const openId = await findOpenAttempt(db, examId, caller.memberId)
  if (openId === undefined) return undefined
  const attempt = await getOwnAttempt(db, caller, openId, now)
  if (!isOverdue(attempt, now)) return answerable(db, attempt, now)
  const locked = await lockOwnAttempt(db, caller, openId, now)
  if (!isOverdue(locked, now)) return answerable(db, locked, now)
  await finishAttempt(db, locked, 'time', now)
  return undefined
}

function assertMayStart(exam: PublishedExam, given: GivenAccommodation, { ip, now }: Moment): void {
  if (!isEnterable(exam, given, now)) throw refuse(EXAM_NOT_OPEN, { state: exam.state })
  if (!isInRanges(ip, exam.rules.addressRanges)) throw refuse(ADDRESS_NOT_ALLOWED)
}

async function insertAttempt(
  db: ExamsDb,
  exam: PublishedExam,
  number: number,
  { timePercent, laterMinutes }: GivenAccommodation,
  { caller, now }: Moment,
): Promise<string> {
  const { companyId, rules } = exam
  if (!exam.hasAnswerFileKeys) await ensureAnswerFileKeys(db, exam.id)
  const seed = randomInt(2 ** 31)
  const order = { companyId, paperId: rules.paperId ?? '', seed, memberId: caller.memberId, now }
  const paper = await drawPaper(db, order)
  // Somebody changes it at this moment: what was published with the exam is another one.
  if (!paper.isReady) throw refuse(EXAM_NOT_OPEN, { state: exam.state })
  const id = uuid()
  const sections = frozen(paper, timePercent)
  const windowEnd = exam.endAt === null ? Number.POSITIVE_INFINITY : exam.endAt + laterMinutes * 60_000
  const timeUp = Math.min(now + rules.durationMinutes * 600 * timePercent, windowEnd)
  const position = isInOrder(sections) ? openedAt(sections, 1, now, timeUp) : null
  const endsAt = position?.endsAt ?? timeUp
  await db
    .insertInto('exams.attempt')
    .values({
      ...{ id, company_id: companyId, exam_id: exam.id, member_id: caller.memberId, number, state: 'in-progress' },
      ...{ started_at: now, time_percent: timePercent, ...positionColumns(position, endsAt) },
      paper: JSON.stringify(sections),
      total_tenths: paper.totalTenths,
    })
    .execute()
  await enqueue(db, finishWhenOver, { attemptId: id }, { runAt: endsAt + endGraceMs + 1 })
  return id
}

/** Of starts at the same time one makes the attempt, and the others go on with it. */
export async function startAttempt(db: ExamsDb, id: string, given: Given, moment: Moment): Promise<Attempt> {
  const { caller, now } = moment
  const exam = await getPublishedExam(db, caller, id, now)
  const open = await goOnInTime(db, id, moment)
  if (open) return open
  if (await isUnpaid(db, caller, id, now, true)) throw refuse(NOT_BOUGHT)
  await assertRegistered(db, exam, caller.memberId)
  const accommodation = await accommodationOf(db, caller, id, now)
  assertMayStart(exam, accommodation, moment)
  await assertPasswords(db, exam, given, moment)
  const isFace = await assertPhoto(db, exam.rules, given.photo, moment)
  const record = await lockRecord(db, exam, caller.memberId)
  const started = await goOn(db, id, moment)
  if (started) return started
  const { attemptsMax } = exam.rules
  if (attemptsMax > 0 && record.attempts_used >= attemptsMax + accommodation.extraAttempts)
    throw refuse(NO_ATTEMPTS_LEFT)
  const number = record.last_number + 1
  const attemptId = await insertAttempt(db, exam, number, accommodation, moment)
  await keepPhoto(db, { id: attemptId, companyId: exam.companyId }, exam.rules, { photo: given.photo, isFace }, now)
  await sql`update exams.record set attempts_used = attempts_used + 1, last_number = ${number},
      opened_at = coalesce(opened_at, ${now}::bigint)
    where exam_id = ${id} and member_id = ${caller.memberId}`.execute(db)
  return answerable(db, await getOwnAttempt(db, caller, attemptId, now), now, { answers: [], writers: [] })
}
