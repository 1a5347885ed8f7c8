/** Assigned learning paths among the to-dos of a member. A path that a member has chosen alone is no duty. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { contentTodoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { businessType } from '../contract/wire.ts'

/** The first end of a window in which the member has something required left; a window that was missed stays overdue. */
const dueSql = sql`(select min(c.closes_at) from paths.chapter c
  where c.path_id = g.path_id and c.id <> all (g.done_chapters) and exists (select from paths.section s
    where s.chapter_id = c.id and (s.require = 1 or s.choice_id is not null)) and exists (select from paths.chapter earlier
    where earlier.path_id = c.path_id and earlier.sort < c.sort))`

const ownSql = ({ companyId, memberId }: Caller, dueAt: ReturnType<typeof sql>) => sql`select ${contentTodoColumns({
  row: sql`x`,
  businessType,
  path: '/branch-post-learning-detail/',
  dueAt,
  startedAt: sql`g.touched_at`,
  doneAt: sql`g.finished_at`,
  createdAt: sql`g.registered_at`,
})}
  from paths.registration g join paths.path x on x.id = g.path_id
  where g.member_id = ${memberId} and g.company_id = ${companyId} and g.source <> 'self'`

export const pathTodos = todoSource({
  kind: 'study.path',
  label: { cn: '学习路径', en: 'Learning path' },
  action: { initial: 'start-study', started: 'continue-study' },
  openSql: (caller) => sql`${ownSql(caller, dueSql)} and g.finished_at is null
    and x.status = 'on-shelf' and x.deleted_at is null`,
  doneSql: (caller, since) => sql`${ownSql(caller, sql`null`)} and g.finished_at > ${since} and x.deleted_at is null`,
})
