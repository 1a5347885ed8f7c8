/** Open learning tasks among the to-dos of a member: the same ones as on the member's page of learning tasks. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { packageLink } from './message-types.ts'

/** What a push leads to: contents of any kind (map `business-type`), so no number of the map. */
const anyBusiness = sql`0`

const columns = todoColumns({
  id: sql`m.push_id`,
  businessType: anyBusiness,
  businessId: sql`m.push_id`,
  title: sql`t.name`,
  link: sql`${packageLink('')} || m.push_id`,
  dueAt: sql`t.cut_off_at`,
  startedAt: sql`case when m.task_status = 2 then m.pushed_at end`,
  doneAt: sql`m.finished_at`,
  createdAt: sql`m.pushed_at`,
})

const ownSql = ({ companyId, memberId }: Caller) => sql`select ${columns}
  from pushes.push_member m join pushes.push t on t.id = m.push_id
  where m.member_id = ${memberId} and m.company_id = ${companyId} and m.push_status = 2`

export const pushTodos = todoSource({
  kind: 'study.task',
  label: { cn: '学习任务', en: 'Learning task' },
  action: { initial: 'start-study', started: 'continue-study' },
  openSql: (caller) => sql`${ownSql(caller)} and m.task_status < 3 and t.revoked_at is null`,
  doneSql: (caller, since) => sql`${ownSql(caller)} and m.task_status = 3 and m.finished_at > ${since}`,
})
