/** Ready-made reports, to begin with. */
import type { Caller, Language } from '#kit/caller.ts'
import type { ReportQuery } from '../contract/query.ts'
import { listSources } from './sources.ts'

interface Template {
  readonly key: string
  readonly group: string
  readonly name: Readonly<Record<Language, string>>
  readonly description: Readonly<Record<Language, string>>
  readonly query: ReportQuery
}

const count = { column: 'rows', aggregate: 'count' } as const

export const templates: readonly Template[] = [
  {
    key: 'learners',
    group: 'learner',
    name: { cn: '学员学习总览', en: 'Learners at a glance' },
    description: {
      cn: '每位学员的时长、学分、完成与逾期',
      en: 'Time, credits, completed and overdue for each learner',
    },
    query: {
      source: 'learners',
      columns: ['member', 'organization', 'study_seconds', 'finished_courses', 'class_hours', 'credits'].map(
        (column) => ({
          column,
        }),
      ),
      filter: { rules: [{ column: 'enabled', operator: 'in', value: ['true'] }] },
      sort: [{ at: 2, descending: true }],
    },
  },
  {
    key: 'teams',
    group: 'team',
    name: { cn: '各组织学习情况', en: 'Study by organization' },
    description: {
      cn: '每个组织的人数、时长与完成课程数',
      en: 'Members, time and completed courses for each organization',
    },
    query: {
      source: 'learners',
      columns: [
        { column: 'organization' },
        count,
        { column: 'study_seconds', aggregate: 'sum' },
        { column: 'study_seconds', aggregate: 'average' },
        { column: 'finished_courses', aggregate: 'sum' },
      ],
      filter: { rules: [{ column: 'enabled', operator: 'in', value: ['true'] }] },
      sort: [{ at: 2, descending: true }],
      chart: 'bar',
    },
  },
  {
    key: 'courses',
    group: 'course',
    name: { cn: '课程完成情况', en: 'Completion by course' },
    description: {
      cn: '每门课程的报名人数、完成人数与完成率',
      en: 'Registered, completed and completion rate for each course',
    },
    query: {
      source: 'course-study',
      columns: [
        { column: 'course' },
        count,
        { column: 'finished', aggregate: 'sum' },
        { column: 'completion', aggregate: 'average' },
      ],
      sort: [{ at: 1, descending: true }],
      chart: 'bar',
    },
  },
  {
    key: 'study-days',
    group: 'platform',
    name: { cn: '近 30 天学习趋势', en: 'Study in the last 30 days' },
    description: { cn: '每天的学习人数与时长', en: 'Learners and study time on each day' },
    query: {
      source: 'study-time',
      columns: [
        { column: 'day' },
        { column: 'member', aggregate: 'distinct' },
        { column: 'study_seconds', aggregate: 'sum' },
      ],
      filter: { rules: [{ column: 'day', operator: 'lastDays', value: 30 }] },
      sort: [{ at: 0 }],
      chart: 'line',
    },
  },
  {
    key: 'exams',
    group: 'exam',
    name: { cn: '考试结果', en: 'Exam results' },
    description: { cn: '每场考试的人数、平均成绩与通过人数', en: 'Examinees, average score and passes for each exam' },
    query: {
      source: 'exam-records',
      columns: [
        { column: 'exam' },
        count,
        { column: 'passed', aggregate: 'sum' },
        { column: 'score', aggregate: 'average' },
      ],
      sort: [{ at: 1, descending: true }],
      chart: 'bar',
    },
  },
  {
    key: 'tasks',
    group: 'team',
    name: { cn: '学习任务完成情况', en: 'Learning tasks' },
    description: {
      cn: '每个学习任务的人数、平均进度与逾期人数',
      en: 'Members, average progress and overdue for each task',
    },
    query: {
      source: 'learning-tasks',
      columns: [
        { column: 'task' },
        count,
        { column: 'progress', aggregate: 'average' },
        { column: 'overdue', aggregate: 'sum' },
      ],
      sort: [{ at: 3, descending: true }],
      chart: 'bar',
    },
  },
  {
    key: 'classes',
    group: 'class',
    name: { cn: '培训班报名与结业', en: 'Classes: enrolled and graduated' },
    description: { cn: '每个培训班的报名与结业人数', en: 'Enrolled and graduated members of each class' },
    query: {
      source: 'class-enrollments',
      columns: [{ column: 'class' }, count, { column: 'graduated', aggregate: 'sum' }],
      filter: { rules: [{ column: 'state', operator: 'in', value: ['enrolled'] }] },
      sort: [{ at: 1, descending: true }],
      chart: 'bar',
    },
  },
  {
    key: 'coins',
    group: 'coin',
    name: { cn: '学币收支', en: 'Coins by month' },
    description: { cn: '每月的学币与积分收支', en: 'Coins and points received and spent in each month' },
    query: {
      source: 'coins',
      columns: [
        { column: 'at', unit: 'month' },
        { column: 'currency' },
        { column: 'received', aggregate: 'sum' },
        { column: 'spent', aggregate: 'sum' },
      ],
      sort: [{ at: 0 }],
      chart: 'line',
    },
  },
  {
    key: 'lives',
    group: 'live',
    name: { cn: '直播参与情况', en: 'Live attendance' },
    description: { cn: '每场直播的参与与签到人数', en: 'Attendees and check-ins of each live session' },
    query: {
      source: 'live-attendance',
      columns: [{ column: 'live' }, count, { column: 'signed', aggregate: 'sum' }],
      sort: [{ at: 1, descending: true }],
      chart: 'bar',
    },
  },
]

/** Those of sources that are open to the caller. */
export function listTemplates(caller: Caller, language: Language) {
  const open = new Set(listSources(caller, language).map(({ key }) => key))
  return templates
    .filter(({ query }) => open.has(query.source))
    .map(({ key, group, name, description, query }) => ({
      ...{ key, group, name: name[language], description: description[language], query },
    }))
}
