/** Erases a member in one transaction through all modules with personal data, and logs a certificate. */
import { Type } from 'typebox'
import { Refusal } from '#kit/errors.ts'
import { Body, Id } from '#kit/schema.ts'
import { assertNotLastSuperAdmin } from '#modules/platform/identity/server.ts'
import { certifyErasure } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { personalData } from '#server/personal-data.ts'
import { privacyTables } from './db.ts'

async function hasRowsLeft(connection: Connection, companyId: string, memberId: string): Promise<boolean> {
  try {
    await assertNotLastSuperAdmin(connection, companyId, memberId)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Erases everything or nothing: after a kill, the next run starts over. It first locks the row against cancellation and
 * a second run.
 */
export const eraseMemberJob = job({
  name: 'privacy.erase-member',
  payload: Body({ erasureId: Id }),
  async run(connection, { erasureId }, { now }) {
    const db = privacyTables(connection)
    const erasure = await db
      .selectFrom('privacy.erasure')
      .selectAll()
      .where('id', '=', erasureId)
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
    if (!erasure) return
    const { company_id: companyId, member_id: memberId, requested_by: actorId } = erasure
    const end = (state: 'blocked' | 'done') =>
      db.updateTable('privacy.erasure').set({ state, ended_at: now }).where('id', '=', erasureId).execute()
    if (!(await hasRowsLeft(db, companyId, memberId))) return void (await end('blocked'))
    const owners = personalData.all()
    for (const owner of owners) await owner.erase(connection, { companyId, memberId, now })
    await end('done')
    const facts = { requestedAt: erasure.requested_at, erasedAt: now, modules: owners.map((owner) => owner.module) }
    await certifyErasure(connection, { companyId, memberId, actorId, now, facts })
  },
})

export const eraseDueJob = job({
  name: 'privacy.erase-due',
  payload: Type.Object({}),
  cron: '*/10 * * * *',
  async run(connection, _payload, { now }) {
    const due = await privacyTables(connection)
      .selectFrom('privacy.erasure')
      .select('id')
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .execute()
    for (const { id } of due) await enqueue(connection, eraseMemberJob, { erasureId: id }, { key: `erase-${id}` })
  },
})
