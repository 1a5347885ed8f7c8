/** The jobs of currency: proofs, expiry, and the release of expired reservations. */

import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import { Id, Instant, OneOf } from '#kit/schema.ts'
import { holdersOfPermission } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { longWork } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { currencyTables } from './db.ts'
import { dueExpiries, expireBatch } from './expiry.ts'
import { insertProof, type ProofResult, prove, startProof } from './ledger-proofs.ts'
import { expiredReservations, voidReservation } from './reservations.ts'

const dayMs = 86_400_000
/** The time for which answers are stored; clients repeat a request within minutes. */
const requestsKeptMs = 90 * dayMs

async function tellBroken(db: Connection, companyId: string, proven: ProofResult, now: number): Promise<void> {
  if (proven.problems.length === 0) return
  const where = { companyId, permission: 'currency.manage', organizationId: companyId } as const
  await notify(db, {
    companyId,
    type: 'currency.proof-failed',
    recipients: await holdersOfPermission(db, where),
    variables: { count: String(proven.problems.length) },
    link: '/manage/currency/proof',
    now,
  })
}

interface Proof {
  readonly companyId: string
  readonly proofId: string
}

async function storeProof(db: Connection, { companyId, proofId }: Proof, proven: ProofResult, now: number) {
  await startProof(db, { id: proofId, companyId, memberId: null }, now)
  await insertProof(db, proofId, proven, now)
  await tellBroken(db, companyId, proven, now)
}

/** A proof that a member asked for. It only reads before it stores its result, so a repeated run is harmless. */
export const proofWork = longWork({
  kind: 'currency-proof',
  label: { cn: '账目核对', en: 'Ledger check' },
  job: 'currency.prove',
  long: true,
  cancellable: false,
  claim: async (_db, { companyId, taskId }) => ({ companyId, proofId: taskId }),
  prepare: (db, { companyId }, { progress }) => prove(db, companyId, async (permille) => progress(permille)),
  async step(db, { subject, prepared, now }) {
    await storeProof(db, subject, prepared, now)
    const counts = [
      { label: { cn: '核对分录', en: 'Entries' }, value: prepared.entryCount },
      { label: { cn: '异常', en: 'Problems' }, value: prepared.problems.length },
    ]
    return { report: { counts, link: '/manage/currency/proof' } }
  },
  restart: async () => true,
})

/** The nightly proof of a company, which nobody watches. */
const nightlyProofJob = job({
  name: 'currency.prove-nightly',
  payload: Type.Object({ companyId: Id, proofId: Id }),
  outside: true,
  long: true,
  async run(db, proof, { outside }) {
    const proven = await prove(db, proof.companyId, async () => {})
    await inTransaction(db, (transaction) => storeProof(transaction, proof, proven, outside.clock.now()))
  },
})

const nightlyJob = job({
  name: 'currency.nightly',
  payload: Type.Object({}),
  cron: '30 18 * * *',
  async run(db, _payload, { now }) {
    const tables = currencyTables(db)
    await tables
      .deleteFrom('currency.request')
      .where('created_at', '<', now - requestsKeptMs)
      .execute()
    const { rows } = await sql<{ company_id: string }>`select distinct company_id from currency.account`.execute(tables)
    const day = Math.floor(now / dayMs)
    for (const { company_id: companyId } of rows)
      await enqueue(db, nightlyProofJob, { companyId, proofId: uuid() }, { key: `currency-proof:${companyId}:${day}` })
  },
})

const expireJob = job({
  name: 'currency.expire',
  payload: Type.Object({
    companyId: Id,
    kind: OneOf([1, 2]),
    dueAt: Instant,
    cutoff: Instant,
    after: Type.Optional(Id),
  }),
  async run(db, batch, { now }) {
    const next = await expireBatch(db, batch, now)
    if (next) await enqueue(db, expireJob, next, { queue: `currency-expiry:${batch.companyId}` })
  },
})

const hourlyJob = job({
  name: 'currency.hourly',
  payload: Type.Object({}),
  cron: '7 * * * *',
  async run(db, _payload, { now }) {
    for (const batch of await dueExpiries(db, now))
      await enqueue(db, expireJob, batch, {
        key: `currency-expiry:${batch.companyId}:${batch.kind}:${batch.dueAt}`,
        queue: `currency-expiry:${batch.companyId}`,
      })
  },
})

/** One transaction for each reservation, because it locks an account. */
const expireReservationsJob = job({
  name: 'currency.expire-reservations',
  payload: Type.Object({}),
  cron: '*/5 * * * *',
  outside: true,
  async run(db, _payload, { now }) {
    for (const { id: reservationId, companyId } of await expiredReservations(db, now))
      await inTransaction(db, (transaction) =>
        voidReservation(transaction, { companyId, reservationId, now }, 'lapsed'),
      )
  },
})

export const jobs = [proofWork.job, nightlyProofJob, nightlyJob, expireJob, hourlyJob, expireReservationsJob]
