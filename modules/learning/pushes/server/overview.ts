/** What the overview tells of learning tasks: how far they are, and what is overdue. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { overviewFigure } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { pushesStudy } from '../contract/access.ts'
import { pushesTables } from './db.ts'
import { ownSql } from './rows.ts'

/** Older tasks are history: nobody is urged to them any more. */
const overdueMs = 90 * 86_400_000

/** A task without an end is under way for ever; what was published before this is not counted among what is under way. */
const underWayMs = 365 * 86_400_000

interface TaskCounts {
  readonly done: number
  readonly of: number
}

/** What was delivered of the tasks `t` that the caller manages, and how much of it is done. */
async function tasksOf(connection: Connection, caller: Caller, which: RawBuilder<boolean>): Promise<TaskCounts> {
  const { rows } = await sql<TaskCounts>`
    select count(*)::int as of, (count(*) filter (where m.task_status = 3))::int as done
    from pushes.push t join pushes.push_member m on m.push_id = t.id and m.push_status = 2
    where t.company_id = ${caller.companyId} and t.published_at is not null and t.revoked_at is null
      and ${ownSql(caller)} and ${which}`.execute(pushesTables(connection))
  return rows[0] ?? { done: 0, of: 0 }
}

export const pushFigures = [
  overviewFigure({
    key: 'pushes.done',
    section: 'learning',
    order: 20,
    label: { cn: '学习任务完成率', en: 'Learning tasks completed' },
    hint: {
      cn: '近 365 天内发布、仍在进行的任务里，已完成的人次；点开是全部进行中的任务',
      en: 'Completed, of the tasks under way that were published in the last 365 days; opens all tasks under way',
    },
    access: pushesStudy,
    link: '/center/director/study?state=running',
    async count(connection, caller, now) {
      const running = sql<boolean>`(t.cut_off_at is null or t.cut_off_at > ${now}::bigint)
        and t.published_at > ${now - underWayMs}::bigint`
      const { done, of } = await tasksOf(connection, caller, running)
      return { value: done, of }
    },
  }),
  overviewFigure({
    key: 'pushes.overdue',
    section: 'learning',
    order: 30,
    label: { cn: '逾期未完成', en: 'Overdue' },
    hint: {
      cn: '近 90 天内截止、仍未完成的人次；点开是全部已截止的任务',
      en: 'Due within the last 90 days and still not completed; opens all tasks past their due date',
    },
    isAlarm: true,
    access: pushesStudy,
    link: '/center/director/study?state=ended',
    async count(connection, caller, now) {
      const ended = sql<boolean>`t.cut_off_at <= ${now}::bigint and t.cut_off_at > ${now - overdueMs}::bigint`
      const { done, of } = await tasksOf(connection, caller, ended)
      return { value: of - done }
    },
  }),
]
