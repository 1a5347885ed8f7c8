/**
 * Daily copies of the chain's head outside the database. An attacker who rewrites a whole chain in the database must
 * reach these copies, too.
 */
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { job } from '#server/module.ts'
import type { Store } from '#server/storage/store.ts'
import { operationsTables } from '../db.ts'

const dayMs = 86_400_000
/** The number of days whose copies a verification reads. */
const anchorDays = 60

export interface Anchor {
  readonly seq: number
  readonly hash: string
  readonly at: number
}

function keyOf(companyId: string, instant: number): string {
  const day = new Date(instant).toISOString().slice(0, 10)
  return `audit-${companyId.replaceAll('-', '')}-${day}`
}

/** The copies of recent days, newest first. */
export async function readAnchors(storage: Store, companyId: string, now: number): Promise<Anchor[]> {
  const days = Array.from({ length: anchorDays }, (_, index) => keyOf(companyId, now - index * dayMs))
  const anchors = await Promise.all(
    days.map(async (key) => {
      if (!(await storage.stat(key))) return undefined
      return JSON.parse(await text(await storage.get(key))) as Anchor
    }),
  )
  return anchors.filter((anchor) => anchor !== undefined)
}

/** The first copy of a day is never overwritten. */
export const anchorAuditJob = job({
  name: 'operations.anchor-audit',
  payload: Type.Object({}),
  outside: true,
  cron: '35 * * * *',
  async run(connection, _payload, { outside, now }) {
    const db = operationsTables(connection)
    const heads = await db.selectFrom('operations.audit_head').selectAll().execute()
    for (const head of heads) {
      const key = keyOf(head.company_id, now)
      const isNew = head.anchored_seq === null || head.seq > head.anchored_seq
      if (!isNew || (await outside.storage.stat(key))) continue
      const anchor: Anchor = { seq: head.seq, hash: head.hash.toString('hex'), at: now }
      await outside.storage.put(key, Buffer.from(JSON.stringify(anchor)))
      await db
        .updateTable('operations.audit_head')
        .set({ anchored_seq: head.seq, anchored_hash: head.hash, anchored_at: now })
        .where('company_id', '=', head.company_id)
        .execute()
    }
  },
})
