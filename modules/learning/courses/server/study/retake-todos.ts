/** Retraining among the to-dos of a member: a finished course that is to be studied again. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { businessType } from '../../contract/wire.ts'
import { openSql } from './course-filters.ts'

const columns = todoColumns({
  id: sql`o.round_id`,
  businessType: sql`${businessType}`,
  businessId: sql`o.course_id`,
  title: sql`c.name`,
  link: sql`'/study/course/detail/' || o.course_id`,
  dueAt: sql`o.due_at`,
  startedAt: sql`case when r.last_section_id is not null then o.opened_at end`,
  doneAt: sql`o.finished_at`,
  createdAt: sql`o.opened_at`,
})

const ownSql = ({ companyId, memberId }: Caller) => sql`select ${columns} from courses.round o
  join courses.course c on c.id = o.course_id
  join courses.registration r on r.member_id = o.member_id and r.course_id = o.course_id
  where o.member_id = ${memberId} and o.company_id = ${companyId} and c.deleted_at is null`

export const retakeTodos = todoSource({
  kind: 'study.retake',
  label: { cn: '复训', en: 'Retraining' },
  action: { initial: 'start-study', started: 'continue-study' },
  openSql: (caller) => sql`${ownSql(caller)} and o.finished_at is null and c.status = 'on-shelf'
    and ${openSql(caller)}`,
  doneSql: (caller, since) => sql`${ownSql(caller)} and o.finished_at > ${since}`,
})
