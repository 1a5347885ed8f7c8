/** Jobs of learning paths: assignment by rules, and the announcement of completions. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Instant } from '#kit/schema.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { businessType } from '../contract/wire.ts'
import { pathsTables } from './db.ts'
import { assignByRules } from './registrations.ts'

/** Everybody of a company who fits a rule and is not on its path yet. */
export const assignOfCompany = job({
  name: 'paths.assign',
  payload: Type.Object({ companyId: Id }),
  run: (connection, { companyId }, { now }) => assignByRules(pathsTables(connection), companyId, now),
})

/**
 * Positions and departments change in many ways (screens, imports, synchronization), and days pass: all of it is looked
 * at every ten minutes.
 */
export const assignEverywhere = job({
  name: 'paths.assign-everywhere',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  async run(connection) {
    const { rows } = await sql<{ company_id: string }>`
      select distinct r.company_id from paths.rule r join paths.path x on x.id = r.path_id
      where x.status = 'on-shelf' and x.deleted_at is null`.execute(pathsTables(connection))
    for (const { company_id: companyId } of rows) {
      await enqueue(connection, assignOfCompany, { companyId }, { key: `paths.assign ${companyId}` })
    }
  },
})

/** Certificates, credits and pushes go by it. */
export const announcePathFinished = job({
  name: 'paths.tell-finished',
  payload: Type.Object({ memberId: Id, pathId: Id, finishedAt: Instant }),
  async run(connection, { memberId, pathId, finishedAt }) {
    const path = await pathsTables(connection)
      .selectFrom('paths.path')
      .select(['company_id', 'name'])
      .where('id', '=', pathId)
      .executeTakeFirst()
    if (!path) return
    const { company_id: companyId, name } = path
    await announceFinished(connection, { companyId, memberId, businessType, businessId: pathId, name, finishedAt })
  },
})
