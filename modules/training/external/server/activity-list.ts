/** External activities for those who report of them and those who manage them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { ExternalActivity } from '../contract/activities.ts'
import type { external } from '../contract.ts'
import { activitySql } from './activities.ts'
import type { ExternalDb } from './db.ts'
import { managesSql, putforwardSql } from './policy.ts'

type Query = Input<typeof external.externalActivities>['query']

const listed = (ids: string) => ids.split(',').filter((one) => one.length === 36 && /^[0-9a-f]{8}-/.test(one))

/** TRAINING-064: what the caller has to report first, the earliest end before the others; then the newest. */
export async function listActivities(db: ExternalDb, caller: Caller, { ids, search, ...paging }: Query, now: number) {
  const asked = ids === undefined ? sql`true` : sql`a.id::text = any(${listed(ids)}::text[])`
  const own = sql`left join external.reporter p on p.activity_id = a.id and p.member_id = ${caller.memberId}
    left join external.report r on r.activity_id = a.id and r.member_id = ${caller.memberId}`
  const matching = sql`from external.activity a ${own}
    where a.company_id = ${caller.companyId} and ${asked}
      and (p.member_id is not null or r.id is not null or ${managesSql(caller, sql`a.organization_id`)})
      and ${containsWordsSql(sql`(a.title || ' ' || a.provider)`, search)}`
  const putforward = sql`case when p.member_id is not null then ${putforwardSql(now)} end`
  return sqlPage<ExternalActivity>(db, paging, {
    matching,
    rows: (window) => sql<ExternalActivity>`
      select ${activitySql}, ${putforward} as putforward, p.member_id is not null as "isReporter",
        case when r.id is not null then json_build_object('id', r.id, 'state', r.state) end as report
      ${matching}
      order by coalesce(${putforward} < 2, false) desc, case when ${putforward} < 2 then a.report_until end, a.report_until desc,
        a.id ${window}`,
  })
}
