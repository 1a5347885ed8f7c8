/** The report of an import for its task: the counts, and each problem with its row and column. */
import { sql } from 'kysely'
import type { TaskReport } from '#modules/platform/operations/server.ts'
import { refusalMessage } from '#server/http/messages.ts'
import type { QuestionsDb } from '../db.ts'
import type { CellProblem } from './read-sheet.ts'
import { headingOf } from './sheet-columns.ts'

/** The screen of an import. */
export const linkOf = (importId: string) => `/manage/questions/import?id=${importId}`

interface Counts {
  readonly imported: number
  readonly left: number
  readonly failed: number
}

export async function reportOf(db: QuestionsDb, importId: string): Promise<TaskReport> {
  const { rows: found } = await sql<{ row: number; errors: readonly CellProblem[] }>`
    select row_number as row, errors from questions.question_import_row
    where import_id = ${importId} and errors <> '[]' order by row_number`.execute(db)
  const counted = await sql<Counts>`
    select count(*) filter (where outcome = 'imported')::int as imported, count(*) filter (where outcome = 'new')::int as left,
      count(*) filter (where outcome = 'failed')::int as failed
    from questions.question_import_row where import_id = ${importId}`.execute(db)
  const { imported = 0, left = 0, failed = 0 } = counted.rows[0] ?? {}
  const problems = found.flatMap(({ row, errors }) =>
    errors.map(({ column, code }) => ({
      ...{ row, column: headingOf(column, 'cn') },
      message: {
        cn: refusalMessage({ code, status: 422 }, 'cn'),
        en: refusalMessage({ code, status: 422 }, 'en'),
      },
    })),
  )
  const counts = [
    { label: { cn: '已导入', en: 'Imported' }, value: imported },
    { label: { cn: '相似未导入', en: 'Similar, not imported' }, value: left },
    { label: { cn: '失败的行', en: 'Failed rows' }, value: failed },
  ]
  return { counts, problems, link: linkOf(importId) }
}
