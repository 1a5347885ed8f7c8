/** Verifies a company's chain from its start and finds the first fault. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import type { ChainFault } from '../../contract/audit.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import type { Anchor } from './anchors.ts'
import { chainBegin, digestOf, type Linked, linkHash } from './digest.ts'
import { erasedAction, redactedEntriesOf } from './erasure.ts'

const batchRows = 2000

export interface ChainResult {
  readonly entries: number
  readonly redacted: number
  readonly seq: number
  readonly hash: Buffer | null
  readonly fault: ChainFault | null
  readonly faultSeq: number | null
}

interface Sealed extends Linked {
  readonly seq: number
  readonly hash: Buffer
  readonly details: string | null
  readonly details_salt: Buffer | null
  readonly origin: string | null
  readonly origin_salt: Buffer | null
  readonly redacted_for: string | null
}

interface End {
  readonly head_seq: number | null
  readonly head_hash: Buffer | null
  readonly last_seq: number | null
}

/** Reads head and last entry in one statement, because sealing continues meanwhile. */
async function endOf(db: OperationsDb, companyId: string): Promise<End> {
  const { rows } = await sql<End>`
    select h.seq as head_seq, h.hash as head_hash, e.last_seq
    from (select max(seq) as last_seq from operations.audit_entry where company_id = ${companyId}) e
    left join operations.audit_head h on h.company_id = ${companyId}`.execute(db)
  return rows[0] ?? { head_seq: null, head_hash: null, last_seq: null }
}

function entriesAfter(db: OperationsDb, companyId: string, seq: number, until: number): Promise<Sealed[]> {
  return db
    .selectFrom('operations.audit_entry')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('seq', '>', seq)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(batchRows)
    .execute() as Promise<Sealed[]>
}

function holds(text: string | null, salt: Buffer | null, digest: Buffer, isRedacted: boolean): boolean {
  if (text === null || salt === null) return isRedacted && text === null
  return digestOf(salt, text).equals(digest)
}

/**
 * Members with more removed texts than their erasure certificates state. This exposes an entry that somebody hid behind
 * an erasure.
 */
async function overRedacted(db: OperationsDb, companyId: string): Promise<Set<string>> {
  const { rows: redacted } = await sql<{ member_id: string; count: number }>`
    select redacted_for as member_id, count(*) as count from operations.audit_entry
    where company_id = ${companyId} and redacted_for is not null group by 1`.execute(db)
  if (redacted.length === 0) return new Set()
  const certificates = await db
    .selectFrom('operations.audit_entry')
    .select(['subject_id', 'details'])
    .where('company_id', '=', companyId)
    .where('action', '=', erasedAction)
    .execute()
  const certified = new Map<string | null, number>()
  for (const { subject_id, details } of certificates)
    certified.set(subject_id, Math.max(certified.get(subject_id) ?? 0, redactedEntriesOf(details)))
  const over = redacted.filter(({ member_id, count }) => count > (certified.get(member_id) ?? 0))
  return new Set(over.map((row) => row.member_id))
}

/** The fault of an entry that should follow `previous` as number `seq`. */
function faultOf(entry: Sealed, seq: number, previous: Buffer, suspects: ReadonlySet<string>): ChainFault | undefined {
  if (entry.seq !== seq) return 'removed'
  if (!linkHash(previous, seq, entry).equals(entry.hash)) return 'changed'
  const isRedacted = entry.redacted_for !== null
  const intact =
    holds(entry.details, entry.details_salt, entry.details_digest, isRedacted) &&
    holds(entry.origin, entry.origin_salt, entry.origin_digest, isRedacted)
  if (!intact) return 'changed'
  return entry.redacted_for !== null && suspects.has(entry.redacted_for) ? 'redacted' : undefined
}

/** Compares the end of the verification with the stored head. */
function endFault(end: End, seq: number, hash: Buffer): { fault: ChainFault; faultSeq: number } | undefined {
  const headSeq = end.head_seq ?? 0
  if (headSeq > seq) return { fault: 'cut-off', faultSeq: seq + 1 }
  if ((end.last_seq ?? 0) > headSeq) return { fault: 'added', faultSeq: headSeq + 1 }
  if (end.head_hash && !end.head_hash.equals(hash)) return { fault: 'changed', faultSeq: seq }
  return undefined
}

/**
 * Verifies in batches without a transaction. `report` receives the done and total entries, and throws to stop.
 * `anchors` are copies of earlier heads outside the database.
 */
export async function verifyChain(
  connection: Connection,
  companyId: string,
  anchors: readonly Anchor[],
  report: (done: number, all: number) => void,
): Promise<ChainResult> {
  const db = operationsTables(connection)
  const end = await endOf(db, companyId)
  const suspects = await overRedacted(db, companyId)
  const until = end.head_seq ?? 0
  const anchorOf = new Map(anchors.map((anchor) => [anchor.seq, anchor.hash]))
  let seq = 0
  let hash = chainBegin
  let redacted = 0
  const result = (fault: ChainFault | null, faultSeq: number | null): ChainResult => ({
    ...{ entries: seq, redacted, seq, hash: seq === 0 ? null : hash },
    ...{ fault, faultSeq },
  })
  while (seq < until) {
    const batch = await entriesAfter(db, companyId, seq, until)
    for (const entry of batch) {
      const fault = faultOf(entry, seq + 1, hash, suspects)
      if (fault) return result(fault, seq + 1)
      const copy = anchorOf.get(entry.seq)
      if (copy !== undefined && copy !== entry.hash.toString('hex')) return result('anchor', entry.seq)
      seq = entry.seq
      hash = entry.hash
      if (entry.redacted_for !== null) redacted += 1
    }
    if (batch.length < batchRows) break
    report(seq, until)
  }
  const fault = endFault(end, seq, hash)
  if (fault) return result(fault.fault, fault.faultSeq)
  const beyond = anchors.find((anchor) => anchor.seq > seq)
  return beyond ? result('cut-off', seq + 1) : result(null, null)
}
