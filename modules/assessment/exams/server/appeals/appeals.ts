/** Appeals: an examinee doubts a key or a mark, and somebody of the exam answers. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { ownsFile } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { AppealState } from '../../contract/appeals.ts'
import { APPEAL_CLOSED, APPEAL_NOT_OPEN, APPEAL_WAITING, MARK_TOO_HIGH } from '../../contract/codes.ts'
import type { exams } from '../../contract.ts'
import { type AttemptRecord, lockAttempt, lockOwnAttempt, questionsOf } from '../attempts.ts'
import type { ExamsDb } from '../db.ts'
import { settleScore } from '../finishing.ts'
import { storeDecided } from '../marking/store-marks.ts'
import { notifyOfAnswer, notifyOfAppeal } from '../notifications.ts'
import { isScoreShown } from '../results.ts'
import { getStaffed } from '../staff.ts'
import { mayViewPaper } from '../viewing.ts'

const dayMs = 86_400_000

/** Until when the examinee may appeal; null: the exam takes no appeals, or there is no result to appeal against. */
export async function appealUntilOf(db: ExamsDb, attempt: AttemptRecord, now: number): Promise<number | null> {
  const { rows } = await sql<{ days: number | null; seenAt: number | null }>`
    select k.appeal_days as days, t.result_seen_at as "seenAt"
    from exams.attempt t left join exams.marking k on k.exam_id = t.exam_id where t.id = ${attempt.id}`.execute(db)
  const { days = null, seenAt = null } = rows[0] ?? {}
  const isOpen = attempt.state === 'final' && isScoreShown(attempt.rules, attempt)
  if (days === null || !isOpen || !(await mayViewPaper(db, attempt))) return null
  return (seenAt ?? now) + days * dayMs
}

async function gradersOf(db: ExamsDb, examId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select array(select distinct unnest(grader_ids || author_id)) as ids from exams.exam where id = ${examId}`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}

/** Of two appeals on a question at once one is taken: the attempt is locked. */
export async function appeal(
  db: ExamsDb,
  caller: Caller,
  attemptId: string,
  { place, subject, text, fileId }: Input<typeof exams.appeal>['body'],
  now: number,
) {
  const attempt = await lockOwnAttempt(db, caller, attemptId, now)
  const until = await appealUntilOf(db, attempt, now)
  if (until === null || now > until) throw refuse(APPEAL_NOT_OPEN, { until })
  const question = questionsOf(attempt.paper).find((one) => one.place === place)
  if (!question || (fileId !== undefined && !(await ownsFile(db, caller, fileId)))) throw refuse(NOT_FOUND)
  await assertClean(db, caller.companyId, { text })
  const { rows } = await sql`
    select from exams.appeal where attempt_id = ${attemptId} and place = ${place} and state = 'open'`.execute(db)
  if (rows.length > 0) throw refuse(APPEAL_WAITING)
  const id = uuid()
  await db
    .insertInto('exams.appeal')
    .values({
      ...{
        id,
        company_id: attempt.companyId,
        exam_id: attempt.examId,
        attempt_id: attemptId,
        member_id: caller.memberId,
      },
      ...{ place, version_id: question.versionId, subject, text: text.trim(), file_id: fileId ?? null },
      ...{ state: 'open', created_at: now },
    })
    .execute()
  await notifyOfAppeal(db, { attempt, place, recipients: await gradersOf(db, attempt.examId), now })
  return { id }
}

export async function withdrawAppeal(db: ExamsDb, caller: Caller, id: string): Promise<Record<string, never>> {
  const { rows } = await sql<{ state: AppealState }>`
    select state from exams.appeal where id = ${id} and member_id = ${caller.memberId}
      and company_id = ${caller.companyId} for update`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  if (rows[0].state !== 'open') throw refuse(APPEAL_CLOSED, { state: rows[0].state })
  await db.updateTable('exams.appeal').set({ state: 'withdrawn' }).where('id', '=', id).execute()
  return {}
}

interface AppealRow {
  readonly attempt_id: string
  readonly place: number
  readonly version_id: string
  readonly state: AppealState
  readonly tenths: number | null
  readonly drawn_tenths: number | null
  readonly max_tenths: number
  readonly comment: string
}

async function findAppeal(db: ExamsDb, companyId: string, id: string, lock: boolean): Promise<AppealRow> {
  const { rows } = await sql<AppealRow>`
    select a.attempt_id, a.place, a.version_id, a.state, m.tenths, m.drawn_tenths, m.max_tenths, m.comment
    from exams.appeal a join exams.mark m on m.attempt_id = a.attempt_id and m.place = a.place
    where a.id = ${id} and a.company_id = ${companyId} ${lock ? sql`for update of a` : sql``}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** Another mark counts as one that a person gave: a new key does not change it. */
async function giveNewMark(
  db: ExamsDb,
  attempt: AttemptRecord,
  row: AppealRow,
  { tenths, memberId, now }: { readonly tenths: number; readonly memberId: string; readonly now: number },
): Promise<number> {
  const maxTenths = row.drawn_tenths ?? row.max_tenths
  if (tenths > maxTenths) throw refuse(MARK_TOO_HIGH, { maxTenths })
  const mark = { attemptId: attempt.id, place: row.place, versionId: row.version_id, tenths, comment: row.comment }
  await storeDecided(db, attempt.examId, [mark], { memberId, now })
  if (attempt.state === 'final') await settleScore(db, attempt, now)
  return tenths
}

export async function answerAppeal(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { isUpheld, answer, tenths }: Input<typeof exams.answerAppeal>['body'],
  now: number,
): Promise<Record<string, never>> {
  const { companyId, memberId } = caller
  const attempt = await lockAttempt(db, companyId, (await findAppeal(db, companyId, id, false)).attempt_id, now)
  await getStaffed(db, caller, attempt.examId, 'grader')
  assertNotSelf(caller, [attempt.memberId])
  const row = await findAppeal(db, companyId, id, true)
  if (row.state !== 'open') throw refuse(APPEAL_CLOSED, { state: row.state })
  const hasNewMark = isUpheld && tenths !== undefined
  const after = hasNewMark ? await giveNewMark(db, attempt, row, { tenths, memberId, now }) : null
  await db
    .updateTable('exams.appeal')
    .set({
      ...{ state: isUpheld ? 'upheld' : 'refused', answer: answer.trim(), answered_by: memberId, answered_at: now },
      ...{ tenths_before: hasNewMark ? row.tenths : null, tenths_after: after },
    })
    .where('id', '=', id)
    .execute()
  await notifyOfAnswer(db, { attempt, place: row.place, isUpheld, answer: answer.trim(), now })
  return {}
}
