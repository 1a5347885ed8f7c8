/** Coins and points in courses: finishing one is rewarded by the rules, and members may reward its author. */

import { Type } from 'typebox'
import { Id, Instant } from '#kit/schema.ts'
import type { Facet } from '#modules/content/catalog/server.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { award, awardsOf, rewardableKind, rewardEvent } from '#modules/platform/currency/server.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { businessType } from '../../contract/wire.ts'
import { type CoursesDb, coursesTables } from '../db.ts'

const event = 'course-finished'
export const courseReward = rewardEvent({
  event,
  label: { cn: '完成课程', en: 'Course completed' },
  description: { cn: '完成一门课程的全部必修小节时', en: 'When all required sections of a course are completed' },
  defaults: [{ kind: 2, amount: 500n, dailyCap: 2000n, enabled: true }],
})

/**
 * Rewards who finished the course at that moment, and tells the modules that go on from there. A job of its own: what
 * was studied counts, whatever becomes of the reward; and each member has a transaction of their own, once, however
 * often the job runs.
 */
export const rewardFinished = job({
  name: 'courses.reward-finished',
  payload: Type.Object({ courseId: Id, finishedAt: Instant, memberId: Type.Optional(Id) }),
  outside: true,
  async run(db, { courseId, finishedAt, memberId }) {
    let finished = coursesTables(db)
      .selectFrom('courses.registration as r')
      .innerJoin('courses.course as c', 'c.id', 'r.course_id')
      .select(['r.member_id as memberId', 'r.company_id as companyId', 'c.name as subject'])
      .where('r.course_id', '=', courseId)
      .where('r.finished_at', '=', finishedAt)
    if (memberId !== undefined) finished = finished.where('r.member_id', '=', memberId)
    const happening = { event, businessType, businessId: courseId, now: finishedAt }
    for (const one of await finished.execute())
      await inTransaction(db, async (transaction) => {
        await award(transaction, { ...happening, ...one })
        const { companyId, memberId, subject: name } = one
        await announceFinished(transaction, {
          companyId,
          memberId,
          businessType,
          businessId: courseId,
          name,
          finishedAt,
        })
      })
  },
})

/** The reward for finishing a course by the company's rules of today. */
export const rewardsOfFinishing = (db: CoursesDb, companyId: string) => awardsOf(db, companyId, event)

/** Asks for the reward of one who has finished, or of all who finished at that moment. */
export async function enqueueReward(
  db: CoursesDb,
  finished: { readonly courseId: string; readonly finishedAt: number; readonly memberId?: string },
): Promise<void> {
  await enqueue(db, rewardFinished, finished)
}

/** Members who may open a course may reward its author. */
export const authorRewarded: Facet = ({ businessType, visible }) =>
  rewardableKind({
    businessType,
    async find(db, caller, businessId) {
      const [course] = await visible(db, caller, [businessId])
      if (!course) return undefined
      const { author_id: id } = await coursesTables(db)
        .selectFrom('courses.course')
        .select('author_id')
        .where('id', '=', businessId)
        .where('company_id', '=', caller.companyId)
        .executeTakeFirstOrThrow()
      return { name: course.name, payee: { kind: 'person', id } }
    },
  })
