/** The report of learners: every member with the figures that modules register. */
import { sql } from 'kysely'
import { creditTotalsSql } from '#modules/content/study/server.ts'
import { contactsSql } from '#modules/platform/identity/server.ts'
import { type LearnerMeasure, learnerMeasure, type ReportSource, reportSource, type SourceColumn } from './sources.ts'

const ownMeasures: readonly LearnerMeasure[] = [
  {
    key: 'class_hours',
    label: { cn: '学时', en: 'Class hours' },
    type: 'money',
    rows: ({ companyId }) => creditTotalsSql(companyId, 'class-hours'),
  },
  {
    key: 'credits',
    label: { cn: '学分', en: 'Credits' },
    type: 'money',
    rows: ({ companyId }) => creditTotalsSql(companyId, 'credits'),
  },
]

const measures = () => [...ownMeasures, ...learnerMeasure.all()]

const source: ReportSource = {
  key: 'learners',
  label: { cn: '学员', en: 'Learners' },
  hint: {
    cn: '每位学员一行：时长、学分、完成与逾期',
    en: 'One row for each member: time, credits, completed and overdue',
  },
  scope: 'member',
  permission: 'course.progress',
  forSuperiors: true,
  get columns(): readonly SourceColumn[] {
    return [
      {
        ...{ key: 'enabled', label: { cn: '账号状态', en: 'Account' }, type: 'state' },
        states: { true: { cn: '正常', en: 'Active' }, false: { cn: '已停用', en: 'Disabled' } },
      },
      ...measures().map(({ key, label, type }): SourceColumn => ({ key, label, type })),
    ]
  },
  rows({ companyId, now, timeZone, needs }) {
    const needed = measures().filter(({ key }) => needs.has(key))
    const columns = needed.map(({ key }) => sql`, coalesce(${sql.ref(`m_${key}.value`)}, 0) as ${sql.ref(key)}`)
    const joins = needed.map(
      ({ key, rows }) =>
        sql` left join ${rows({ companyId, now, timeZone })} ${sql.ref(`m_${key}`)} on ${sql.ref(`m_${key}.member_id`)} = k.id`,
    )
    return sql`(select k.id as member_id, k.enabled::text as enabled, '/learning-record/' || k.id as evidence
        ${sql.join(columns, sql``)}
      from ${contactsSql(companyId)} k ${sql.join(joins, sql``)})`
  },
}

export const learnerSource = reportSource(source)
