/** Names that deceive: hidden characters, other widths, letters of other scripts. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { imitations, nameSkeleton } from '#kit/names.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { meeting, race } from '#test/race.ts'
import { identityTables } from './db.ts'
import { memberOfExternalAccount } from './external-accounts.ts'
import { type ImportCompany, importSteps, row } from './import.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from './members.fixture.ts'

const platform = testPlatform({ poolSize: 10, environment: { TRUST_PROXY: 'true' } })
const invalid = 900_001
const used = 20_183
const imitates = 20_217
let companyId: string
let chief: BuiltMember
let run = 0

beforeEach(async () => {
  run += 1
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
})

const calls = () => platform.client(identity, chief)
/** User names are unique on the whole server. */
const own = (name: string) => `${name}${run}`
const create = (memberName: string, fullName = '林知远', more: object = {}) =>
  calls().createMember({ body: { memberName, fullName, organizationId: companyId, ...more } })

const hidden = [
  ['zero-width characters alone', '\u200b\u200b\u200c'],
  ['a turned direction', 'zhang\u202enas'],
  ['a Hangul filler', '\u3164\u3164'],
  ['a NUL', 'a\u0000b'],
  ['two lines', '周\n敏'],
] as const

describe('a name with something hidden', () => {
  it.each(hidden)('is refused for members, positions and organizations: %s', async (_, name) => {
    const refused = await Promise.all([
      refusal(create(own('zhang'), name)),
      refusal(create(name)),
      refusal(calls().changeMember({ params: { id: chief.id }, body: { fullName: name } })),
      refusal(calls().saveProfile({ body: { fullName: name } })),
      refusal(calls().createPosition({ body: { name } })),
      refusal(calls().createOrganization({ body: { parentId: companyId, name } })),
    ])
    expect(refused.map(({ errorCode }) => errorCode)).toEqual(refused.map(() => invalid))
  })

  it('that was only copied along is left out', async () => {
    const name = '周\u200b敏\ufeff'
    expect(await create(own('zhang'), name)).toMatchObject({ memberFullName: '周敏' })
    expect(await calls().createPosition({ body: { name: '\u200b工程师' } })).toMatchObject({ name: '工程师' })
    expect(await create(own('zh\u200bou'))).toMatchObject({ memberName: own('zhou') })
    expect((await refusal(create(own('\u200bzhang')))).errorCode).toBe(used)
    expect(await create(own('reza'), 'رضا می\u200cرود')).toMatchObject({ memberFullName: 'رضا می\u200cرود' })
    const { dryRun, errorsOf } = importSteps(platform, { run, companyId, chief } as ImportCompany)
    const { organizationName } = await calls().memberDetail({ params: { id: chief.id } })
    expect(await errorsOf(await dryRun([row(own('ab'), { 1: name, 2: organizationName })]))).toEqual([])
  })

  it('is refused in an import', async () => {
    const { dryRun, errorsOf } = importSteps(platform, { run, companyId, chief } as ImportCompany)
    const root = await calls().memberDetail({ params: { id: chief.id } })
    const rows = [own('a\u202e'), own('ab')].map((name, at) =>
      row(name, { 1: at === 1 ? '周\u202e敏' : '周敏', 2: root.organizationName }),
    )
    expect(await errorsOf(await dryRun(rows))).toEqual([
      [2, 'memberName', 20_212],
      [3, 'fullName', 20_212],
    ])
  })
})

describe('a user name', () => {
  it('in full width is stored in its usual form, and signs in either way', async () => {
    const made = await create(own('ｚｈａｎｇ'), '　张　三 ', { password: 'first-1234' })
    expect(made).toMatchObject({ memberName: own('zhang'), memberFullName: '张 三' })
    const signIn = (account: string) =>
      platform.client(identity).createToken({
        body: { grantType: 'password', account, password: 'first-1234', newPassword: 'second-1234' },
      })
    expect(await signIn(own('ｚｈａｎｇ'))).toMatchObject({ access_token: expect.any(String) })
    expect((await refusal(create(own('ＺＨＡＮＧ')))).errorCode).toBe(used)
  })

  it('that was stored in full width before still signs in', async () => {
    const made = await create(own('before'), '周敏', { password: 'first-1234' })
    const name = own('ｂｅｆｏｒｅ')
    await sql`update identity.member set name = ${name} where id = ${made.id}`.execute(platform.root)
    const body = { grantType: 'password', account: name, password: 'first-1234', newPassword: 'second-1234' } as const
    expect(await platform.client(identity).createToken({ body })).toMatchObject({ access_token: expect.any(String) })
  })

  it.each([
    ['Cyrillic', 'zhаng'],
    ['Greek', 'zhαng'],
    ['small capitals', 'ᴢhang'],
    ['Cyrillic in full', 'ѕосо'],
  ])('that imitates another one of the company is refused: %s', async (_, name) => {
    await create(own('zhang'))
    await create(own('soco'))
    expect((await refusal(create(own(name)))).errorCode).toBe(imitates)
    const other = await create(own('other'))
    const change = calls().changeMember({ params: { id: other.id }, body: { memberName: own(name) } })
    expect((await refusal(change)).errorCode).toBe(imitates)
    const { dryRun, errorsOf } = importSteps(platform, { run, companyId, chief } as ImportCompany)
    const { organizationName } = await calls().memberDetail({ params: { id: chief.id } })
    const found = await errorsOf(await dryRun([row(own(name), { 2: organizationName })]))
    expect(found).toEqual([[2, 'memberName', imitates]])
  })

  it('that looks like another one from before stays, and the member is changed otherwise', async () => {
    const first = await create(own('zhang'))
    const second = await create(own('other'))
    const rename = (name: string) =>
      sql`update identity.member set name = ${name} where id = ${second.id}`.execute(platform.root)
    const change = (memberName: string) =>
      calls().changeMember({ params: { id: second.id }, body: { memberName, fullName: '周敏' } })
    for (const name of [own('zhаng'), own('ｚｈａｎｇ'), own('tester')]) {
      await rename(name)
      expect(await change(name)).toMatchObject({ memberName: name, memberFullName: '周敏' })
    }
    await rename(own('zhаng'))
    expect(await change(own('Zhаng'))).toMatchObject({ memberName: own('Zhаng') })
    expect(await refusal(change(own('zhanɡ')))).toMatchObject({ errorCode: imitates })
    expect(await refusal(change(first.memberName))).toMatchObject({ errorCode: used })
    expect(await refusal(change(own('tester')))).toMatchObject({ errorCode: 20_182 })
  })

  it('may look like that of another company, like the own one before, and differ by what the eye sees', async () => {
    await create(own('zhang'))
    const elsewhere = await buildCompany(platform.db)
    const there = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'], now: platform.now })
    const body = { memberName: own('zhаng'), fullName: '张三', organizationId: elsewhere }
    expect(await platform.client(identity, there).createMember({ body })).toMatchObject({ memberName: own('zhаng') })
    const made = await create(own('lіn'))
    const change = { params: { id: made.id }, body: { memberName: own('lin') } }
    expect(await calls().changeMember(change)).toMatchObject({ memberName: own('lin') })
    await create(own('zhang1'))
    await create(own('zhangl'))
  })

  it('of an import and of single sign-on at once, that look alike, is one', async () => {
    const { dryRun } = importSteps(platform, { run, companyId, chief } as ImportCompany)
    const { organizationName } = await calls().memberDetail({ params: { id: chief.id } })
    const [imported, provided] = [own('zhou'), own('zhоu')]
    const { id } = await dryRun([row(imported, { 2: organizationName })])
    await calls().commitImport({ params: { id }, body: {} })
    const person = {
      ...{ issuer: 'https://sso.example.com', subject: imported, userName: provided, fullName: '周舟' },
      ...{ verifiedEmail: undefined, staffNumber: undefined },
    }
    const signIn = () =>
      platform.root
        .transaction()
        .execute((db) =>
          memberOfExternalAccount(identityTables(db as unknown as Connection), companyId, person, platform.now),
        )
    // Whoever uses a name of the company waits.
    const locked = sql`select pg_advisory_xact_lock(hashtextextended('user name ' || ${companyId} || ' ' || n, 0))
      from generate_series(0, 63) n`
    await meeting(platform, 2, locked, () => Promise.all([platform.runJobs(), signIn()]))
    const { rows } = await sql<{ name: string }>`select name from identity.member
      where company_id = ${companyId} and name = any(${[imported, provided]}::text[])`.execute(platform.root)
    expect(rows).toHaveLength(1)
    const { recordCount } = await calls().listMembers({ query: { keyword: '周舟' } })
    expect(recordCount).toBe(1)
  })

  it('in an import does not imitate another row', async () => {
    const { dryRun, errorsOf } = importSteps(platform, { run, companyId, chief } as ImportCompany)
    const { organizationName } = await calls().memberDetail({ params: { id: chief.id } })
    const rows = [own('zhou'), own('zhоu')].map((name) => row(name, { 2: organizationName }))
    expect(await errorsOf(await dryRun(rows))).toEqual([[3, 'memberName', imitates]])
  })

  it('of ten that look alike, made at once, is one', async () => {
    const alike = ['zhou', 'zhоu', 'zhοu', 'ᴢhou', 'zһou', 'zհou', 'zhᴏu', 'zʜou', 'zhoս', 'zhoυ']
    const made = (index: number) => create(own(alike[index] ?? ''))
    const { accepted, refused } = await race(platform, 10, made, { begin: async () => undefined })
    expect([accepted, refused]).toEqual([1, { [imitates]: 9 }])
  })
})

it('the database and the kit see the same look of a name', async () => {
  const names = [...imitations, ...['ｚｈ', 'Zhang', '张三', '𝐳𝐡', 'éva', 'zhang.san']]
  const { rows } = await sql<{ skeleton: string }>`
    select identity.name_skeleton(name) as skeleton from unnest(${names}::text[]) with ordinality as t (name, at)
    order by at`.execute(platform.root)
  expect(rows.map(({ skeleton }) => skeleton)).toEqual(names.map(nameSkeleton))
})
