import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { testPlatform } from '#test/harness.ts'
import { outcomeOf } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { cardCodeProblem, normalizeCardCode } from '../contract/card-codes.ts'
import { redeem } from '../contract.ts'
import { buildCards } from './redeem.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['super-admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const dayMs = 86_400_000
const minuteMs = 60_000
let chief: BuiltMember

beforeAll(async () => {
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'], fullName: '齐管理' })
})

afterEach(() => {
  platform.now = Date.now()
})

const as = (member: BuiltMember | undefined) => platform.client(redeem, member)
type BatchInput = CallInput<typeof redeem.createBatch>['body']

const batchInput = (change: Partial<BatchInput> = {}): BatchInput => ({
  ...{ name: '开学礼卡', reward: { kind: 'coins', amount: '5000' }, quantity: 3, memberMax: 1 },
  ...{ validFrom: platform.now, validUntil: platform.now + dayMs, ...change },
})
const create = (change: Partial<BatchInput> = {}, member: BuiltMember | undefined = chief) =>
  as(member).createBatch({ body: batchInput(change) })
const make = async (id: string, member: BuiltMember | undefined = chief): Promise<string> => {
  const answer = await as(member).makeCodes({ params: { id }, body: { format: 'csv' } })
  return (answer as { body: string }).body
}
const linesOf = (file: string) =>
  file
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
const built = (input: Partial<Parameters<typeof buildCards>[1]> = {}) =>
  buildCards(platform.db, { companyId: roles.companyId, makerId: chief.id, now: platform.now, ...input })

describe('a batch of redeem cards', () => {
  it('has limits of quantity and face value', async () => {
    await proves(['COMMERCE-073', 'COMMERCE-075', 'COMMERCE-120'], () =>
      bounds(10_000, (quantity) => create({ quantity }), { refused: 701_031 }),
    )
    await proves(['COMMERCE-074', 'COMMERCE-121'], () =>
      bounds(10_000_000, (amount) => create({ reward: { kind: 'coins', amount: String(amount) } }), {
        refused: 701_032,
      }),
    )
    await bounds(1, (quantity) => create({ quantity }), { refused: 900_001, path: 'quantity', beyond: 0 })
    await bounds(10_000, (memberMax) => create({ memberMax }), { refused: 900_001, path: 'memberMax' })
    await bounds(100, (length) => create({ name: '卡'.repeat(length) }), { refused: 900_001, path: 'name' })
    for (const amount of ['0', '-1', '1.5', '01', '1e3', '', '9'.repeat(30)])
      expect(await outcomeOf(create({ reward: { kind: 'coins', amount } }))).toBe(900_001)
  })

  it('above what one administrator issues in a day needs a second one for its codes', async () => {
    const second = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const alone = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const face = (amount: number, quantity = 10) =>
      create({ reward: { kind: 'coins', amount: String(amount) }, quantity }, alone)
    const large = await face(100_001)
    expect(await outcomeOf(make(large.id, alone))).toBe(701_036)
    expect(await outcomeOf(make(large.id, second))).toBe('accepted')
    const halves = [await face(50_000), await face(50_000), await face(1, 1)]
    expect(await outcomeOf(make(halves[0]?.id ?? '', alone))).toBe('accepted')
    expect(await outcomeOf(make(halves[1]?.id ?? '', alone))).toBe('accepted')
    expect(await outcomeOf(make(halves[2]?.id ?? '', alone))).toBe(701_036)
  })

  it('ends after it begins, and in the future', async () => {
    const { now } = platform
    expect(await outcomeOf(create({ validFrom: now, validUntil: now }))).toBe(701_034)
    expect(await outcomeOf(create({ validFrom: now - dayMs, validUntil: now }))).toBe(701_034)
    expect(await outcomeOf(create({ validFrom: now - dayMs, validUntil: now + 1 }))).toBe('accepted')
  })

  it('hands its codes out once, as a file, and stores none of them', async () => {
    const { id } = await create({ name: '=1+1', quantity: 50 })
    const lines = linesOf(await make(id))
    expect(lines).toHaveLength(51)
    const codes = lines.slice(1).map((line) => line.split(',')[1] ?? '')
    expect(new Set(codes).size).toBe(50)
    expect(codes.map(cardCodeProblem)).toEqual(codes.map(() => undefined))
    // A spreadsheet program takes no name for a formula.
    expect(lines[1]).not.toMatch(/,=1/)
    expect(await outcomeOf(make(id))).toBe(701_033)
    const { rows } = await sql<{ row: string }>`select to_jsonb(c)::text as row from redeem.card c
      where batch_id = ${id}`.execute(platform.root)
    const stored = rows.map(({ row }) => row).join('\n')
    expect(codes.filter((code) => stored.includes(normalizeCardCode(code)))).toEqual([])
    const member = await buildMember(platform.db, { companyId: roles.companyId })
    await proves('COMMERCE-079', async () =>
      expect(await as(member).redeem({ body: { code: codes[7] ?? '' } })).toMatchObject({
        batchName: '=1+1',
        reward: { kind: 'coins', amount: '5000' },
      }),
    )
  })

  it('is made in a file of both kinds', async () => {
    const { id } = await create()
    const answer = await as(chief).makeCodes({ params: { id }, body: { format: 'xlsx' } })
    const { headers } = answer as { headers: Record<string, string> }
    expect(headers['content-type']).toContain('spreadsheetml')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('gets its codes from one of several who make them at once', async () => {
    const { id } = await create()
    const locked = () => sql`select from redeem.batch where id = ${id} for update`
    const result = await race(platform, 8, () => make(id), { begin: async () => undefined, locked })
    expect(result).toMatchObject({ accepted: 1, refused: { 701033: 7 } })
    expect((await as(chief).batch({ params: { id } })).madeCount).toBe(3)
  })

  it('says what became of its cards', async () => {
    const { id, codes } = await built({ name: '讲师节礼卡' })
    const member = await buildMember(platform.db, { companyId: roles.companyId, fullName: '赵小满' })
    await as(member).redeem({ body: { code: codes[0] ?? '' } })
    const items = async () => (await as(chief).cards({ params: { id } })).items
    const [, second] = await items()
    await as(chief).voidCard({ params: { id: second?.id ?? '' }, body: { reason: '印错了' } })
    expect(await items()).toMatchObject([
      { number: 1, lastFour: codes[0]?.slice(-4), state: 'redeemed', redeemedByName: '赵小满' },
      { number: 2, lastFour: codes[1]?.slice(-4), state: 'void', voidedByName: '齐管理', voidReason: '印错了' },
      { number: 3, state: 'unused', redeemedByName: null, redeemedAt: null, voidReason: null },
    ])
    const { items: batches } = await as(chief).batches({ query: { search: '讲师节' } })
    expect(batches).toMatchObject([{ id, madeCount: 3, redeemedCount: 1, voidCount: 1, createdByName: '齐管理' }])
    const chosen = await as(chief).cards({ params: { id }, query: { state: 'void' } })
    expect(chosen).toMatchObject({ recordCount: 1, items: [{ number: 2 }] })
    const lastFour = codes[2]?.slice(-4).toLowerCase() ?? ''
    expect((await as(chief).cards({ params: { id }, query: { lastFour } })).items).toMatchObject([{ number: 3 }])
    const found = await as(chief).findCard({ body: { code: codes[0]?.toLowerCase() ?? '' } })
    expect(found).toMatchObject({ batch: { id }, card: { number: 1, redeemedByName: '赵小满' } })
    expect(await outcomeOf(as(chief).findCard({ body: { code: 'x' } }))).toBe(701_101)
    expect(await outcomeOf(as(roles.otherCompany).findCard({ body: { code: codes[0] ?? '' } }))).toBe(701_101)
  })

  it('is new, upcoming, active, paused or ended', async () => {
    const { id } = await create({
      name: '状态卡',
      validFrom: platform.now + minuteMs,
      validUntil: platform.now + 2 * minuteMs,
    })
    const params = { id }
    const state = async () => (await as(chief).batch({ params })).state
    const listed = async (wanted: 'active' | 'ended') =>
      (await as(chief).batches({ query: { search: '状态卡', state: wanted } })).recordCount
    expect(await state()).toBe('new')
    await make(id)
    expect(await state()).toBe('upcoming')
    platform.now += minuteMs
    expect(await state()).toBe('active')
    expect([await listed('active'), await listed('ended')]).toEqual([1, 0])
    await as(chief).setBatchPaused({ params, body: { isPaused: true } })
    await as(chief).setBatchPaused({ params, body: { isPaused: true } })
    expect(await state()).toBe('paused')
    platform.now += minuteMs
    expect(await state()).toBe('ended')
    expect([await listed('active'), await listed('ended')]).toEqual([0, 1])
  })

  it('is voided once: what was redeemed stays', async () => {
    const { id, codes } = await built()
    const params = { id }
    const member = await buildMember(platform.db, { companyId: roles.companyId })
    await as(member).redeem({ body: { code: codes[0] ?? '' } })
    const [first, second] = (await as(chief).cards({ params })).items
    const body = { reason: '文件丢失' }
    expect(await as(chief).voidBatch({ params, body })).toEqual({ count: 2 })
    expect(await outcomeOf(as(chief).voidBatch({ params, body }))).toBe(701_035)
    expect(await outcomeOf(as(chief).voidCard({ params: { id: first?.id ?? '' }, body }))).toBe(701_102)
    expect(await outcomeOf(as(chief).voidCard({ params: { id: second?.id ?? '' }, body }))).toBe(701_107)
    expect(await as(chief).batch({ params })).toMatchObject({ redeemedCount: 1, voidCount: 2 })
  })

  it('is managed by whoever may manage redeem cards, in one company', async () => {
    const managing = {
      ...{ owner: 'accepted' as const, administrator: 10_138, member: 10_138, colleague: 10_138, stranger: 10_138 },
      ...{ otherCompany: 900_005, nobody: 401 },
    } as const
    const { id } = await built()
    const params = { id }
    const state = () => as(chief).batch({ params })
    const reason = { reason: '测试' }
    const owner = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const by = (caller: BuiltMember | undefined) => as(caller === roles.owner ? owner : caller)
    const ofNew = async (caller: BuiltMember | undefined) =>
      by(caller).makeCodes({ params: { id: (await create()).id }, body: { format: 'csv' } })
    const ofCard = async (caller: BuiltMember | undefined) => {
      const [card] = (await as(chief).cards({ params: { id: (await built()).id } })).items
      return by(caller).voidCard({ params: { id: card?.id ?? '' }, body: reason })
    }
    const ofBatch = async (caller: BuiltMember | undefined) =>
      by(caller).voidBatch({ params: { id: (await built()).id }, body: reason })
    await expectRoles(roles, {
      batch: { ...managing, state, call: (caller) => by(caller).batch({ params }) },
      cards: { ...managing, state, call: (caller) => by(caller).cards({ params }) },
      makeCodes: { ...managing, call: ofNew },
      setBatchPaused: {
        ...managing,
        state,
        call: (caller) => by(caller).setBatchPaused({ params, body: { isPaused: true } }),
      },
      voidCard: { ...managing, call: ofCard },
      voidBatch: { ...managing, call: ofBatch },
      createBatch: {
        ...managing,
        otherCompany: 'accepted',
        call: (caller) => by(caller).createBatch({ body: batchInput() }),
      },
      batches: { ...managing, otherCompany: 'accepted', call: (caller) => by(caller).batches() },
    })
  })

  it('leaves no code in the audit log', async () => {
    const { codes } = await built()
    const [code = ''] = codes
    await as(chief).findCard({ body: { code } })
    const { rows } = await sql<{ row: string }>`select to_jsonb(a)::text as row from operations.audit_entry a
      where company_id = ${roles.companyId}`.execute(platform.root)
    expect(rows.filter(({ row }) => row.includes(code))).toEqual([])
    expect(rows.some(({ row }) => row.includes('redeem.findCard'))).toBe(true)
  })
})
