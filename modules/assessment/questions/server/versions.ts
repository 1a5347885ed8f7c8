/** The versions of a question: who wrote which when, and in what two of them differ. */
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { bankCalls } from '../contract/bank.ts'
import { differencesOf } from '../contract/differences.ts'
import type { QuestionContent } from '../contract/question.ts'
import type { QuestionsDb } from './db.ts'
import { getManagedQuestion } from './records.ts'

type VersionRow = Static<(typeof bankCalls)['questionVersions']['response']>['items'][number]

const columnsSql = sql`v.id, v.number, v.created_at as "createdAt",
  case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as author`

export async function listVersions(db: QuestionsDb, caller: Caller, id: string, query: Paging) {
  await getManagedQuestion(db, caller, id)
  return sqlPage<VersionRow>(db, query, {
    matching: sql`from questions.version v where v.question_id = ${id}`,
    rows: (window) => sql<VersionRow>`
      select ${columnsSql} from (select * from questions.version where question_id = ${id} order by number desc ${window}) v
      left join ${directorySql(caller.companyId)} a on a.id = v.author_id order by v.number desc`,
  })
}

export async function compareVersions(
  db: QuestionsDb,
  caller: Caller,
  id: string,
  numbers: { readonly from: number; readonly to: number },
) {
  await getManagedQuestion(db, caller, id)
  const { rows } = await sql<VersionRow & { content: QuestionContent }>`
    select ${columnsSql}, v.content from questions.version v
    left join ${directorySql(caller.companyId)} a on a.id = v.author_id
    where v.question_id = ${id} and v.number in (${numbers.from}, ${numbers.to})`.execute(db)
  const from = rows.find((row) => row.number === numbers.from)
  const to = rows.find((row) => row.number === numbers.to)
  if (!from || !to) throw refuse(NOT_FOUND)
  return { from, to, changes: differencesOf(from.content, to.content) }
}
