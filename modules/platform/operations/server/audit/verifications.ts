/** Verifications: on demand as a task with progress, and every night. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { Body, Id, Nullable } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { ChainFault } from '../../contract/audit.ts'
import type { Bilingual } from '../../contract/shapes.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import { taskKind } from '../tasks/kinds.ts'
import { finishTask, reportProgress, startTask } from '../tasks/progress.ts'
import { readAnchors } from './anchors.ts'
import { type ChainResult, verifyChain } from './verify.ts'

const verificationKind = 'audit-verification'

const faultTexts: Readonly<Record<ChainFault, (seq: number) => Bilingual>> = {
  changed: (seq) => ({ cn: `第 ${seq} 条的内容被改动`, en: `entry ${seq} was changed` }),
  removed: (seq) => ({ cn: `第 ${seq} 条缺失`, en: `entry ${seq} is missing` }),
  added: (seq) => ({ cn: `第 ${seq} 条起是插入的记录`, en: `entries from ${seq} on were added` }),
  redacted: (seq) => ({
    cn: `第 ${seq} 条的内容被清除，但没有对应的注销证明`,
    en: `entry ${seq} was blanked without a certificate`,
  }),
  'cut-off': (seq) => ({ cn: `第 ${seq} 条起的记录被截断`, en: `entries from ${seq} on were cut off` }),
  anchor: (seq) => ({
    cn: `第 ${seq} 条与库外留存的校验值不符`,
    en: `entry ${seq} differs from the copy kept outside`,
  }),
}

/** A chain's fault as a sentence. */
function faultText(fault: ChainFault, seq: number): Bilingual {
  return faultTexts[fault](seq)
}

/** Starts a verification, or returns the running one's task. */
export async function startVerification(db: OperationsDb, caller: Caller, now: number): Promise<{ taskId: string }> {
  const running = await runningVerification(db, caller.companyId)
  if (running) return { taskId: running }
  const { companyId, memberId } = caller
  const taskId = await startTask(db, { companyId, memberId, kind: verificationKind, title: '', now })
  await enqueue(db, verifyAuditJob, { companyId, taskId, memberId })
  return { taskId }
}

export async function runningVerification(db: OperationsDb, companyId: string): Promise<string | null> {
  const task = await db
    .selectFrom('operations.task')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', verificationKind)
    .where('state', 'in', ['waiting', 'running', 'interrupted'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return task?.id ?? null
}

async function insertResult(
  db: OperationsDb,
  companyId: string,
  checkedBy: string | null,
  result: ChainResult,
  now: number,
): Promise<void> {
  await db
    .insertInto('operations.audit_check')
    .values({
      id: uuid(),
      company_id: companyId,
      checked_by: checkedBy,
      checked_at: now,
      entries: result.entries,
      redacted: result.redacted,
      seq: result.seq,
      hash: result.hash,
      fault: result.fault,
      fault_seq: result.faultSeq,
    })
    .execute()
}

function reportOf({ entries, redacted, fault, faultSeq }: ChainResult) {
  return {
    counts: [
      { label: { cn: '已核对', en: 'Checked' }, value: entries },
      { label: { cn: '已匿名', en: 'Anonymous' }, value: redacted },
    ],
    problems: fault ? [{ message: faultText(fault, faultSeq ?? 0) }] : [],
    link: '/manage/audit',
  }
}

/** Only reads before it writes its result, so a repeated run is harmless. */
export const verifyAuditJob = job({
  name: 'operations.verify-audit',
  payload: Body({ companyId: Id, taskId: Nullable(Id), memberId: Nullable(Id) }),
  outside: true,
  long: true,
  async run(connection, { companyId, taskId, memberId }, { outside }) {
    const db = operationsTables(connection)
    const { clock } = outside
    const report = async (permille: number) =>
      taskId !== null && (await reportProgress(db, taskId, permille, clock.now())).cancelled
    if (await report(0)) return
    const anchors = await readAnchors(outside.storage, companyId, clock.now())
    const result = await verifyChain(db, companyId, anchors, (done, all) => report((done * 1000) / all))
    if (result === 'stopped') return
    await inTransaction(db, async (transaction) => {
      await insertResult(transaction, companyId, memberId, result, clock.now())
      if (taskId !== null) await finishTask(transaction, taskId, reportOf(result), clock.now())
    })
  },
})

/** Verifies all companies every night. */
export const verifyAllJob = job({
  name: 'operations.verify-all-audits',
  payload: Type.Object({}),
  cron: '10 19 * * *',
  async run(connection) {
    const db = operationsTables(connection)
    const heads = await db.selectFrom('operations.audit_head').select('company_id').execute()
    for (const { company_id } of heads)
      await enqueue(db, verifyAuditJob, { companyId: company_id, taskId: null, memberId: null })
  },
})

/** The result of the company's last verification. */
export async function lastCheck(db: OperationsDb, companyId: string) {
  return db
    .selectFrom('operations.audit_check')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Companies whose last verification found a fault, for the status page. */
export async function brokenChains(connection: Connection): Promise<{ company_id: string; fault: string }[]> {
  const { rows } = await sql<{ company_id: string; fault: string }>`
    select c.company_id, c.fault from operations.audit_head h
    join lateral (select company_id, fault from operations.audit_check k where k.company_id = h.company_id
      order by checked_at desc, id desc limit 1) c on true
    where c.fault is not null`.execute(operationsTables(connection))
  return rows
}

export const verificationTask = taskKind({
  kind: verificationKind,
  label: { cn: '审计日志核验', en: 'Audit log verification' },
  cancellable: true,
  async retry(connection, { companyId, taskId, memberId }) {
    await enqueue(connection, verifyAuditJob, { companyId, taskId, memberId })
  },
  async resume(connection, { companyId, taskId }) {
    await enqueue(connection, verifyAuditJob, { companyId, taskId, memberId: null })
  },
})
