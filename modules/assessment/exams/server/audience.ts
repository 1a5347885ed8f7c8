/** Who is an examinee: those of the organizations with those below, listed members, and members that others have assigned. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { type Audience, audienceSql, organizationAndAboveSql } from '#modules/platform/identity/server.ts'
import type { ExamRules } from '../contract/rules.ts'

/** Whether the exam `s` is meant for the caller. */
export const audienceIncludesSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.organization_ids = '{}' and s.member_ids = '{}' or ${caller.memberId} = any(s.member_ids)
    or s.organization_ids && array${organizationAndAboveSql(caller.organizationId)})`

/** Whether the caller is an examinee of the exam `s`. */
export const isExamineeSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(${audienceIncludesSql(caller)} or exists (
    select from exams.record own where own.exam_id = s.id and own.member_id = ${caller.memberId}))`

/** Whether the caller may open the exam `s`, which is no draft: one that the caller has started stays open. */
export const openSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.status = 'on-shelf' and ${audienceIncludesSql(caller)} or exists (
    select from exams.record own where own.exam_id = s.id and own.member_id = ${caller.memberId}))`

interface ExaminedExam {
  readonly id: string
  readonly organizationIds: readonly string[]
  readonly memberIds: readonly string[]
  readonly publishedRules: ExamRules | null
}

/** `x in ${audienceMembersSql(…)}`: the enabled members that the exam is meant for, or those who are registered for it. */
export function audienceMembersSql(
  companyId: string,
  { id, organizationIds, memberIds, publishedRules }: ExaminedExam,
): RawBuilder<string> {
  if (publishedRules?.registration)
    return sql`(select member_id from exams.registration where exam_id = ${id} and state = 'registered'
      union select member_id from exams.record where exam_id = ${id})`
  const isEverybody = organizationIds.length + memberIds.length === 0
  const audience: Audience = isEverybody ? { everybody: true } : { organizationIds, memberIds }
  return audienceSql(companyId, audience)
}
