/** What reports read of exams: the record of every examinee. */
import { sql } from 'kysely'
import { reportSource } from '#modules/insight/reports/server.ts'

export const examReports = reportSource({
  key: 'exam-records',
  label: { cn: '考试记录', en: 'Exam records' },
  hint: {
    cn: '每位考生的每场考试一行：次数、成绩、结果',
    en: 'One row for each examinee and exam: attempts, score, result',
  },
  scope: 'member',
  permission: 'course.progress',
  forSuperiors: true,
  columns: [
    { key: 'exam', label: { cn: '考试', en: 'Exam' }, type: 'text' },
    {
      ...{ key: 'result', label: { cn: '结果', en: 'Result' }, type: 'state' },
      states: {
        fail: { cn: '不及格', en: 'Failed' },
        pass: { cn: '及格', en: 'Passed' },
        good: { cn: '良好', en: 'Good' },
        excellent: { cn: '优秀', en: 'Excellent' },
      },
    },
    { key: 'score', label: { cn: '成绩', en: 'Score' }, type: 'percent' },
    { key: 'passed', label: { cn: '通过', en: 'Passed' }, type: 'number' },
    { key: 'attempts', label: { cn: '考试次数', en: 'Attempts' }, type: 'number' },
    { key: 'opened_at', label: { cn: '首次进入', en: 'First opened' }, type: 'instant' },
    { key: 'finished_at', label: { cn: '完成时间', en: 'Completed' }, type: 'instant' },
  ],
  rows: ({ companyId }) => sql`(select r.member_id, e.name as exam, r.result, r.score_hundredths / 100.0 as score,
      (r.result is not null and r.result <> 'fail')::int as passed, r.attempts_used as attempts, r.opened_at, r.finished_at,
      '/learning-record/' || r.member_id as evidence
    from exams.record r join exams.exam e on e.id = r.exam_id
    where r.company_id = ${companyId} and e.deleted_at is null)`,
})
