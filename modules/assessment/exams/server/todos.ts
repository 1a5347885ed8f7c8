/** What graders and invigilators have to do (EXAM-005, EXAM-006): a row an exam, which is gone once nothing waits. */
import { sql } from 'kysely'
import { contentTodoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { businessType } from '../contract.ts'
import { stateSql } from './exam-fields.ts'
import { markedBySql } from './marking.ts'

/** Invigilators find their exam this long before its start. */
const aheadMs = 24 * 3_600_000

export const markingTodos = todoSource({
  kind: 'exam.mark',
  label: { cn: '阅卷', en: 'Marking' },
  action: { initial: 'start-marking', started: 'restart-marking' },
  openSql: (caller) => sql`select ${contentTodoColumns({
    row: sql`s`,
    businessType,
    path: '/exam/marking/',
    createdAt: sql`waiting.since`,
    startedAt: sql`started.at`,
    amount: sql`waiting.amount`,
  })} from exams.exam s
    cross join lateral (
      select least(count(*), 100)::int as amount, min(t.submitted_at) as since from exams.attempt t
      where t.exam_id = s.id and t.state = 'to-grade' and t.reset_at is null) waiting
    cross join lateral (
      select min(m.marked_at) as at from exams.mark m join exams.attempt t on t.id = m.attempt_id
      where m.exam_id = s.id and m.verdict = 'needs-marking' and t.state = 'to-grade' and t.reset_at is null) started
    where ${markedBySql(caller)} and waiting.amount > 0
      and not exists (select from exams.marking k where k.exam_id = s.id and k.suspended_at is not null)`,
})

/** For the graders of the exam, and for its author. */
export const appealTodos = todoSource({
  kind: 'exam.appeal',
  label: { cn: '考试申诉', en: 'Exam appeals' },
  action: { initial: 'go-answer', started: 'go-answer' },
  openSql: (caller) => sql`select ${contentTodoColumns({
    row: sql`s`,
    businessType,
    path: '/exam/appeals/',
    createdAt: sql`waiting.since`,
    amount: sql`waiting.amount`,
  })} from (
      select s.id, s.name from exams.exam s where ${markedBySql(caller)}
      union
      select s.id, s.name from exams.exam s
      where s.company_id = ${caller.companyId} and s.author_id = ${caller.memberId} and s.deleted_at is null) s
    cross join lateral (
      select least(count(*), 100)::int as amount, min(a.created_at) as since from exams.appeal a
      where a.exam_id = s.id and a.state = 'open' and a.member_id <> ${caller.memberId}) waiting
    where waiting.amount > 0`,
})

export const invigilationTodos = todoSource({
  kind: 'exam.invigilate',
  label: { cn: '监考', en: 'Proctoring' },
  action: { initial: 'enter-invigilation', started: 'enter-invigilation' },
  openSql: (caller, now) => sql`select ${contentTodoColumns({
    row: sql`s`,
    businessType,
    path: '/exam/invigilation/',
    createdAt: sql`s.published_at`,
    startsAt: sql`s.start_at`,
    dueAt: sql`s.end_at`,
  })} from exams.exam s
    where s.company_id = ${caller.companyId} and s.deleted_at is null and s.end_at is not null
      and s.invigilator_ids @> array[${caller.memberId}]::uuid[] and ${stateSql(now)} in (3, 4, 5)
      and coalesce(s.start_at, 0) <= ${now + aheadMs}`,
})
