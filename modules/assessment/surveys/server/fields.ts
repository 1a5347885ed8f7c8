/** The fields of a survey: the columns that hold them, its state, and for which members it is. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { organizationAndAboveSql, postsSql } from '#modules/platform/identity/server.ts'
import type { SurveyInput } from '../contract/authoring.ts'
import type { SurveyState } from '../contract/states.ts'

/** Of the survey `s`: what authors write and everybody reads. */
export const sharedSql = sql`s.name, s.summary, s.cover_file_id as "coverFileId"`

/** Map `survey-status` of a survey: the shelf and the clock (EXAM-019). */
export function stateSql(now: number, alias = 's'): RawBuilder<SurveyState> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<SurveyState>`case
    when ${column('status')} = 'draft' then 1
    when ${column('status')} = 'off-shelf' then 5
    when ${column('end_at')} <= ${now} then 4
    when ${column('start_at')} > ${now} then 2
    else 3 end`
}

export const columnsOf = (input: SurveyInput) => ({
  name: input.name.trim(),
  summary: input.summary.trim(),
  cover_file_id: input.coverFileId,
  organization_ids: [...input.organizationIds],
  position_ids: [...input.positionIds],
  member_ids: [...input.memberIds],
  content: JSON.stringify(input.content),
})

const isForAllSql = sql`s.organization_ids = '{}' and s.position_ids = '{}' and s.member_ids = '{}'`

/** Whether the survey `s` is meant for the caller. */
export const audienceIncludesSql = ({ companyId, memberId, organizationId }: Caller): RawBuilder<boolean> =>
  sql`(${isForAllSql} or ${memberId} = any(s.member_ids)
    or s.organization_ids && array${organizationAndAboveSql(organizationId)}
    or s.position_ids <> '{}' and exists (
      select from ${postsSql(companyId)} p where p.member_id = ${memberId} and p.position_id = any(s.position_ids)))`

const hasRowSql = ({ memberId }: Caller) => sql`exists (
  select from surveys.participation own where own.survey_id = s.id and own.member_id = ${memberId})`

/** Whether the caller is asked by the survey `s`: of its audience, or assigned by others. */
export const isRespondentSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(${audienceIncludesSql(caller)} or ${hasRowSql(caller)})`

/** Whether the caller may open the survey `s`, which is no draft. */
export const openSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.status = 'on-shelf' and ${audienceIncludesSql(caller)} or ${hasRowSql(caller)})`

/** `x in …`: the enabled members that the survey `s` asks; a correlated subquery. */
export const respondentsSql = (companyId: string): RawBuilder<string> =>
  sql`(select p.member_id from ${postsSql(companyId)} p where ${isForAllSql} or p.member_id = any(s.member_ids)
      or p.organization_ids && s.organization_ids or p.position_id = any(s.position_ids)
    union select own.member_id from surveys.participation own where own.survey_id = s.id)`
