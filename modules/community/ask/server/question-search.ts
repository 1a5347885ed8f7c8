/** Questions of the ask bar in the search, with their answers. An anonymous asker has no name there, either. */
import { sql } from 'kysely'
import { plainText } from '#modules/content/catalog/server.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { idsOf, type SearchDocument, searchKind } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { questionBusinessType } from '../contract/shapes.ts'
import { askTables } from './db.ts'
import { shownSql } from './question-rows.ts'

type Row = SearchDocument & { readonly content: string; readonly answers: readonly string[] }

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select q.id, q.title, q.excerpt as summary, q.content, '/ask/question/detail/' || q.id as link,
      case when q.is_anonymous then null else q.author_id end as "authorId", q.created_at as "publishedAt",
      q.answer_count + greatest(0, q.up_count) as heat,
      array(select a.content from ask.answer a where a.question_id = q.id and a.removed_at is null
        order by a.accepted_at nulls last, a.created_at limit 50) as answers
    from ask.question q where q.id = any(${[...ids]}::uuid[]) and q.company_id = ${companyId} and ${shownSql}`.execute(
    askTables(connection),
  )
  const topics = await topicsOf(
    connection,
    companyId,
    questionBusinessType,
    rows.map(({ id }) => id),
  )
  return rows.map(({ content, answers, ...row }) => ({
    ...row,
    keywords: (topics.get(row.id) ?? []).map(({ name }) => name),
    texts: [plainText(content), ...answers.map(plainText)],
  }))
}

export const searchedQuestion = searchKind({
  kind: 'question',
  filter: 'expert-content',
  label: { cn: '问吧问题', en: 'Question' },
  businessType: questionBusinessType,
  openSql: (caller) => sql`exists (select from ask.question q where q.id = d.item_id
    and q.company_id = ${caller.companyId} and ${shownSql})`,
  documents,
  ids: idsOf('ask.question'),
})
