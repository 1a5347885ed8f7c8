/** What reports read of courses: registrations, study time by day, and the figures of each learner. */
import { sql } from 'kysely'
import { learnerMeasure, reportSource } from '#modules/insight/reports/server.ts'

const studyStates = {
  '0': { cn: '未开始', en: 'Not started' },
  '1': { cn: '学习中', en: 'In progress' },
  '2': { cn: '已完成', en: 'Completed' },
  '3': { cn: '已放弃', en: 'Given up' },
  '4': { cn: '标记完成', en: 'Marked done' },
  '5': { cn: '待审核', en: 'In review' },
  '6': { cn: '审核未通过', en: 'Review failed' },
}

const courseStudy = reportSource({
  key: 'course-study',
  label: { cn: '课程学习', en: 'Course study' },
  hint: {
    cn: '每位学员的每门课程一行：状态、进度、时长',
    en: 'One row for each learner and course: status, time, dates',
  },
  scope: 'member',
  permission: 'course.progress',
  forSuperiors: true,
  columns: [
    { key: 'course', label: { cn: '课程', en: 'Course' }, type: 'text' },
    { key: 'state', label: { cn: '学习状态', en: 'Status' }, type: 'state', states: studyStates },
    { key: 'finished', label: { cn: '已完成', en: 'Completed courses' }, type: 'number' },
    { key: 'completion', label: { cn: '完成率', en: 'Completion rate' }, type: 'percent' },
    { key: 'study_seconds', label: { cn: '学习时长', en: 'Study time' }, type: 'duration' },
    { key: 'registered_at', label: { cn: '报名时间', en: 'Registered' }, type: 'instant' },
    { key: 'started_at', label: { cn: '开始时间', en: 'Started' }, type: 'instant' },
    { key: 'last_at', label: { cn: '最近学习', en: 'Last studied' }, type: 'instant' },
    { key: 'finished_at', label: { cn: '完成时间', en: 'Completed' }, type: 'instant' },
    {
      ...{ key: 'assigned', label: { cn: '来源', en: 'How' }, type: 'state' },
      states: { true: { cn: '被指派', en: 'Assigned' }, false: { cn: '自主报名', en: 'Self-registered' } },
    },
  ],
  rows({ companyId, needs }) {
    const time = needs.has('study_seconds')
      ? sql`(select coalesce(sum(t.study_ms), 0)::bigint / 1000 from courses.study_time t
          where t.member_id = r.member_id and t.course_id = r.course_id and t.company_id = r.company_id)`
      : sql`null::bigint`
    return sql`(select r.member_id, c.name as course, r.status::text as state, (r.finished_at is not null)::int as finished,
        case when r.finished_at is null then 0 else 100 end as completion, ${time} as study_seconds,
        r.registered_at, r.started_at, case when r.started_at is not null then r.touched_at end as last_at, r.finished_at,
        r.assigned::text as assigned, '/learning-record/' || r.member_id as evidence
      from courses.registration r join courses.course c on c.id = r.course_id
      where r.company_id = ${companyId} and c.deleted_at is null)`
  },
})

const studyTime = reportSource({
  key: 'study-time',
  label: { cn: '学习时长', en: 'Study time' },
  hint: { cn: '每天每位学员在每门课程上的学习时长', en: 'How long each learner studied each course on each day' },
  scope: 'member',
  permission: 'course.progress',
  forSuperiors: true,
  columns: [
    { key: 'day', label: { cn: '日期', en: 'Day' }, type: 'day' },
    { key: 'course', label: { cn: '课程', en: 'Course' }, type: 'text' },
    { key: 'study_seconds', label: { cn: '学习时长', en: 'Study time' }, type: 'duration' },
    {
      ...{ key: 'client', label: { cn: '终端', en: 'Device' }, type: 'state' },
      states: { '1': { cn: '电脑', en: 'Computer' }, '2': { cn: '手机', en: 'Phone' } },
    },
  ],
  rows({ companyId, needs }) {
    const course = needs.has('course')
    return sql`(select t.member_id, t.day, ${course ? sql`c.name` : sql`null::text`} as course, t.study_ms / 1000 as study_seconds,
        t.client_type::text as client, '/learning-record/' || t.member_id as evidence
      from courses.study_time t ${course ? sql`join courses.course c on c.id = t.course_id` : sql``}
      where t.company_id = ${companyId})`
  },
})

const measures = [
  learnerMeasure({
    key: 'study_seconds',
    label: { cn: '学习时长', en: 'Study time' },
    type: 'duration',
    rows: ({ companyId }) => sql`(select t.member_id, sum(t.study_ms)::bigint / 1000 as value from courses.study_time t
      where t.company_id = ${companyId} group by t.member_id)`,
  }),
  learnerMeasure({
    key: 'registered_courses',
    label: { cn: '报名课程数', en: 'Courses registered' },
    type: 'number',
    rows: ({ companyId }) => sql`(select r.member_id, count(*)::int as value from courses.registration r
      where r.company_id = ${companyId} group by r.member_id)`,
  }),
  learnerMeasure({
    key: 'finished_courses',
    label: { cn: '完成课程数', en: 'Courses completed' },
    type: 'number',
    rows: ({ companyId }) => sql`(select r.member_id, count(*)::int as value from courses.registration r
      where r.company_id = ${companyId} and r.finished_at is not null group by r.member_id)`,
  }),
]

export const courseReports = [courseStudy, studyTime, ...measures]
