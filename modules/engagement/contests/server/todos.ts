/** What a contest asks of its reviewers. */
import { sql } from 'kysely'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { businessType } from '../contract.ts'

export const reviewTodos = todoSource({
  kind: 'contest.review',
  label: { cn: '大赛作品待评审', en: 'Contest works to review' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql: ({ companyId, memberId }, now) => sql`select ${todoColumns({
    id: sql`c.id`,
    businessType: sql`${businessType}`,
    businessId: sql`c.id`,
    title: sql`c.name`,
    link: sql`'/contest/reviews'`,
    dueAt: sql`waiting.until`,
    createdAt: sql`waiting.since`,
    amount: sql`waiting.amount`,
  })} from (
      select r.contest_id, min((c.rounds -> r.round ->> 'reviewUntil')::bigint) as until, min(r.assigned_at) as since,
        least(count(*), 100)::int as amount
      from contests.review r join contests.contest c on c.id = r.contest_id join contests.work w on w.id = r.work_id
      where r.company_id = ${companyId} and r.reviewer_id = ${memberId} and r.reviewed_at is null and w.state = 'in'
        and c.status = 'on-shelf' and c.deleted_at is null and c.results_at is null
        and (c.rounds -> r.round ->> 'closesAt')::bigint <= ${now}
        and (c.rounds -> r.round ->> 'reviewUntil')::bigint > ${now}
      group by r.contest_id) waiting join contests.contest c on c.id = waiting.contest_id`,
})
