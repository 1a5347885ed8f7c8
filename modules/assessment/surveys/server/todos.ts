/** What respondents have to do: answer the surveys in progress. */
import { sql } from 'kysely'
import { contentTodoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { businessType } from '../contract.ts'
import { isRespondentSql, stateSql } from './fields.ts'

export const answeringTodos = todoSource({
  kind: 'survey.answer',
  label: { cn: '参加调研', en: 'Survey' },
  action: { initial: 'go-answer', started: 'go-answer' },
  openSql: (caller, now) => sql`select ${contentTodoColumns({
    row: sql`s`,
    businessType,
    path: '/exam/research-activity/index/',
    createdAt: sql`s.published_at`,
    startsAt: sql`s.start_at`,
    dueAt: sql`s.end_at`,
  })} from surveys.survey s
    where s.company_id = ${caller.companyId} and s.deleted_at is null and s.status = 'on-shelf'
      and ${stateSql(now)} = 3 and ${isRespondentSql(caller)}
      and not exists (select from surveys.participation t
        where t.survey_id = s.id and t.member_id = ${caller.memberId} and t.answered_on is not null)`,
})
