/** How far members are with classes. The rule that decides when one is finished belongs here. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { Id } from '#kit/schema.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { businessType } from '../contract.ts'
import { getClass } from './classes.ts'
import { type ClassesDb, classesTables } from './db.ts'

/** Reports the completion to the modules that award something for it. */
export const afterFinished = job({
  name: 'classes.after-finished',
  payload: Type.Object({ memberId: Id, classId: Id }),
  async run(connection, { memberId, classId }) {
    const found = await classesTables(connection)
      .selectFrom('classes.progress as p')
      .innerJoin('classes.class as s', 's.id', 'p.class_id')
      .select(['s.company_id as companyId', 's.name', 'p.finished_at as finishedAt'])
      .where('p.member_id', '=', memberId)
      .where('p.class_id', '=', classId)
      .executeTakeFirst()
    if (!found || found.finishedAt === null) return
    const { companyId, name, finishedAt } = found
    await announceFinished(connection, { companyId, memberId, businessType, businessId: classId, name, finishedAt })
  },
})

/** Answers when the caller opened the class for the first time. */
export async function openClass(db: ClassesDb, caller: Caller, id: string, now: number): Promise<number> {
  await getClass(db, caller, id)
  const { rows } = await sql<{ opened_at: number }>`
    insert into classes.progress (class_id, member_id, company_id, opened_at)
    values (${id}, ${caller.memberId}, ${caller.companyId}, ${now})
    on conflict (class_id, member_id) do update set opened_at = classes.progress.opened_at
    returning opened_at`.execute(db)
  return rows[0]?.opened_at ?? now
}

/** Answers when the caller finished the class for the first time. */
export async function finishClass(db: ClassesDb, caller: Caller, id: string, now: number): Promise<number> {
  await openClass(db, caller, id, now)
  const { rows } = await sql<{ finished_at: number }>`
    update classes.progress set finished_at = coalesce(finished_at, ${now}::bigint)
    where class_id = ${id} and member_id = ${caller.memberId} returning finished_at`.execute(db)
  await enqueue(db, afterFinished, { memberId: caller.memberId, classId: id })
  return rows[0]?.finished_at ?? now
}
