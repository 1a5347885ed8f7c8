/** Deletes counts of calls whose window is over, which nobody looks at again. */
import { Type } from 'typebox'
import { removeOldRates } from '#server/db/rates.ts'
import { job } from '#server/module.ts'

export const removeOldRatesJob = job({
  name: 'operations.remove-old-rates',
  payload: Type.Object({}),
  cron: '27 * * * *',
  run: (db) => removeOldRates(db, Date.now()),
})
