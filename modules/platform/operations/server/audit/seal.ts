/**
 * Seals entries: numbers them in their company's chain. A run sees committed entries only and sorts them by time, so
 * the chain follows the order of commits to the minute. One process seals at a time.
 */

import { sql } from 'kysely'
import { Type } from 'typebox'
import { inTransaction } from '#server/db/transaction.ts'
import { job } from '#server/module.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import { chainBegin, type Linked, linkHash } from './digest.ts'

const batchRows = 1000
/** The key of the advisory lock, unique to it: the letters "seal". */
const sealLock = 0x7365616c

async function companiesToSeal(db: OperationsDb): Promise<string[]> {
  const rows = await db
    .selectFrom('operations.audit_entry')
    .select('company_id')
    .distinct()
    .where('seq', 'is', null)
    .execute()
  return rows.map((row) => row.company_id)
}

interface Head {
  readonly seq: number
  readonly hash: Buffer
}

/**
 * The end of the chain. If somebody removed the head or added entries after it, numbering continues after them: sealing
 * never stops, and the verification shows the fault.
 */
async function endOf(db: OperationsDb, companyId: string): Promise<Head> {
  const { rows } = await sql<{ head_seq: number | null; hash: Buffer | null; last_seq: number | null }>`
    select h.seq as head_seq, h.hash, e.last_seq
    from (select max(seq) as last_seq from operations.audit_entry where company_id = ${companyId}) e
    left join operations.audit_head h on h.company_id = ${companyId}`.execute(db)
  const { head_seq, hash, last_seq } = rows[0] ?? { head_seq: null, hash: null, last_seq: null }
  return { seq: Math.max(head_seq ?? 0, last_seq ?? 0), hash: hash ?? chainBegin }
}

function unsealed(db: OperationsDb, companyId: string): Promise<Linked[]> {
  return db
    .selectFrom('operations.audit_entry')
    .select(['id', 'company_id', 'actor_id', 'actor_roles', 'action', 'subject_type', 'subject_id', 'at'])
    .select(['details_digest', 'origin_digest'])
    .where('company_id', '=', companyId)
    .where('seq', 'is', null)
    .orderBy('at')
    .orderBy('id')
    .limit(batchRows)
    .execute()
}

/**
 * Seals one batch in one transaction. Returns the number of sealed entries; 0 also if another process holds the lock.
 */
export async function sealBatch(db: OperationsDb, companyId: string, now: number): Promise<number> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${sealLock}, hashtext(${companyId})) as mine`.execute(db)
  if (!locks[0]?.mine) return 0
  const entries = await unsealed(db, companyId)
  if (entries.length === 0) return 0
  let { seq, hash } = await endOf(db, companyId)
  const links = entries.map((entry) => {
    seq += 1
    hash = linkHash(hash, seq, entry)
    return { id: entry.id, seq, hash: hash.toString('hex') }
  })
  await sql`update operations.audit_entry e set seq = l.seq, hash = decode(l.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l(id uuid, seq bigint, hash text)
    where e.id = l.id`.execute(db)
  const head = { seq, hash, sealed_at: now }
  await db
    .insertInto('operations.audit_head')
    .values({ company_id: companyId, ...head })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(head))
    .execute()
  return entries.length
}

/** A batch is sealed completely or not at all, so a killed run leaves no partial batch. */
export const sealAuditJob = job({
  name: 'operations.seal-audit',
  payload: Type.Object({}),
  outside: true,
  cron: '* * * * *',
  async run(connection, _payload, { outside }) {
    const db = operationsTables(connection)
    for (const companyId of await companiesToSeal(db)) {
      let sealed = batchRows
      while (sealed === batchRows)
        sealed = await inTransaction(db, (transaction) => sealBatch(transaction, companyId, outside.clock.now()))
    }
  },
})
