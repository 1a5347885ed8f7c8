/** What courses does later. */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { job } from '#server/module.ts'
import { coursesTables } from './db.ts'
import { finishWhoAreDone } from './registrations.ts'

/** A new version may ask for less than the one before: who has nothing required left to do is done. */
export const finishAfterPublishing = job({
  name: 'courses.finish-after-publishing',
  payload: Type.Object({ courseId: Id }),
  async run(connection, { courseId }, { now }) {
    await finishWhoAreDone(coursesTables(connection), courseId, now)
  },
})
