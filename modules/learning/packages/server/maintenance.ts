/** Deletes previews of yesterday with all their data. */
import { Type } from 'typebox'
import { job } from '#server/module.ts'
import { packagesTables } from './db.ts'

const previewLastsMs = 24 * 3_600_000

export const removePreviews = job({
  name: 'packages.remove-previews',
  payload: Type.Object({}),
  cron: '17 3 * * *',
  async run(db, _payload, { now }) {
    await packagesTables(db)
      .deleteFrom('packages.attempt')
      .where('mode', '=', 'preview')
      .where('started_at', '<', now - previewLastsMs)
      .execute()
  },
})
