import { Type } from 'typebox'
import { job } from '#server/module.ts'
import { sharingTables } from './db.ts'

/** Deletes expired links every night. */
export const removeEndedLinks = job({
  name: 'sharing.removeEndedLinks',
  payload: Type.Object({}),
  cron: '20 19 * * *',
  async run(db, _payload, { now }) {
    await sharingTables(db).deleteFrom('sharing.short_link').where('expires_at', '<=', now).execute()
  },
})
