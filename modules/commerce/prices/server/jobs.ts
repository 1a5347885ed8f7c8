/** The job of prices: what was quoted and is kept no longer goes. */
import { Type } from 'typebox'
import { job } from '#server/module.ts'
import { forgetExpiredQuotes } from './quotes.ts'

export const jobs = [
  job({
    name: 'prices.forget-quotes',
    payload: Type.Object({}),
    cron: '17 * * * *',
    run: (db, _payload, { now }) => forgetExpiredQuotes(db, now),
  }),
]
