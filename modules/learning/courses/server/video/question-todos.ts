/** Questions of learners among the to-dos: one row a course, because whoever answers goes through its list. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { contentTodoColumns, todoSource, waitingCount } from '#modules/platform/messages/server.ts'
import { businessType } from '../../contract/wire.ts'
import { coursesWaitingFor, waitingQuestions } from './questions.ts'

/** How many questions of the course `c` wait for the caller. */
const questionsFor = (caller: Caller) =>
  waitingCount({ since: sql`q.created_at`, id: sql`q.id`, rows: waitingQuestions(caller) })

export const questionTodos = todoSource({
  kind: 'course.answer',
  label: { cn: '学员提问', en: 'Learner questions' },
  action: { initial: 'go-answer', started: 'go-answer' },
  openSql: (caller) => sql`select ${contentTodoColumns({
    row: sql`c`,
    businessType,
    path: '/admin/course-questions?course=',
    createdAt: sql`questions.since`,
    amount: sql`questions.amount`,
  })} from ${coursesWaitingFor(caller)}
    cross join lateral ${questionsFor(caller)} questions
    where questions.amount > 0`,
})
