/** In which papers questions stand, for the bank. A rule of a random paper names none. */
import { sql } from 'kysely'
import { questionPapers } from '#modules/assessment/questions/server.ts'
import { papersTables } from './db.ts'

export const useOfQuestions = questionPapers({
  async counts(connection, companyId, questionIds) {
    const { rows } = await sql<{ id: string; count: number }>`
      select i.question_id as id, count(*)::int as count from papers.item i join papers.paper p on p.id = i.paper_id
      where i.question_id = any(${[...questionIds]}::uuid[]) and i.company_id = ${companyId} and p.deleted_at is null
      group by i.question_id`.execute(papersTables(connection))
    return new Map(rows.map(({ id, count }) => [id, count]))
  },
  async newest(connection, companyId, questionId, limit) {
    const { rows } = await sql<{ id: string; name: string }>`
      select p.id, p.name from papers.item i join papers.paper p on p.id = i.paper_id
      where i.question_id = ${questionId} and i.company_id = ${companyId} and p.deleted_at is null
      order by p.id desc limit ${limit}`.execute(papersTables(connection))
    return rows
  },
})
