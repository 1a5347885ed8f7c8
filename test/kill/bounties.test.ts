/**
 * Members ask with bounties and accept answers, while the server is killed with SIGKILL. Each repeats a call until it is
 * answered. Afterwards every question is there once, every bounty is reserved or paid once, and no coin is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { questionBody } from '#modules/community/ask/server/ask.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const killAfterMs = { least: 150, most: 700 }
const pairs = 4
const questionsMax = 40

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let directory: string

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

type Answered = { readonly id?: string; readonly bounty?: string; readonly errorCode?: number }

/** Asks until there is an answer: the server may be down, or die before or after it has committed. */
async function untilAnswered(by: BuiltMember, path: string, body: object): Promise<Answered> {
  for (;;) {
    try {
      const response = await fetch(`${server.origin}/api/v1/ask-bar/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Answered
      // An answer that was stored before the kill is stored once: the repeat says so.
      if (response.status !== 200 && answer.errorCode !== 70604)
        throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      return answer
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      await wait(20)
    }
  }
}

/** Asks, has it answered, and accepts; of two pairs of questions one stays open. */
async function askOnce(asker: BuiltMember, companyId: string, isAccepted: boolean) {
  const asked = await untilAnswered(asker, 'question', questionBody({ key: uuid(), bounty: '100' }))
  // Each question has an answerer of its own, because two members pay each other few bounties a day.
  const answerer = await buildMember(db, { companyId })
  await untilAnswered(answerer, `question/${asked.id}/answers`, { content: '三天' })
  const { rows } = await sql<{ id: string }>`select id from ask.answer where question_id = ${asked.id}`.execute(db)
  expect(rows).toHaveLength(1)
  if (isAccepted) expect(await untilAnswered(asker, `answer/${rows[0]?.id}/acceptance`, {})).toEqual({ bounty: 'paid' })
  return { id: asked.id ?? '', isAccepted, answererId: answerer.id }
}

it(
  `${kills} kills of the server lose no bounty and pay none twice`,
  async () => {
    const companyId = await buildCompany(db)
    const askers: BuiltMember[] = []
    for (let count = 0; count < pairs; count += 1) askers.push(await buildMember(db, { companyId }))
    for (const { id } of askers) {
      const issue = { companyId, owner: { kind: 'person', id }, amount: 10_000n } as const
      await inTransaction(db, (within) => buildIssue(within, issue))
    }
    let stopped = false
    const work = async (asker: BuiltMember) => {
      const done: Awaited<ReturnType<typeof askOnce>>[] = []
      while ((!stopped || done.length < 2) && done.length < questionsMax)
        done.push(await askOnce(asker, companyId, done.length % 2 === 0))
      return done
    }
    const working = Promise.all(askers.map(work))
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      await server.end('SIGKILL')
      await server.start()
    }
    stopped = true
    const done = await working
    for (const [at, asker] of askers.entries()) {
      const own = done[at] ?? []
      const paid = own.filter(({ isAccepted }) => isAccepted)
      const { rows } = await sql<{ id: string }>`
        select id from ask.question where author_id = ${asker.id} order by id`.execute(db)
      expect(rows.map(({ id }) => id)).toEqual(own.map(({ id }) => id).toSorted())
      const balance = await balanceOf(db, companyId, { kind: 'person', id: asker.id }, 1)
      expect(Number(balance.totalAmount)).toBe(10_000 - 100 * paid.length)
      expect(Number(balance.reserved)).toBe(100 * (own.length - paid.length))
      for (const { answererId, isAccepted } of own) {
        const earned = await balanceOf(db, companyId, { kind: 'person', id: answererId }, 1)
        expect(Number(earned.totalAmount)).toBe(isAccepted ? 100 : 0)
      }
    }
  },
  600_000 + kills * 60_000,
)
