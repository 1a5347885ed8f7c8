/** What courses does later. */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { job } from '#server/module.ts'
import { coursesTables } from './db.ts'
import { tellPublished } from './messages.ts'
import { finishWhoAreDone } from './registrations.ts'

/** A new version may ask for less than the one before: who has nothing required left to do is done. All are told. */
export const finishAfterPublishing = job({
  name: 'courses.finish-after-publishing',
  /** `news`: the version is a new one. */
  payload: Type.Object({ courseId: Id, news: Type.Optional(Type.Boolean()) }),
  async run(connection, { courseId, news }, { now }) {
    const db = coursesTables(connection)
    await finishWhoAreDone(db, courseId, now)
    if (news) await tellPublished(db, courseId, now)
  },
})
