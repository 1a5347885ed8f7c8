/** The audience of a set: members of its organizations with those below, and listed members. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { organizationAndAboveSql } from '#modules/platform/identity/server.ts'

/** Whether the caller finds the set `s` and may start it. */
export const offeredSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null
    and (s.organization_ids = '{}' and s.member_ids = '{}' or ${caller.memberId} = any(s.member_ids)
      or s.organization_ids && array${organizationAndAboveSql(caller.organizationId)}))`
