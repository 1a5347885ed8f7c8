/** What reports read of training classes: every enrollment, and whether it ended with a graduation. */
import { sql } from 'kysely'
import { reportSource } from '#modules/insight/reports/server.ts'

export const classReports = reportSource({
  key: 'class-enrollments',
  label: { cn: '培训班报名', en: 'Class enrollments' },
  hint: {
    cn: '每位学员的每个培训班一行：报名状态、结业',
    en: 'One row for each member and class: enrollment, graduation',
  },
  scope: 'member',
  permission: ['course.progress', 'class.manage'],
  forSuperiors: true,
  columns: [
    { key: 'class', label: { cn: '培训班', en: 'Class' }, type: 'text' },
    {
      ...{ key: 'state', label: { cn: '报名状态', en: 'Enrollment' }, type: 'state' },
      states: {
        pending: { cn: '待审核', en: 'Pending' },
        waiting: { cn: '候补', en: 'Waiting list' },
        offered: { cn: '待确认', en: 'Offered' },
        enrolled: { cn: '已报名', en: 'Enrolled' },
        withdrawn: { cn: '已取消', en: 'Withdrawn' },
        refused: { cn: '未通过', en: 'Refused' },
        removed: { cn: '已移出', en: 'Removed' },
      },
    },
    { key: 'graduated', label: { cn: '结业', en: 'Graduated' }, type: 'number' },
    { key: 'starts_at', label: { cn: '开班时间', en: 'Begins' }, type: 'instant' },
    { key: 'queued_at', label: { cn: '报名时间', en: 'Applied' }, type: 'instant' },
    { key: 'graduated_at', label: { cn: '结业时间', en: 'Graduation' }, type: 'instant' },
  ],
  rows: ({
    companyId,
  }) => sql`(select e.member_id, c.name as class, e.state, (e.graduation = 2)::int as graduated, c.starts_at,
      e.queued_at, e.graduated_at, '/learning-record/' || e.member_id as evidence
    from classes.enrollment e join classes.class c on c.id = e.class_id
    where e.company_id = ${companyId} and c.deleted_at is null)`,
})
