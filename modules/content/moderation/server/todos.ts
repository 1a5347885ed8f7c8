/** The moderators' queue among the to-dos: one row for all that waits. */
import { sql } from 'kysely'
import { can } from '#kit/caller.ts'
import { todoColumns, todoSource, waitingCount } from '#modules/platform/messages/server.ts'
import { moderates } from '../contract/access.ts'
import { ofCallerSql } from './cases.ts'

export const moderationTodos = todoSource({
  kind: 'moderation.decide',
  label: { cn: '内容审核', en: 'Moderation' },
  title: { cn: '等您处理的内容', en: 'Content that waits for a decision' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql: (caller) =>
    can(caller, moderates.permission)
      ? sql`select ${todoColumns({
          id: sql`${caller.companyId}::uuid`,
          businessType: sql`0`,
          businessId: sql`${caller.companyId}`,
          title: sql`''`,
          link: sql`'/manage/moderation'`,
          createdAt: sql`waiting.since`,
          amount: sql`waiting.amount`,
        })} from ${waitingCount({
          since: sql`c.queued_at`,
          id: sql`c.id`,
          rows: sql`from moderation.content_case c where ${ofCallerSql(caller)} and c.state in ('open', 'appealed')
            and c.author_id is distinct from ${caller.memberId}::uuid`,
        })} waiting where waiting.amount > 0`
      : undefined,
})
