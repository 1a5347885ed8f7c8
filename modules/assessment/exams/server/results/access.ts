/** Who reads the results of an exam: its editors. Proctors export them as long as they may export its answers. */
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { EXPORT_OVER } from '../../contract/codes.ts'
import { exportWindowMs, isExportOpen } from '../answers-export.ts'
import type { ExamsDb } from '../db.ts'
import { type ExamRecord, examLifecycle } from '../exam-lifecycle.ts'
import { getStaffed, mayEdit } from '../staff.ts'

export async function getOwnExam(db: ExamsDb, caller: Caller, id: string): Promise<ExamRecord> {
  const exam = await examLifecycle.get(db, caller, id)
  if (!mayEdit(caller, exam)) throw refuse(NO_PERMISSION)
  return exam
}

export async function getExportedExam(db: ExamsDb, caller: Caller, id: string, now: number): Promise<ExamRecord> {
  const exam = await getStaffed(db, caller, id, 'invigilator')
  if (!mayEdit(caller, exam) && !isExportOpen(exam, now))
    throw refuse(EXPORT_OVER, { until: (exam.endAt ?? 0) + exportWindowMs })
  return exam
}
