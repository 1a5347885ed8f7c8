/** What courses does later. */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { job } from '#server/module.ts'
import { coursesTables } from './db.ts'
import { tellPublished } from './messages.ts'
import { settleLearners } from './study/registrations.ts'

/** A new version is news to its learners. */
export const tellAfterPublishing = job({
  name: 'courses.tell-after-publishing',
  payload: Type.Object({ courseId: Id }),
  async run(connection, { courseId }, { now }) {
    await tellPublished(coursesTables(connection), courseId, now)
  },
})

/** Another version may ask for less: who was moved to it, and has nothing required left to do, is done. */
export const settleAfterMoving = job({
  name: 'courses.settle-after-moving',
  payload: Type.Object({ courseId: Id, versionId: Id }),
  async run(connection, { courseId, versionId }, { now }) {
    await settleLearners(coursesTables(connection), courseId, versionId, now)
  },
})
