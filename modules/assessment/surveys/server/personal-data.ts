/**
 * What surveys keep of a member: in which surveys the member took part, the responses to named ones, and what the member has
 * written. Answers to anonymous surveys are nobody's: they can neither be handed out nor erased.
 */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { surveysTables } from './db.ts'

export const surveysData: PersonalData = {
  module: 'surveys',
  async collect(connection, { companyId, memberId }) {
    const db = surveysTables(connection)
    const own = sql`t.company_id = ${companyId} and t.member_id = ${memberId}`
    const participation = await sql<Record<string, unknown>>`
      select s.name, t.answered_on::text as answered_on from surveys.participation t
      join surveys.survey s on s.id = t.survey_id where ${own} order by s.name`.execute(db)
    const responses = await sql<Record<string, unknown>>`
      select s.name, t.started_at, t.saved_at, t.submitted_at, t.outcome, t.answers::text as answers
      from surveys.response t join surveys.survey s on s.id = t.survey_id where ${own} order by t.started_at`.execute(
      db,
    )
    const written = await sql<Record<string, unknown>>`
      select name, summary, status, published_at from surveys.survey
      where company_id = ${companyId} and author_id = ${memberId} order by updated_at`.execute(db)
    const templates = await sql<Record<string, unknown>>`
      select name, summary, created_at from surveys.template
      where company_id = ${companyId} and author_id = ${memberId} order by created_at`.execute(db)
    return [
      {
        name: 'survey-participation',
        title: { cn: '参加的调研', en: 'Surveys taken part in' },
        rows: participation.rows,
      },
      { name: 'survey-responses', title: { cn: '调研答卷', en: 'Survey responses' }, rows: responses.rows },
      { name: 'authored-surveys', title: { cn: '调研（本人创建）', en: 'Authored surveys' }, rows: written.rows },
      { name: 'survey-templates', title: { cn: '调研模板（本人创建）', en: 'Survey templates' }, rows: templates.rows },
    ]
  },
  /** What the member has written stays for others, under a member without a name. */
  async erase(connection, { companyId, memberId }) {
    const db = surveysTables(connection)
    await sql`delete from surveys.response where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
    await sql`delete from surveys.participation where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
  },
}
