import type { Routes } from '#server/module.ts'
import type { auditContract, ChainCheck } from '../../contract/audit.ts'
import { exportAudit } from '../audit/export.ts'
import { getAuditEntry, listActions, listAudit } from '../audit/search.ts'
import { lastCheck, runningVerification, startVerification } from '../audit/verifications.ts'
import type { OperationsDb } from '../db.ts'
import { directory } from '../directory.ts'
import type { DB } from '../tables.ts'

const actorsMax = 20

export const auditRoutes: Routes<DB, typeof auditContract> = {
  async listAudit(db, { query }, { caller }) {
    return listAudit(db, caller, query)
  },
  async auditEntry(db, { params }, { caller }) {
    return getAuditEntry(db, caller, params.id)
  },
  async auditActions(db, _input, { caller }) {
    return { items: await listActions(db, caller) }
  },
  async auditActors(db, { query }, { caller }) {
    const found = (await directory()?.search(db, caller.companyId, query.keyword, actorsMax)) ?? []
    return { items: [...found] }
  },
  async auditChain(db, _input, { caller }) {
    return chainOf(db, caller.companyId)
  },
  async verifyAudit(db, _input, { caller, now }) {
    return startVerification(db, caller, now)
  },
  async exportAudit(db, { query }, context) {
    return exportAudit(db, query, context)
  },
}

async function checkOf(db: OperationsDb, companyId: string): Promise<ChainCheck | null> {
  const check = await lastCheck(db, companyId)
  if (!check) return null
  return {
    checkedAt: check.checked_at,
    checkedBy: check.checked_by,
    entries: check.entries,
    redacted: check.redacted,
    seq: check.seq,
    hash: check.hash?.toString('hex') ?? null,
    fault: check.fault as ChainCheck['fault'],
    faultSeq: check.fault_seq,
  }
}

async function chainOf(db: OperationsDb, companyId: string) {
  const head = await db
    .selectFrom('operations.audit_head')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const { count } = await db
    .selectFrom('operations.audit_entry')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('seq', 'is', null)
    .executeTakeFirstOrThrow()
  const anchored = head?.anchored_hash && {
    seq: head.anchored_seq ?? 0,
    hash: head.anchored_hash.toString('hex'),
    at: head.anchored_at ?? 0,
  }
  return {
    head: head ? { seq: head.seq, hash: head.hash.toString('hex'), at: head.sealed_at } : null,
    unsealed: count,
    anchor: anchored ?? null,
    lastCheck: await checkOf(db, companyId),
    checking: await runningVerification(db, companyId),
  }
}
