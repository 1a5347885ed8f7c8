/** Who is an examinee: those of the organizations with those below, listed members, and members that others have assigned. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { type Audience, audienceSql, organizationAndAboveSql } from '#modules/platform/identity/server.ts'

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

/** `x in ${audienceMembersSql(…)}`: the enabled members that the exam is meant for. */
export function audienceMembersSql(
  companyId: string,
  {
    organizationIds,
    memberIds,
  }: { readonly organizationIds: readonly string[]; readonly memberIds: readonly string[] },
): RawBuilder<string> {
  const isEverybody = organizationIds.length + memberIds.length === 0
  const audience: Audience = isEverybody ? { everybody: true } : { organizationIds, memberIds }
  return audienceSql(companyId, audience)
}
