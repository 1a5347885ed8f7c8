/** What reports read of learning tasks: every member of every published task, and how many are overdue. */
import { sql } from 'kysely'
import { learnerMeasure, reportSource } from '#modules/insight/reports/server.ts'

const isOverdue = (now: number) =>
  sql`(p.cut_off_at is not null and p.cut_off_at <= ${now}::bigint and m.finished_at is null)`

const tasks = reportSource({
  key: 'learning-tasks',
  label: { cn: '学习任务', en: 'Learning tasks' },
  hint: {
    cn: '每位学员的每个学习任务一行：状态、进度、是否逾期',
    en: 'One row for each member and task: status, progress, overdue',
  },
  scope: 'member',
  permission: ['course.progress', 'push.manage'],
  forSuperiors: true,
  columns: [
    { key: 'task', label: { cn: '学习任务', en: 'Task' }, type: 'text' },
    {
      ...{ key: 'state', label: { cn: '任务状态', en: 'Status' }, type: 'state' },
      states: {
        '1': { cn: '未开始', en: 'Not started' },
        '2': { cn: '学习中', en: 'In progress' },
        '3': { cn: '已完成', en: 'Done' },
      },
    },
    { key: 'progress', label: { cn: '进度', en: 'Progress' }, type: 'percent' },
    { key: 'overdue', label: { cn: '逾期', en: 'Overdue' }, type: 'number' },
    { key: 'published_at', label: { cn: '发布时间', en: 'Published' }, type: 'instant' },
    { key: 'cut_off_at', label: { cn: '截止时间', en: 'Due' }, type: 'instant' },
    { key: 'finished_at', label: { cn: '完成时间', en: 'Completed' }, type: 'instant' },
  ],
  rows: ({
    companyId,
    now,
  }) => sql`(select m.member_id, p.name as task, m.task_status::text as state, m.percent as progress,
      ${isOverdue(now)}::int as overdue, p.published_at, p.cut_off_at, m.finished_at, '/learning-record/' || m.member_id as evidence
    from pushes.push_member m join pushes.push p on p.id = m.push_id
    where m.company_id = ${companyId} and p.published_at is not null and p.revoked_at is null and m.push_status = 2)`,
})

const overdueTasks = learnerMeasure({
  key: 'overdue_tasks',
  label: { cn: '逾期任务数', en: 'Overdue tasks' },
  type: 'number',
  rows: ({ companyId, now }) => sql`(select m.member_id, count(*)::int as value
    from pushes.push_member m join pushes.push p on p.id = m.push_id
    where m.company_id = ${companyId} and p.published_at is not null and p.revoked_at is null and m.push_status = 2
      and ${isOverdue(now)} group by m.member_id)`,
})

export const pushReports = [tasks, overdueTasks]
