/** What a class asks of those who run it, and of members with an offered place. */
import { sql } from 'kysely'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { businessType } from '../contract.ts'
import { ownRunSql } from './class-door.ts'
import { classPolicy } from './class-policy.ts'

export const decisionTodos = todoSource({
  kind: 'class.decide',
  label: { cn: '培训班报名待处理', en: 'Enrollments to decide' },
  action: { initial: 'class-management', started: 'class-management' },
  openSql: (caller) =>
    classPolicy.mayEditAny(caller)
      ? sql`select ${todoColumns({
          id: sql`s.id`,
          businessType: sql`${businessType}`,
          businessId: sql`s.id`,
          title: sql`s.name`,
          link: sql`'/admin/classes/' || s.id || '/roster'`,
          dueAt: sql`s.starts_at`,
          createdAt: sql`waiting.since`,
          amount: sql`waiting.amount`,
        })} from classes.class s
        cross join lateral (
          select least(count(*), 100)::int as amount, min(e.queued_at) as since from classes.enrollment e
          where e.class_id = s.id and e.state = 'pending' and not e.is_in_approval) waiting
        where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null and s.closed_at is null
          and (s.author_id = ${caller.memberId} or s.manager_ids @> array[${caller.memberId}]::uuid[]
            or s.teacher_ids @> array[${caller.memberId}]::uuid[])
          and ${classPolicy.editableSql(caller, 's')} and waiting.amount > 0`
      : undefined,
})

/** A row a class, until somebody of its staff has kept or removed each photo. */
export const photoTodos = todoSource({
  kind: 'class.look-at-photos',
  label: { cn: '班级照片举报待处理', en: 'Reported photos of a class' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql(caller) {
    const classes = ownRunSql(caller)
    return (
      classes &&
      sql`select ${todoColumns({
        id: sql`s.id`,
        businessType: sql`${businessType}`,
        businessId: sql`s.id`,
        title: sql`s.name`,
        link: sql`'/admin/classes/' || s.id || '/workspace?tab=photos'`,
        createdAt: sql`waiting.since`,
        amount: sql`waiting.amount`,
      })} from ${classes} s
        cross join lateral (
          select least(count(*), 100)::int as amount, min(p.reported_at) as since from classes.photo p
          where p.class_id = s.id and p.reported_at is not null) waiting
        where waiting.amount > 0`
    )
  },
})

export const offerTodos = todoSource({
  kind: 'class.accept',
  label: { cn: '确认培训班名额', en: 'Places to accept' },
  action: { initial: 'class-details', started: 'class-details' },
  openSql: (caller, now) => sql`select ${todoColumns({
    id: sql`e.id`,
    businessType: sql`${businessType}`,
    businessId: sql`s.id`,
    title: sql`s.name`,
    link: sql`'/train-new/class-detail/' || s.id`,
    dueAt: sql`e.offered_until`,
    createdAt: sql`e.queued_at`,
  })} from classes.enrollment e join classes.class s on s.id = e.class_id
    where e.company_id = ${caller.companyId} and e.member_id = ${caller.memberId} and e.state = 'offered'
      and e.offered_until > ${now} and s.status = 'on-shelf' and s.deleted_at is null`,
})
