/** A version is handed in: the submissions take it, with the rules of homework. */
import { submit } from '#modules/content/submissions/server.ts'
import type { Context } from '#server/module.ts'
import type { HomeworkDb } from './db.ts'
import { homeworkSubmissions } from './homework-kind.ts'

export function handIn(
  db: HomeworkDb,
  context: Context,
  { classId, activityId }: { readonly classId: string; readonly activityId: string },
  { text, fileIds }: { readonly text: string; readonly fileIds: readonly string[] },
) {
  const part = { subjectId: classId, partId: activityId }
  return submit(db, homeworkSubmissions, part, { text, fileIds, textField: 'text' }, context)
}
