/** What bookings ask of those who manage rooms. */
import { sql } from 'kysely'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { bookingApproval } from '../contract.ts'
import { administersSql } from './room-policy.ts'

/** A row a room. Where a room names its managers, it is theirs; else it is of all who administer it. */
export const bookingTodos = todoSource({
  kind: 'classroom.decide',
  label: { cn: '教室预订待处理', en: 'Bookings to decide' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql: (caller, now) => sql`select ${todoColumns({
    id: sql`r.id`,
    businessType: sql`${bookingApproval}`,
    businessId: sql`r.id`,
    title: sql`r.name`,
    link: sql`'/classroom-book?tab=managed'`,
    dueAt: sql`waiting.due`,
    createdAt: sql`waiting.since`,
    amount: sql`waiting.amount`,
  })} from classrooms.room r
    cross join lateral (
      select least(count(*), 100)::int as amount, min(b.created_at) as since, min(b.starts_at) as due
      from classrooms.booking b
      where b.room_id = r.id and b.state = 'pending' and not b.is_in_approval and b.ends_at > ${now}
        and b.member_id <> ${caller.memberId}) waiting
    where r.company_id = ${caller.companyId} and waiting.amount > 0
      and (r.manager_ids @> array[${caller.memberId}]::uuid[] or r.manager_ids = '{}' and ${administersSql(caller)})`,
})
