/** What courses does later. */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { job } from '#server/module.ts'
import { coursesTables } from './db.ts'
import { notifyOfPublication } from './messages.ts'

/** A new version is news to its learners. */
export const notifyAfterPublishing = job({
  name: 'courses.tell-after-publishing',
  payload: Type.Object({ courseId: Id }),
  async run(connection, { courseId }, { now }) {
    await notifyOfPublication(coursesTables(connection), courseId, now)
  },
})
