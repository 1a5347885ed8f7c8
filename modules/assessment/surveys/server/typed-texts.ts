/** What was typed in answer to a question: texts, dates, "other". */
import { sql } from 'kysely'
import { pageWindow } from '#kit/schema.ts'
import type { Paging } from '#server/db/page.ts'
import { otherId } from '../contract/content.ts'
import type { SurveysDb } from './db.ts'
import { keptSql, type Results } from './results.ts'

const blanks = '\t\n\r '

/** Of the answer `a`. */
const typedSql = sql`btrim(case a -> 'answer' ->> 'kind'
  when 'text' then a -> 'answer' ->> 'text'
  when 'date' then a -> 'answer' ->> 'day'
  else case when a -> 'answer' -> 'chosen' @> ${JSON.stringify(otherId)}::jsonb then a -> 'answer' ->> 'otherText' else '' end
  end, ${blanks})`

const answersSql = (results: Results, questionId: string) =>
  sql`(select ${typedSql} as text from ${keptSql(results)} k, jsonb_array_elements(k.answers) a
    where a ->> 'questionId' = ${questionId})`

/** In an order by the hash of question and text: no two questions have their texts in the same order. */
const orderSql = (questionId: string) =>
  sql`encode(sha256(convert_to(${questionId} || ':' || text, 'UTF8')), 'hex') collate "C"`

/** How many have answered the question at all, and how many of them by typing. */
export async function countTexts(db: SurveysDb, results: Results, questionId: string) {
  const { rows } = await sql<{ answered: number; typed: number }>`
    select count(*)::int as answered, count(*) filter (where text <> '')::int as typed
    from ${answersSql(results, questionId)} t`.execute(db)
  return rows[0] ?? { answered: 0, typed: 0 }
}

export async function findTexts(db: SurveysDb, results: Results, questionId: string, paging: Paging) {
  const { limit, offset } = pageWindow(paging)
  const { rows } = await sql<{ text: string }>`
    select text from ${answersSql(results, questionId)} t where text <> ''
    order by ${orderSql(questionId)} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

const textsOfPage = 20_000

/** All of them in the same order, of equal ones each. */
export async function* eachText(db: SurveysDb, results: Results, questionId: string): AsyncGenerator<string> {
  let last = ''
  for (;;) {
    const { rows } = await sql<{ text: string; count: number; hash: string }>`
      select text, count(*)::int as count, ${orderSql(questionId)} as hash
      from ${answersSql(results, questionId)} t where text <> '' and ${orderSql(questionId)} > ${last}
      group by text order by hash limit ${textsOfPage}`.execute(db)
    for (const { text, count } of rows) for (let time = 0; time < count; time++) yield text
    const end = rows.at(-1)
    if (!end || rows.length < textsOfPage) return
    last = end.hash
  }
}
