/** The jobs of rankings: notes are counted into the totals, and settings followed. */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import { notedCompanies } from '#server/db/figure-notes.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { countNotes } from './counting.ts'
import { rankingsTables } from './db.ts'
import { followSettings } from './rebuilding.ts'

const pollMs = 2_000

const enqueueCount = (db: Connection, companyId: string) =>
  enqueue(db, countJob, { companyId }, { key: `rankings.count:${companyId}` })

export const countJob = job({
  name: 'rankings.count',
  payload: Type.Object({ companyId: Id }),
  async run(db, { companyId }) {
    if (await countNotes(db, companyId)) await enqueueCount(db, companyId)
  },
})

/** Each process looks for notes, which is one look into an index a company. */
export const followJob = job({
  name: 'rankings.follow',
  payload: Type.Object({}),
  everyMs: pollMs,
  async run(db) {
    for (const companyId of await notedCompanies(db)) await enqueueCount(db, companyId)
  },
})

export const followSettingsJob = job({
  name: 'rankings.follow-settings',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  async run(connection) {
    const db = rankingsTables(connection)
    const companies = await db.selectFrom('rankings.reckoning').select('company_id').execute()
    for (const { company_id } of companies) await followSettings(db, company_id)
  },
})
