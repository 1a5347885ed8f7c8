/** What attendance asks of those who run classes. */
import { sql } from 'kysely'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { ownRunSql } from '#modules/training/classes/server.ts'
import { attendanceType } from '../contract.ts'

/** A row a class. */
export const leaveTodos = todoSource({
  kind: 'attendance.decide-leave',
  label: { cn: '请假待处理', en: 'Leave to decide' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql(caller) {
    const classes = ownRunSql(caller)
    return (
      classes &&
      sql`select ${todoColumns({
        id: sql`s.id`,
        businessType: sql`${attendanceType}`,
        businessId: sql`s.id`,
        title: sql`s.name`,
        link: sql`'/admin/classes/' || s.id || '/attendance?tab=leave'`,
        dueAt: sql`waiting.due`,
        createdAt: sql`waiting.since`,
        amount: sql`waiting.amount`,
      })} from ${classes} s
        cross join lateral (
          select least(count(*), 100)::int as amount, min(l.asked_at) as since, min(c.starts_at) as due
          from attendance.leave l join attendance.check_in c on c.id = l.check_in_id
          where l.class_id = s.id and l.state = 'pending' and l.member_id <> ${caller.memberId}) waiting
        where waiting.amount > 0`
    )
  },
})
