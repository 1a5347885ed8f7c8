/** Questions of learners among the to-dos: one row a course, because whoever answers goes through its list. */
import { sql } from 'kysely'
import { todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { businessType } from '../../contract/wire.ts'
import { coursesWaitingFor, waitingQuestions } from './questions.ts'

/** More are not counted, as for submissions (decision 113). Stands in the statement as a number, for the sake of its plan. */
const countedMax = 100

export const questionTodos = todoSource({
  kind: 'course.answer',
  label: { cn: '学员提问', en: 'Learner questions' },
  action: { initial: 'go-answer', started: 'go-answer' },
  openSql: (caller) => sql`select ${todoColumns({
    id: sql`c.id`,
    businessType: sql`${businessType}`,
    businessId: sql`c.id`,
    title: sql`c.name`,
    link: sql`'/admin/course-questions?course=' || c.id`,
    createdAt: sql`questions.since`,
    amount: sql`questions.amount`,
  })} from ${coursesWaitingFor(caller)}
    cross join lateral (
      select count(*)::int as amount, min(created_at) as since from (
        select q.created_at ${waitingQuestions(caller)} order by q.created_at, q.id limit ${sql.lit(countedMax)}
      ) waiting
    ) questions
    where questions.amount > 0`,
})
