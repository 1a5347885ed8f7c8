/** Those who follow a question learn of its answers: by a job, because there may be many. */
import { Type } from 'typebox'
import { Id, Nullable } from '#kit/schema.ts'
import { followersAfter } from '#modules/community/following/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type Job, job } from '#server/module.ts'
import { questionBusinessType } from '../contract/shapes.ts'
import { askTables } from './db.ts'
import { announce } from './messages.ts'
import { nameOf } from './people.ts'

const batch = 500

const payload = Type.Object({ companyId: Id, questionId: Id, answerId: Id, authorId: Id, after: Nullable(Id) })

export const followerNewsJob: Job<typeof payload> = job({
  name: 'ask.follower-news',
  payload,
  async run(connection, { companyId, questionId, answerId, authorId, after }, { now }) {
    const db = askTables(connection)
    const question = await db
      .selectFrom('ask.question')
      .select(['id', 'title', 'company_id as companyId', 'author_id as authorId'])
      .where('id', '=', questionId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
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
