/** Comments to choose from: those of all graders of an exam, and those that a grader keeps. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { type CannedComment, cannedCommentsMax } from '../../contract/marking.ts'
import type { exams } from '../../contract.ts'
import type { ExamsDb } from '../db.ts'
import { getEditedExam, getStaffed } from '../staff.ts'

export async function cannedComments(db: ExamsDb, caller: Caller, id: string): Promise<CannedComment[]> {
  await getStaffed(db, caller, id, 'grader')
  const { rows } = await sql<CannedComment>`
    select id, text, member_id is null as "isShared" from exams.canned_comment
    where exam_id = ${id} and (member_id is null or member_id = ${caller.memberId})
    order by (member_id is not null), id limit ${2 * cannedCommentsMax}`.execute(db)
  return rows
}

export async function addCannedComment(
  db: ExamsDb,
  caller: Caller,
  examId: string,
  { text, isShared }: Input<typeof exams.addCannedComment>['body'],
) {
  await (isShared ? getEditedExam(db, caller, examId) : getStaffed(db, caller, examId, 'grader'))
  const id = uuid()
  const memberId = isShared ? null : caller.memberId
  const values = { id, company_id: caller.companyId, exam_id: examId, member_id: memberId, text: text.trim() }
  await db.insertInto('exams.canned_comment').values(values).execute()
  return { id }
}

/** Refuses where it is neither the caller's own, nor one for all graders and the caller an editor. */
async function assertChangeable(db: ExamsDb, caller: Caller, id: string): Promise<void> {
  const found = await db
    .selectFrom('exams.canned_comment')
    .select(['exam_id', 'member_id'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  if (found.member_id === null) await getEditedExam(db, caller, found.exam_id)
  else if (found.member_id !== caller.memberId) throw refuse(NO_PERMISSION)
}

export async function changeCannedComment(
  db: ExamsDb,
  caller: Caller,
  id: string,
  text: string,
): Promise<Record<string, never>> {
  await assertChangeable(db, caller, id)
  await db.updateTable('exams.canned_comment').set({ text: text.trim() }).where('id', '=', id).execute()
  return {}
}

export async function removeCannedComment(db: ExamsDb, caller: Caller, id: string): Promise<Record<string, never>> {
  await assertChangeable(db, caller, id)
  await db.deleteFrom('exams.canned_comment').where('id', '=', id).execute()
  return {}
}
