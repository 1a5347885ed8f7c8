import type { Routes } from '#server/module.ts'
import type { feed } from '../contract.ts'
import { countNew, feedPart } from './feed.ts'
import { hide, listHidden } from './hidden.ts'
import { ownStatistic } from './statistic.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof feed> = {
  async items(db, { query }, { caller }) {
    return feedPart(db, caller, query)
  },
  async newItems(db, { query }, { caller }) {
    return { count: await countNew(db, caller, query) }
  },
  async hidden(db, _input, { caller }) {
    return { items: await listHidden(db, caller) }
  },
  async hide(db, { body }, { caller, now }) {
    await hide(db, caller, body, now)
    return {}
  },
  async myStatistic(db, _input, { caller }) {
    return ownStatistic(db, caller)
  },
}
