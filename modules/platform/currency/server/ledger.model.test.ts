/**
 * Compares random sequences of account operations, with simultaneous calls, repeats and failures, with a simple
 * model. Acknowledged operations count once, refused and failed ones never, no balance is negative, and all accounts
 * together hold the issued amount. FC_RUNS is the number of sequences, and FC_SEED selects others.
 */

import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/errors.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { buildIssue, TeamsInMemory } from './accounts.fixture.ts'
import { award } from './awards.ts'
import { distribute } from './distributions.ts'
import { type Batch, expireBatch } from './expiry.ts'
import { prove } from './ledger-proofs.ts'
import { reserve, settle, voidReservation } from './reservations.ts'
import { signInEvent } from './reward-events.ts'
import { refund, spend } from './spending.ts'

const runs = Number(process.env.FC_RUNS ?? 12)
const seed = process.env.FC_SEED === undefined ? undefined : Number(process.env.FC_SEED)
const directory = new TeamsInMemory()
const platform = testPlatform({ poolSize: 8, modules: [directory.module, ...serverModules] })
const memberCount = 4
const start = Date.parse('2026-01-01T00:00:00+08:00')
const minuteMs = 60_000

type Operation =
  | { readonly op: 'issue'; readonly to: number; readonly amount: number; readonly key: number }
  | { readonly op: 'distribute'; readonly amounts: readonly number[] }
  | { readonly op: 'spend'; readonly by: number; readonly amount: number; readonly key: number }
  | { readonly op: 'refund'; readonly of: number; readonly amount: number; readonly key: number }
  | { readonly op: 'reserve'; readonly by: number; readonly amount: number; readonly key: number }
  | { readonly op: 'settle' | 'void'; readonly of: number }
  | { readonly op: 'award'; readonly to: number; readonly key: number }
  | { readonly op: 'fail'; readonly by: number; readonly amount: number }

const who = fc.nat(memberCount - 1)
// Small amounts cause competition for the last coin, and few keys cause repeated requests.
const amount = fc.integer({ min: 1, max: 60 })
const key = fc.nat(12)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constant('issue' as const), to: fc.nat(memberCount), amount, key }),
  fc.record({
    op: fc.constant('distribute' as const),
    amounts: fc.array(amount, { minLength: 1, maxLength: memberCount }),
  }),
  fc.record({ op: fc.constant('spend' as const), by: who, amount, key }),
  fc.record({ op: fc.constant('refund' as const), of: key, amount, key }),
  fc.record({ op: fc.constant('reserve' as const), by: who, amount, key }),
  fc.record({ op: fc.constantFrom('settle' as const, 'void' as const), of: key }),
  fc.record({ op: fc.constant('award' as const), to: who, key }),
  fc.record({ op: fc.constant('fail' as const), by: who, amount }),
)
const round = fc.record({ operations: fc.array(operation, { minLength: 1, maxLength: 6 }), expires: fc.boolean() })

/** The known income and expense of a member or the team, oldest first. */
class Known {
  readonly received: { readonly at: number; readonly amount: bigint }[] = []
  given = 0n

  get balance(): bigint {
    return this.received.reduce((sum, one) => sum + one.amount, 0n) - this.given
  }

  /** The rest of the income before the moment; the oldest income is spent first. */
  leftFrom(moment: number): bigint {
    let spent = this.given
    let left = 0n
    for (const { at, amount } of this.received) {
      let used = amount
      if (spent < amount) used = spent
      spent -= used
      if (at < moment) left += amount - used
    }
    return left
  }
}

class World {
  readonly coins: Known[] = Array.from({ length: memberCount + 1 }, () => new Known())
  readonly points: Known[] = Array.from({ length: memberCount }, () => new Known())
  /** The acknowledged transfer or reservation of each key, with its amount. */
  readonly done = new Map<string, { readonly id: string; readonly by: number; readonly amount: bigint }>()
  readonly refunded = new Map<string, bigint>()
  readonly settled = new Set<string>()
  now = start
  readonly companyId: string
  readonly chief: BuiltMember
  readonly members: readonly BuiltMember[]
  readonly teamId: string

  constructor(companyId: string, chief: BuiltMember, members: readonly BuiltMember[], teamId: string) {
    this.companyId = companyId
    this.chief = chief
    this.members = members
    this.teamId = teamId
  }

  idOf(index: number): string {
    return this.members[index]?.id ?? this.teamId
  }
}

const within = <T>(run: (db: Connection) => Promise<T>) => inTransaction(platform.db, run)
const isRefused = (error: unknown): undefined => {
  if (error instanceof Refusal) return undefined
  throw error
}
const isRolledBack = (error: unknown): undefined => {
  if (error instanceof Refusal || (error as Error).message === 'pulled out') return undefined
  throw error
}

function callerOf({ companyId, chief }: World): Caller {
  return { memberId: chief.id, companyId, organizationId: companyId, sessionId: '', roles: [], permissions: new Map() }
}

/** Runs an operation and records its acknowledgment in the model. */
async function perform(world: World, input: Operation): Promise<void> {
  const { companyId, now, done } = world
  const common = { companyId, tradeType: 7, kind: 1, businessId: 'thing', subject: 'thing', now } as const
  switch (input.op) {
    case 'issue': {
      const amount = BigInt(input.amount)
      const owner = { kind: input.to === memberCount ? 'team' : 'person', id: world.idOf(input.to) } as const
      const eventKey = `issue:${input.key}`
      const posted = await within((db) => buildIssue(db, { companyId, owner, amount, eventKey, now }))
      if (!posted.repeated) world.coins[input.to]?.received.push({ at: now, amount })
      const before = done.get(eventKey)
      if (before) expect(posted.transferId).toBe(before.id)
      else done.set(eventKey, { id: posted.transferId, by: input.to, amount })
      return
    }
    case 'distribute': {
      const items = input.amounts.map((amount, index) => ({ memberId: world.idOf(index), amount: BigInt(amount) }))
      const distribution = { teamId: world.teamId, kind: 1, items } as const
      const granted = await within((db) => distribute(db, callerOf(world), distribution, now)).catch(isRefused)
      if (!granted) return
      for (const [index, item] of items.entries()) world.coins[index]?.received.push({ at: now, amount: item.amount })
      const team = world.coins[memberCount] as Known
      team.given += BigInt(granted.totalAmount)
      return
    }
    case 'spend': {
      const amount = BigInt(input.amount)
      const eventKey = `spend:${input.key}`
      const spending = { ...common, memberId: world.idOf(input.by), amount, eventKey }
      const posted = await within((db) => spend(db, spending)).catch(isRefused)
      if (!posted || posted.repeated) return
      expect(done.has(eventKey)).toBe(false)
      done.set(eventKey, { id: posted.transferId, by: input.by, amount })
      ;(world.coins[input.by] as Known).given += amount
      return
    }
    case 'refund': {
      const paid = done.get(`spend:${input.of}`)
      if (!paid) return
      const amount = BigInt(input.amount)
      const wanted = { companyId, transferId: paid.id, amount, createdBy: null, now }
      const eventKey = `refund:${input.of}:${input.key}`
      const posted = await within((db) => refund(db, { ...wanted, eventKey })).catch(isRefused)
      if (!posted || posted.repeated) return
      world.refunded.set(paid.id, (world.refunded.get(paid.id) ?? 0n) + amount)
      world.coins[paid.by]?.received.push({ at: now, amount })
      return
    }
    case 'reserve': {
      const amount = BigInt(input.amount)
      const eventKey = `reserve:${input.key}`
      const reservation = { ...common, memberId: world.idOf(input.by), amount, eventKey, expiresAt: now * 2 }
      const kept = await within((db) => reserve(db, reservation)).catch(isRefused)
      if (kept && !done.has(eventKey)) {
        const { rows } = await sql<{ amount: string; owner_id: string }>`select r.amount::text, a.owner_id
          from currency.reservation r join currency.account a on a.id = r.account_id
          where r.id = ${kept.reservationId}`.execute(platform.root)
        const by = world.members.findIndex((member) => member.id === rows[0]?.owner_id)
        done.set(eventKey, { id: kept.reservationId, by, amount: BigInt(rows[0]?.amount ?? 0) })
      }
      return
    }
    case 'settle':
    case 'void': {
      const kept = done.get(`reserve:${input.of}`)
      if (!kept) return
      const decision = { companyId, reservationId: kept.id, now }
      if (input.op === 'void') return within((db) => voidReservation(db, decision)).catch(isRefused)
      const posted = await within((db) => settle(db, decision)).catch(isRefused)
      if (!posted || posted.repeated) return
      expect(world.settled.has(kept.id)).toBe(false)
      world.settled.add(kept.id)
      ;(world.coins[kept.by] as Known).given += kept.amount
      return
    }
    case 'award': {
      const happening = { companyId, memberId: world.idOf(input.to), event: signInEvent.event, now }
      const awards = await within((db) => award(db, { ...happening, businessId: String(input.key) }))
      for (const { amount } of awards) if (amount > 0n) world.points[input.to]?.received.push({ at: now, amount })
      return
    }
    case 'fail': {
      const spending = {
        ...common,
        memberId: world.idOf(input.by),
        amount: BigInt(input.amount),
        eventKey: `fail:${now}`,
      }
      await within(async (db) => {
        await spend(db, spending)
        throw new Error('pulled out')
      }).catch(isRolledBack)
    }
  }
}

interface Balances {
  readonly balance: string
  readonly reserved: string
}

async function balanceOf(world: World, index: number, kind: 1 | 2): Promise<Balances> {
  const { rows } = await sql<Balances>`
    select (allocated + reward + subscription)::text as balance,
      (held_allocated + held_reward + held_subscription)::text as reserved
    from currency.account where company_id = ${world.companyId} and owner_id = ${world.idOf(index)} and kind = ${kind}`.execute(
    platform.root,
  )
  return rows[0] ?? { balance: '0', reserved: '0' }
}

/** Expires the income before this round. Nothing else happens meanwhile, so the oracle knows the exact amount. */
async function expire(world: World): Promise<void> {
  const cutoff = world.now - 3 * minuteMs
  const expected = await Promise.all(
    Array.from({ length: memberCount }, async (_, index) => {
      const { balance, reserved } = await balanceOf(world, index, 1)
      const free = BigInt(balance) - BigInt(reserved)
      const left = world.coins[index]?.leftFrom(cutoff) ?? 0n
      return left < free ? left : free
    }),
  )
  let batch: Batch | undefined = { companyId: world.companyId, kind: 1, dueAt: world.now, cutoff }
  while (batch) {
    const next: Batch = batch
    batch = await within((db) => expireBatch(db, next, world.now))
  }
  for (const [index, amount] of expected.entries()) (world.coins[index] as Known).given += amount
}

async function compare(world: World): Promise<void> {
  for (const [index, known] of world.coins.entries()) {
    expect((await balanceOf(world, index, 1)).balance, `coins of ${index}`).toBe(String(known.balance))
    expect(known.balance >= 0n).toBe(true)
  }
  for (const [index, known] of world.points.entries())
    expect((await balanceOf(world, index, 2)).balance, `points of ${index}`).toBe(String(known.balance))
  for (const [transferId, refunded] of world.refunded) {
    const paid = [...world.done.values()].find((one) => one.id === transferId)
    expect(refunded <= (paid?.amount ?? 0n)).toBe(true)
  }
}

let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId })
})

async function newWorld(): Promise<World> {
  const company = await buildCompany(platform.db)
  const members: BuiltMember[] = []
  for (let count = 0; count < memberCount; count += 1)
    members.push(await buildMember(platform.db, { companyId: company }))
  const team = directory.build(company, '讲师团', [[chief.id, 0], ...members.map((member) => [member.id, 2] as const)])
  return new World(company, chief, members, team.id)
}

it(
  `${runs} random sequences of concurrent postings agree with the oracle`,
  async () => {
    const property = fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 12 }), async (rounds) => {
      const world = await newWorld()
      for (const { operations, expires } of rounds) {
        world.now += minuteMs
        await Promise.all(operations.map((one) => perform(world, one)))
        if (expires) await expire(world)
        await compare(world)
      }
      expect((await prove(platform.db, world.companyId)).problems).toEqual([])
    })
    await proves(['CURRENCY-027', 'CURRENCY-028'], () =>
      fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }) }),
    )
  },
  300_000 + runs * 10_000,
)
