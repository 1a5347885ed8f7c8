import type { Routes } from '#server/module.ts'
import type { sharing } from '../contract.ts'
import { recordAction, shareCounts } from './actions.ts'
import { shortLinkOf } from './short-links.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof sharing> = {
  async shortLink(db, { query }, { caller, now, outside }) {
    return {
      shortUrl: await shortLinkOf(db, caller, { longUrl: query.longUrl, publicUrl: outside.config.publicUrl, now }),
    }
  },
  async recordAction(db, { body }, { caller, now }) {
    await recordAction(db, caller, body, now)
    return {}
  },
  async shareCounts(db, { query }, { caller }) {
    return { items: await shareCounts(db, caller.companyId, query.ids.split(',')) }
  },
}
