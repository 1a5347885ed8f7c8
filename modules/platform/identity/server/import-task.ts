/** The import of members as a background task: progress, cancellation, retry and result. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { finishTask, type TaskProblem } from '#modules/platform/operations/server.ts'
import { refusalMessage } from '#server/http/messages.ts'
import type { IdentityDb } from './db.ts'
import { headingOf, type ImportField } from './import-columns.ts'
import type { CellProblem } from './import-rows.ts'

export const importTaskKind = 'member-import'

interface ProblemRow {
  readonly row: number
  readonly errors: readonly CellProblem[]
}

async function problemsOf(db: IdentityDb, importId: string): Promise<TaskProblem[]> {
  const found = await db
    .selectFrom('identity.member_import')
    .select('headings')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const headings = found.headings as Partial<Record<ImportField, string>>
  const { rows } = await sql<ProblemRow>`
    select row_number as row, errors from identity.member_import_row
    where import_id = ${importId} and errors <> '[]' order by row_number`.execute(db)
  const text = (code: number, language: Language) => refusalMessage({ code, status: 422 }, language)
  return rows.flatMap(({ row, errors }) =>
    errors.map(({ column, code }) => ({
      row,
      column: headings[column] ?? headingOf(column, 'cn'),
      message: { cn: text(code, 'cn'), en: text(code, 'en') },
    })),
  )
}

/** Reports the result of the import, in the transaction that ends it. */
export async function reportImport(db: IdentityDb, importId: string, now: number): Promise<void> {
  const found = await db
    .selectFrom('identity.member_import')
    .select(['task_id', 'imported_count', 'unchanged_count', 'failed_count'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  if (found.task_id === null) return
  const counts = [
    { label: { cn: '已导入', en: 'Imported' }, value: found.imported_count },
    { label: { cn: '无变化', en: 'Unchanged' }, value: found.unchanged_count },
    { label: { cn: '失败', en: 'Failed' }, value: found.failed_count },
  ]
  const link = `/admin/members/import?id=${importId}`
  await finishTask(db, found.task_id, { counts, problems: await problemsOf(db, importId), link }, now)
}
