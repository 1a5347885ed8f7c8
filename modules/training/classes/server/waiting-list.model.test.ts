/**
 * Random sequences of enrollments, withdrawals, offers, nominations and hours that pass, against a plain model of the waiting
 * list: the states of all members are the same after each step. At any moment, and after many at once, no more places are
 * taken than the class and its quotas have, the first in line comes first, and after the end of enrollment nobody moves up.
 * `FC_RUNS=500` runs more sequences.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { CallRefused, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { type EnrollmentState, livingStates, statesWithPlace } from '../contract/states.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'
import { endOffers } from './waiting-list.ts'

const runs = Number(process.env.FC_RUNS ?? 15)
const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['class-teacher'] })
const { as, build, enroll } = classesOn(platform, () => roles.owner)
const hourMs = 3_600_000
const enrollmentHours = 12

/** Three of each of two departments, and two of the company itself. */
let people: BuiltMember[]
let departments: string[]
beforeAll(async () => {
  const { companyId } = roles
  // The clock moves by hours, and the sessions must not expire.
  const now = platform.now + 30 * hourMs
  const department = (name: string) => buildOrganization(platform.db, { companyId, parentId: companyId, name })
  departments = [await department('甲部'), await department('乙部')]
  people = []
  for (const [at, count] of [3, 3, 2].entries())
    for (let nth = 0; nth < count; nth++)
      people.push(await buildMember(platform.db, { companyId, organizationId: departments[at] ?? companyId, now }))
  const { token } = await buildMember(platform.db, { companyId, roles: ['super-admin'], now })
  staffToken = token
})
let staffToken: string

interface Setting {
  readonly capacity: number
  /** Of the two departments; null: it has none. */
  readonly quotas: readonly (number | null)[]
  readonly acceptanceHours: number
}

interface Person {
  state: EnrollmentState | undefined
  offeredUntil: number
}

/** What the rules say, in as few words as possible. */
class Model {
  readonly setting: Setting
  readonly until: number
  readonly people: Person[] = Array.from({ length: 8 }, () => ({ state: undefined, offeredUntil: 0 }))
  /** Of those who wait, in their order. */
  line: number[] = []

  constructor(setting: Setting, until: number) {
    this.setting = setting
    this.until = until
  }

  quotaOf = (who: number) => this.setting.quotas[Math.floor(who / 3)] ?? null
  has = (who: number, states: readonly EnrollmentState[]) => states.some((one) => one === this.people[who]?.state)
  holders = () => this.people.flatMap((_, who) => (this.has(who, statesWithPlace) ? [who] : []))

  isFreeFor(who: number): boolean {
    const holders = this.holders()
    const quota = this.quotaOf(who)
    const same = holders.filter((one) => Math.floor(one / 3) === Math.floor(who / 3))
    return holders.length < this.setting.capacity && (quota === null || same.length < quota)
  }

  set(who: number, state: EnrollmentState, offeredUntil = 0): void {
    this.line = this.line.filter((one) => one !== who)
    if (state === 'waiting') this.line.push(who)
    this.people[who] = { state, offeredUntil }
  }

  come(who: number): void {
    this.set(who, this.isFreeFor(who) ? 'enrolled' : 'waiting')
  }

  promote(now: number): void {
    if (this.until <= now) return
    const { acceptanceHours } = this.setting
    for (const who of this.line)
      if (this.isFreeFor(who)) {
        const offeredUntil = Math.min(now + acceptanceHours * hourMs, this.until)
        if (acceptanceHours === 0) this.set(who, 'enrolled')
        else this.set(who, 'offered', offeredUntil)
      }
  }
}

interface Real {
  readonly one: TestClass
}

const staff = () => ({ ...roles.owner, token: staffToken })
const person = (who: number) => people[who] as BuiltMember

async function accepted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof CallRefused && error.status === 422) return false
    throw error
  }
}

async function statesOf({ one }: Real): Promise<(EnrollmentState | undefined)[]> {
  const { items } = await as(staff()).roster({ ...one, query: { pageSize: 100 } })
  return people.map(({ id }) => items.find(({ member }) => member.id === id)?.state)
}

/** What holds whatever has happened. */
async function expectWithinBounds({ setting }: Model, real: Real): Promise<void> {
  const figures = await as(staff()).rosterFigures(real.one)
  expect(figures.placesTaken).toBe(figures.enrolled + figures.offered + figures.pending)
  expect(figures.placesTaken).toBeLessThanOrEqual(setting.capacity)
  for (const { taken, places } of figures.quotas) expect(taken).toBeLessThanOrEqual(places)
  const states = await statesOf(real)
  const holders = states.flatMap((state, who) => (statesWithPlace.some((one) => one === state) ? [who] : []))
  for (const [at, quota] of setting.quotas.entries())
    if (quota !== null) expect(holders.filter((who) => Math.floor(who / 3) === at).length).toBeLessThanOrEqual(quota)
}

type Command = fc.AsyncCommand<Model, Real>

/** A step that the model foresees: whether it is accepted, and what it changes. */
function step(
  name: string,
  isAccepted: (model: Model) => boolean,
  call: (real: Real) => Promise<unknown>,
  change: (model: Model) => void,
): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      platform.now += 1
      expect(await accepted(call(real)), name).toBe(isAccepted(model))
      if (isAccepted(model)) change(model)
      expect(await statesOf(real), name).toEqual(model.people.map(({ state }) => state))
      await expectWithinBounds(model, real)
    },
  }
}

const isLiving = (model: Model, who: number) => model.has(who, livingStates)
const leaves = (model: Model, who: number, state: EnrollmentState) => {
  model.set(who, state)
  model.promote(platform.now)
}

const comes = (who: number) =>
  step(
    `enroll ${who}`,
    (model) => platform.now < model.until && !isLiving(model, who),
    ({ one }) => enroll(person(who), one),
    (model) => model.come(who),
  )
const withdraws = (who: number) =>
  step(
    `withdraw ${who}`,
    (model) => isLiving(model, who) || model.has(who, ['withdrawn']),
    ({ one }) => as(person(who)).withdrawFromClass({ ...one, body: { reason: '临时出差' } }),
    (model) => isLiving(model, who) && leaves(model, who, 'withdrawn'),
  )
const accepts = (who: number) =>
  step(
    `accept ${who}`,
    (model) => model.has(who, ['offered']) && platform.now < (model.people[who]?.offeredUntil ?? 0),
    ({ one }) => as(person(who)).acceptPlace(one),
    (model) => model.set(who, 'enrolled'),
  )
const areRemoved = (members: readonly number[]) =>
  step(
    `remove ${members.join(', ')}`,
    () => true,
    ({ one }) =>
      as(staff()).removeParticipants({
        ...one,
        body: { memberIds: members.map((member) => person(member).id), reason: '岗位调整' },
      }),
    (model) => {
      const leaving = members.filter((member) => isLiving(model, member))
      for (const member of leaving) model.set(member, 'removed')
      if (leaving.length > 0) model.promote(platform.now)
    },
  )
const isNominated = (who: number) =>
  step(
    `nominate ${who}`,
    () => true,
    ({ one }) => as(staff()).nominate({ ...one, body: { memberIds: [person(who).id] } }),
    (model) => !isLiving(model, who) && model.come(who),
  )

/** Whether the other has a place once the first has left. */
function maySubstitute(model: Model, from: number, to: number): boolean {
  if (!model.has(from, ['enrolled']) || isLiving(model, to) || from === to) return false
  const before = model.people[from] as Person
  model.people[from] = { state: 'removed', offeredUntil: 0 }
  const isFree = model.isFreeFor(to)
  model.people[from] = before
  return isFree
}
const isReplaced = (from: number, to: number) =>
  step(
    `substitute ${to} for ${from}`,
    (model) => maySubstitute(model, from, to),
    ({ one }) =>
      as(staff()).substitute({
        ...one,
        body: { memberId: person(from).id, substituteId: person(to).id, reason: '部门更换人选' },
      }),
    (model) => {
      model.set(from, 'removed')
      model.set(to, 'enrolled')
      model.promote(platform.now)
    },
  )

/** Hours pass, and the job comes that ends offers. */
const passes = (hours: number): Command => ({
  check: () => true,
  toString: () => `${hours} hours pass`,
  async run(model, real) {
    platform.now += hours * hourMs
    const { now } = platform
    const context = { outside: platform.outside, now, signal: new AbortController().signal }
    await inTransaction(platform.db, (db) => endOffers.run(db, { classId: real.one.params.id }, context))
    const expired = model.people.flatMap(({ state, offeredUntil }, who) =>
      state === 'offered' && offeredUntil <= now ? [who] : [],
    )
    for (const who of expired) model.set(who, 'withdrawn')
    if (expired.length > 0) model.promote(now)
    expect(await statesOf(real), `after ${hours} hours`).toEqual(model.people.map(({ state }) => state))
    await expectWithinBounds(model, real)
  },
})

/** Some come and some go at one moment: what comes of it is open, but not its bounds. */
const rush = (members: readonly number[]): Command => ({
  check: () => true,
  toString: () => `rush of ${members.join(', ')}`,
  async run(model, real) {
    platform.now += 1
    const waitedBefore = [...model.line]
    const call = (who: number) =>
      isLiving(model, who)
        ? as(person(who)).withdrawFromClass({ ...real.one, body: { reason: '临时出差' } })
        : enroll(person(who), real.one)
    await Promise.all(members.map((who) => accepted(call(who))))
    await expectWithinBounds(model, real)
    const states = await statesOf(real)
    const isOver = model.until <= platform.now
    const promoted = waitedBefore.filter((who) => statesWithPlace.some((one) => one === states[who]))
    if (isOver) expect(promoted).toEqual([])
    // Nobody of the same quota was passed by.
    for (const who of promoted)
      for (const other of waitedBefore.slice(0, waitedBefore.indexOf(who)))
        if (Math.floor(other / 3) === Math.floor(who / 3)) expect(states[other]).not.toBe('waiting')
    await learn(model, real)
  },
})

/** The model takes over what has come of a rush. */
async function learn(model: Model, { one }: Real): Promise<void> {
  const { items } = await as(staff()).roster({ ...one, query: { pageSize: 100 } })
  model.line = []
  for (const { member, state, offeredUntil } of items)
    model.set(
      people.findIndex(({ id }) => id === member.id),
      state,
      offeredUntil ?? 0,
    )
}

const who = fc.nat(7)
const commands: fc.Arbitrary<Command>[] = [
  ...[
    who.map(comes),
    who.map(comes),
    who.map(withdraws),
    who.map(accepts),
    fc.uniqueArray(who, { minLength: 1, maxLength: 3 }).map(areRemoved),
    who.map(isNominated),
  ],
  fc.tuple(who, who).map(([from, to]) => isReplaced(from, to)),
  fc.constantFrom(0.5, 1, 3).map(passes),
  fc.uniqueArray(who, { minLength: 2, maxLength: 6 }).map(rush),
]
const setting: fc.Arbitrary<Setting> = fc.record({
  capacity: fc.integer({ min: 1, max: 4 }),
  quotas: fc.tuple(fc.option(fc.nat(2), { nil: null, freq: 3 }), fc.option(fc.nat(2), { nil: null, freq: 2 })),
  acceptanceHours: fc.constantFrom(0, 2),
})

it('is the same as the plain model after each step', { timeout: 60_000 + runs * 6000 }, async () => {
  const start = platform.now
  const moves = fc.commands(commands, { maxCommands: 20, size: 'max' })
  await fc.assert(
    fc.asyncProperty(setting, moves, async (given, sequence) => {
      platform.now = start
      const { capacity, acceptanceHours } = given
      const enrollmentUntil = start + enrollmentHours * hourMs
      const quotas = given.quotas.flatMap((places, at) =>
        places === null ? [] : [{ organizationId: departments[at] as string, places }],
      )
      const one = await build({ capacity, quotas, enrollmentUntil, enrollment: { acceptanceHours } })
      await fc.asyncModelRun(() => ({ model: new Model(given, enrollmentUntil), real: { one } }), sequence)
    }),
    { numRuns: runs, endOnFailure: true },
  )
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from classes.class c where c.places_taken <> (select count(*) from classes.enrollment e
      where e.class_id = c.id and e.state in ('pending', 'offered', 'enrolled'))`.execute(platform.root)
  expect(rows[0]?.wrong).toBe(0)
})
