/** Personal data of imports: who has uploaded which file. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import type { PersonalDataOwner, PersonalRecords } from '#server/personal-data.ts'
import { questionsTables } from '../db.ts'

export async function collectImports(
  connection: Connection,
  companyId: string,
  memberId: string,
): Promise<PersonalRecords> {
  const { rows } = await sql<Record<string, unknown>>`
    select file_name, state, row_count, created_at from questions.question_import
    where created_by = ${memberId} and company_id = ${companyId} order by created_at`.execute(
    questionsTables(connection),
  )
  return { name: 'question-imports', title: { cn: '导入的试题文件', en: 'Question imports' }, rows }
}

export async function eraseImports(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<void> {
  await sql`delete from questions.question_import where created_by = ${memberId} and company_id = ${companyId}`.execute(
    questionsTables(connection),
  )
}
