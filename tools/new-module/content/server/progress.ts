/** How far members are with specimens. The rule that decides when one is finished belongs here. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { Id } from '#kit/schema.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { businessType } from '../contract.ts'
import { type SpecimensDb, specimensTables } from './db.ts'
import { getSpecimen } from './specimens.ts'

/** Reports the completion to the modules that award something for it. */
export const afterFinished = job({
  name: 'specimens.after-finished',
  payload: Type.Object({ memberId: Id, specimenId: Id }),
  async run(connection, { memberId, specimenId }) {
    const found = await specimensTables(connection)
      .selectFrom('specimens.progress as p')
      .innerJoin('specimens.specimen as s', 's.id', 'p.specimen_id')
      .select(['s.company_id as companyId', 's.name', 'p.finished_at as finishedAt'])
      .where('p.member_id', '=', memberId)
      .where('p.specimen_id', '=', specimenId)
      .executeTakeFirst()
    if (!found || found.finishedAt === null) return
    const { companyId, name, finishedAt } = found
    await announceFinished(connection, { companyId, memberId, businessType, businessId: specimenId, name, finishedAt })
  },
})

/** Answers when the caller opened the specimen for the first time. */
export async function openSpecimen(db: SpecimensDb, caller: Caller, id: string, now: number): Promise<number> {
  await getSpecimen(db, caller, id)
  const { rows } = await sql<{ opened_at: number }>`
    insert into specimens.progress (specimen_id, member_id, company_id, opened_at)
    values (${id}, ${caller.memberId}, ${caller.companyId}, ${now})
    on conflict (specimen_id, member_id) do update set opened_at = specimens.progress.opened_at
    returning opened_at`.execute(db)
  return rows[0]?.opened_at ?? now
}

/** Answers when the caller finished the specimen for the first time. */
export async function finishSpecimen(db: SpecimensDb, caller: Caller, id: string, now: number): Promise<number> {
  await openSpecimen(db, caller, id, now)
  const { rows } = await sql<{ finished_at: number }>`
    update specimens.progress set finished_at = coalesce(finished_at, ${now}::bigint)
    where specimen_id = ${id} and member_id = ${caller.memberId} returning finished_at`.execute(db)
  await enqueue(db, afterFinished, { memberId: caller.memberId, specimenId: id })
  return rows[0]?.finished_at ?? now
}
