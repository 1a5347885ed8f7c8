/** Personal data in the question bank: who wrote which questions and versions. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type PersonalDataOwner, type PersonalRecords, personalData } from '#server/personal-data.ts'
import { questionsTables } from './db.ts'
import { collectImports, eraseImports } from './exchange/personal-data.ts'

async function collect(connection: Connection, { companyId, memberId }: PersonalDataOwner): Promise<PersonalRecords[]> {
  const db = questionsTables(connection)
  const written = await sql<Record<string, unknown>>`
    select plain_text as question, kind, status, created_at from questions.question
    where author_id = ${memberId} and company_id = ${companyId} order by id`.execute(db)
  const versions = await sql<Record<string, unknown>>`
    select q.plain_text as question, v.number, v.created_at from questions.version v
    join questions.question q on q.id = v.question_id
    where v.author_id = ${memberId} and v.company_id = ${companyId} order by v.id`.execute(db)
  return [
    { name: 'questions-written', title: { cn: '编写的试题', en: 'Questions written' }, rows: written.rows },
    { name: 'question-versions', title: { cn: '修改的试题', en: 'Versions of questions' }, rows: versions.rows },
    await collectImports(connection, companyId, memberId),
  ]
}

/** Questions stay for those who answer them, under a member without a name. */
export const questionsPersonalData = personalData({ module: 'questions', collect, erase: eraseImports })
