/** The jobs of finance: the totals of days that are over, a job for each company. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { companiesSql } from '#modules/platform/identity/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { financeTables } from './db.ts'
import { keepDays } from './keeping.ts'

const keepJob = job({
  name: 'finance.keep-days',
  payload: Type.Object({ companyId: Id }),
  outside: true,
  long: true,
  async run(db, { companyId }, { outside }) {
    await keepDays(db, companyId, outside.clock.now())
  },
})

const hourlyJob = job({
  name: 'finance.hourly',
  payload: Type.Object({}),
  cron: '11 * * * *',
  async run(db) {
    const { rows } = await sql<{ id: string }>`select c.id from ${companiesSql} c`.execute(financeTables(db))
    for (const { id: companyId } of rows)
      await enqueue(db, keepJob, { companyId }, { key: `finance-days:${companyId}` })
  },
})

export const jobs = [hourlyJob, keepJob]
