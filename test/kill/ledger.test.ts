/**
 * Administrators issue, distribute and correct while the server is killed with SIGKILL again and again. Each repeats a
 * request under its key until it is answered. What was acknowledged must be there afterwards, once; nothing else may be.
 * KILLS sets how often; `npm run test:long` kills 200 times.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { prove } from '#modules/platform/currency/server/ledger-proofs.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { proves } from '#test/proves.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const killAfterMs = { least: 150, most: 700 }
const workerCount = 6
const memberCount = 5

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

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** What happened to the accounts as far as the server has said so. */
class Acknowledged {
  readonly balances = new Map<string, bigint>()
  moved = 0
  refused = 0
  unanswered = 0

  add(ownerId: string, amount: bigint): void {
    this.balances.set(ownerId, (this.balances.get(ownerId) ?? 0n) + amount)
  }
}

/** Asks until there is an answer: the server may be down, or die before or after it has committed. */
async function insist(known: Acknowledged, by: BuiltMember, path: string, body: object, key: string): Promise<Answer> {
  for (;;) {
    try {
      const response = await fetch(`${server.origin}/api/v1/knowledge-operation/currency/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${by.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Answer['body']
      if (response.status >= 500) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      return { status: response.status, body: answer }
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      known.unanswered += 1
      await wait(20)
    }
  }
}

interface Stage {
  /** Heads the team, so somebody else issues to it. */
  readonly chief: BuiltMember
  readonly issuer: BuiltMember
  readonly teamId: string
  readonly members: readonly BuiltMember[]
}

const random = (most: number) => 1 + Math.floor(Math.random() * most)

async function act({ chief, issuer, teamId, members }: Stage, known: Acknowledged, key: string): Promise<void> {
  const member = members[random(members.length) - 1] as BuiltMember
  const amount = random(400)
  const team = { accountType: 3, accountCode: teamId }
  switch (random(3)) {
    case 1: {
      const body = { accounts: [team], type: 1, tradeAmount: String(amount), reason: '' }
      expect((await insist(known, issuer, 'recharge', body, key)).status).toBe(200)
      known.add(teamId, BigInt(amount))
      known.moved += 1
      return
    }
    case 2: {
      const shares = members.map(({ id }) => ({ joinId: id, tradeAmount: String(random(60)), joinType: 5 }))
      const body = { enjoyId: teamId, type: 1, grantItems: JSON.stringify(shares) }
      const { status, body: answer } = await insist(known, chief, 'enjoy-grant', body, key)
      if (status === 422) {
        expect(answer.errorCode).toBe(701011)
        known.refused += 1
        return
      }
      expect(status).toBe(200)
      for (const share of shares) known.add(share.joinId, BigInt(share.tradeAmount))
      known.add(teamId, -BigInt(String(answer.totalAmount)))
      known.moved += 1
      return
    }
    default: {
      const account = { accountType: 1, accountCode: member.id }
      const body = { account, type: 1, tradeAmount: `-${amount}`, reason: '更正' }
      const { status, body: answer } = await insist(known, chief, 'adjust', body, key)
      if (status === 422) {
        expect(answer.errorCode).toBe(2000103)
        known.refused += 1
        return
      }
      expect(status).toBe(200)
      known.add(member.id, -BigInt(amount))
      known.moved += 1
    }
  }
}

it(
  `${kills} kills of the server under load lose no acknowledged movement and repeat none`,
  async () => {
    const companyId = await buildCompany(db)
    const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
    const issuer = await buildMember(db, { companyId, roles: ['super-admin'] })
    const members: BuiltMember[] = []
    for (let count = 0; count < memberCount; count += 1) members.push(await buildMember(db, { companyId }))
    const teamId = await buildAccount(db, { companyId, memberIds: [chief.id, ...members.map(({ id }) => id)] })
    const known = new Acknowledged()
    let stopped = false
    const work = async (worker: number) => {
      for (let turn = 0; !stopped; turn += 1)
        await act({ chief, issuer, teamId, members }, known, `kill-${worker}-${turn}-test`)
    }
    const working = Promise.all(Array.from({ length: workerCount }, (_, worker) => work(worker)))
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      // A slow machine has answered nothing yet by then.
      while (![...known.balances.values()].some((balance) => balance !== 0n)) await wait(20)
      await server.end('SIGKILL')
      await server.start()
    }
    stopped = true
    await working

    const { rows } = await sql<{ owner_id: string; balance: string }>`
      select owner_id, (allocated + reward + subscription)::text as balance from currency.account
      where company_id = ${companyId} and owner_kind in ('person', 'team')`.execute(db)
    const there = Object.fromEntries(rows.map((row) => [row.owner_id, row.balance]))
    const acknowledged = Object.fromEntries([...known.balances].map(([id, balance]) => [id, String(balance)]))
    await proves('CURRENCY-027', () => {
      expect(Object.values(acknowledged).some((balance) => balance !== '0')).toBe(true)
      expect(there).toEqual(acknowledged)
    })
    await proves('CURRENCY-028', () => {
      for (const { balance } of rows) expect(Number(balance)).toBeGreaterThanOrEqual(0)
    })
    const transfers = await sql<{ count: number }>`select count(*)::int as count from currency.transfer
      where company_id = ${companyId}`.execute(db)
    expect(transfers.rows[0]?.count).toBe(known.moved)
    expect((await prove(db, companyId)).problems).toEqual([])
    expect(known.unanswered).toBeGreaterThan(0)
    console.log(
      `${kills} kills, ${known.moved} acknowledged movements, ${known.refused} refused, ` +
        `${known.unanswered} requests without an answer, none lost and none repeated`,
    )
  },
  600_000 + kills * 60_000,
)
