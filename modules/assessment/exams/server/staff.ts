/** Those who work for an exam: editors, and the graders and invigilators that it names (EXAM-056, EXAM-057). */
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { type AttemptRecord, lockAttempt } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { type ExamRecord, examLifecycle } from './exam-lifecycle.ts'

export type Duty = 'grader' | 'invigilator'

export const mayEdit = (caller: Caller, exam: ExamRecord): boolean => examLifecycle.options.policy.mayEdit(caller, exam)

/** The exam, for its editors and for those who have the duty in it. */
export async function getStaffed(db: ExamsDb, caller: Caller, id: string, duty: Duty): Promise<ExamRecord> {
  const exam = await examLifecycle.get(db, caller, id)
  const ids = duty === 'grader' ? exam.graderIds : exam.invigilatorIds
  if (!ids.includes(caller.memberId) && !mayEdit(caller, exam)) throw refuse(NO_PERMISSION)
  return exam
}

/** The exam, for those who write it: they decide what its keys and rules of marking are. */
export async function getEditedExam(db: ExamsDb, caller: Caller, id: string): Promise<ExamRecord> {
  const exam = await examLifecycle.get(db, caller, id)
  if (!mayEdit(caller, exam)) throw refuse(NO_PERMISSION)
  return exam
}

/** An attempt of somebody else, locked, for who has the duty in its exam. */
export async function lockStaffedAttempt(
  db: ExamsDb,
  caller: Caller,
  id: string,
  duty: Duty,
  now: number,
): Promise<AttemptRecord> {
  const attempt = await lockAttempt(db, caller.companyId, id, now)
  await getStaffed(db, caller, attempt.examId, duty)
  assertNotSelf(caller, [attempt.memberId])
  return attempt
}
