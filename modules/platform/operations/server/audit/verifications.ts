/** Verifications: on demand as a task with progress, and every night. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { Body, Id } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { ChainFault } from '../../contract/audit.ts'
import type { Bilingual } from '../../contract/shapes.ts'
import { type OperationsDb, operationsTables } from '../db.ts'
import { longWork } from '../tasks/long-work.ts'
import type { PrepareContext } from '../tasks/work.ts'
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
  return { taskId: await verification.start(db, { companyId, memberId, title: '', now }) }
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
      { label: { cn: '已匿名', en: 'Anonymized' }, value: redacted },
    ],
    problems: fault ? [{ message: faultText(fault, faultSeq ?? 0) }] : [],
    link: '/manage/audit',
  }
}

async function verify(db: OperationsDb, companyId: string, context: Pick<PrepareContext, 'outside' | 'progress'>) {
  const { outside, progress } = context
  const anchors = await readAnchors(outside.storage, companyId, outside.clock.now())
  return verifyChain(db, companyId, anchors, (done, all) => progress((done * 1000) / all))
}

/** Only reads before it stores its result, so a repeated run is harmless. */
export const verification = longWork({
  kind: verificationKind,
  label: { cn: '审计日志核验', en: 'Audit log verification' },
  job: 'operations.verify-audit',
  long: true,
  cancellable: true,
  claim: async (_db, { companyId }) => companyId,
  prepare: (connection, companyId, { outside, signal, progress }) =>
    verify(operationsTables(connection), companyId, {
      outside,
      progress: (permille) => {
        signal.throwIfAborted()
        progress(permille)
      },
    }),
  async step(connection, { task, prepared, now }) {
    await insertResult(operationsTables(connection), task.companyId, task.memberId, prepared, now)
    return { report: reportOf(prepared) }
  },
  restart: async () => true,
})

/** The nightly verification of a company, which nobody watches. */
export const verifyCompanyJob = job({
  name: 'operations.verify-company-audit',
  payload: Body({ companyId: Id }),
  outside: true,
  long: true,
  async run(connection, { companyId }, { outside, signal }) {
    const db = operationsTables(connection)
    const result = await verify(db, companyId, { outside, progress: () => signal?.throwIfAborted() })
    await insertResult(db, companyId, null, result, outside.clock.now())
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
    for (const { company_id } of heads) await enqueue(db, verifyCompanyJob, { companyId: company_id })
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
