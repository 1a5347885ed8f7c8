/** Those who follow a question learn of its answers: by a job, because there may be many. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#kit/schema.ts'
import { followersAfter } from '#modules/community/following/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type Job, job } from '#server/module.ts'
import { questionBusinessType } from '../contract/shapes.ts'
import { askTables } from './db.ts'
import { announce } from './messages.ts'
import { nameOf } from './people.ts'
import { shownSql } from './question-rows.ts'

const batch = 500

interface AnsweredQuestion {
  readonly id: string
  readonly title: string
  readonly companyId: string
  readonly authorId: string | null
}

const payload = Type.Object({ companyId: Id, questionId: Id, answerId: Id, authorId: Id, after: Nullable(Id) })

export const followerNewsJob: Job<typeof payload> = job({
  name: 'ask.follower-news',
  payload,
  async run(connection, { companyId, questionId, answerId, authorId, after }, { now }) {
    const db = askTables(connection)
    // What was taken away meanwhile is no news: neither the question nor its answer.
    const { rows } =
      await sql<AnsweredQuestion>`select q.id, q.title, q.company_id as "companyId", q.author_id as "authorId"
      from ask.question q join ask.answer a on a.question_id = q.id and a.id = ${answerId} and a.removed_at is null
      where q.id = ${questionId} and q.company_id = ${companyId} and ${shownSql}`.execute(db)
    const [question] = rows
    if (!question) return
    const ref = { businessType: questionBusinessType, businessId: questionId }
    const followers = await followersAfter(db, companyId, ref, after, batch)
    const recipients = followers.filter((id) => id !== authorId && id !== question.authorId)
    const author = { id: authorId, name: await nameOf(db, companyId, authorId) }
    await announce(db, question, { type: 'ask.followed-answered', recipients, author, answerId, now })
    const last = followers.at(-1)
    if (followers.length === batch && last !== undefined)
      await enqueue(db, followerNewsJob, { companyId, questionId, answerId, authorId, after: last })
  },
})
