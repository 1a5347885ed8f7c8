/** The report of an import for its task: the counts, and each problem with its row and column. */
import { sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import type { TaskProblem, TaskReport } from '#modules/platform/operations/server.ts'
import { refusalMessage } from '#server/http/messages.ts'
import type { ImportField } from '../contract/member-import.ts'
import type { IdentityDb } from './db.ts'
import { headingOf } from './import-columns.ts'
import type { CellProblem } from './import-rows.ts'

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

/** The screen of an import. */
export const linkOf = (importId: string) => `/admin/members/import?id=${importId}`

export async function reportOf(db: IdentityDb, importId: string): Promise<TaskReport> {
  const found = await db
    .selectFrom('identity.member_import')
    .select(['imported_count', 'unchanged_count', 'failed_count'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const counts = [
    { label: { cn: '已导入', en: 'Imported' }, value: found.imported_count },
    { label: { cn: '无变化', en: 'Unchanged' }, value: found.unchanged_count },
    { label: { cn: '失败', en: 'Failed' }, value: found.failed_count },
  ]
  return { counts, problems: await problemsOf(db, importId), link: linkOf(importId) }
}
