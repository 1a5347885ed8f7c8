import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#kit/caller.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { outcomeOf } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { community } from '../contract.ts'
import { accountForPublishing, accountsOfCaller } from '../server.ts'
import { buildAccount } from './accounts.fixture.ts'

const platform = testPlatform({ poolSize: 5 })
let companyId: string
let admin: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  admin = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const as = (member: BuiltMember) => platform.client(community, member)
const someone = (fullName?: string) => buildMember(platform.db, { companyId, ...(fullName && { fullName }) })
const callerOf = (member: BuiltMember) => ({ companyId: member.companyId, memberId: member.id }) as Caller
const reason = '多次发布广告'
const freeze = (id: string, member = admin) => as(member).freezeAccount({ params: { id }, body: { reason } })
const activate = (id: string, member = admin) => as(member).activateAccount({ params: { id } })
const expert = (owner: BuiltMember, name: string) =>
  buildAccount(platform.db, { companyId: owner.companyId, enjoyType: 0, name, memberIds: [owner.id] })
const titlesOf = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ title }) => title)

describe('share accounts for the administrator', () => {
  it('are listed with their states, found by name and owner', async () => {
    const [lin, wang, zhao] = [await someone('林一'), await someone('王二'), await someone('赵三')]
    const active = await expert(lin, '焊接专家')
    const frozen = await expert(wang, '涂装专家')
    await freeze(frozen)
    await sql`insert into community.application (id, company_id, member_id, is_new, enjoy_type, name, name_key,
        description, avatar_file_id, topic_ids, result, created_at)
      values (gen_random_uuid(), ${companyId}, ${zhao.id}, true, 0, '新专家', '新专家', '', gen_random_uuid(), '{}', 4, 1)`.execute(
      platform.root,
    )
    const list = (query: object = {}) => as(admin).managedAccounts({ query })
    const rows = (await list()).items
    await proves('COMMUNITY-043', () => {
      expect(new Map(rows.map(({ name, status }) => [name, status]))).toEqual(
        new Map([
          ['焊接专家', 'active'],
          ['涂装专家', 'frozen'],
          ['新专家', 'applying'],
        ]),
      )
    })
    await proves('COMMUNITY-045', () => {
      expect(rows.find(({ id }) => id === active)).toMatchObject({ activeStatus: 1, auditStatus: 1 })
      expect(rows.find(({ id }) => id === frozen)).toMatchObject({ activeStatus: 0, auditStatus: 1 })
      expect(rows.find(({ name }) => name === '新专家')).toMatchObject({ activeStatus: 0, auditStatus: 0 })
    })
    expect(rows.find(({ id }) => id === frozen)).toMatchObject({
      frozenReason: reason,
      ownerName: '王二',
      ownerId: wang.id,
    })
    const found = await list({ status: 'frozen' })
    expect(found).toMatchObject({ recordCount: 1, counts: { all: 3, active: 1, frozen: 1, applying: 1 } })
    const namesOf = async (query: object) => (await list(query)).items.map(({ name }) => name)
    expect(await namesOf({ status: 'frozen' })).toEqual(['涂装专家'])
    expect(await namesOf({ status: 'applying' })).toEqual(['新专家'])
    expect(await namesOf({ search: '林一' })).toEqual(['焊接专家'])
    expect(await namesOf({ search: '涂装' })).toEqual(['涂装专家'])
    expect(await namesOf({ search: '%' })).toEqual([])
    expect(await namesOf({ enjoyType: 1 })).toEqual([])
  })

  it('are frozen and activated: the owner is notified, and cannot publish or answer meanwhile', async () => {
    const [owner, colleague] = [await someone('周明'), await someone()]
    const id = await expert(owner, '机加专家')
    const publish = (member = owner, lock = true) => accountForPublishing(platform.db, callerOf(member), id, lock)
    await proves('COMMUNITY-046', async () => {
      expect(await publish()).toMatchObject({ id, name: '机加专家', enjoyType: 0, memberType: 0, frozen: false })
      expect(await accountsOfCaller(platform.db, callerOf(owner))).toMatchObject([{ id, frozen: false }])
    })
    await proves('COMMUNITY-047', async () => {
      expect(await outcomeOf(publish(colleague))).toBe(70304)
      expect(await accountsOfCaller(platform.db, callerOf(colleague))).toEqual([])
    })
    await freeze(id)
    await proves('COMMUNITY-067', async () => {
      expect(await outcomeOf(publish())).toBe(70306)
      const answers = () => accountForPublishing(platform.db, callerOf(owner), id, false, { answers: true })
      expect(await outcomeOf(answers())).toBe(70307)
      await activate(id)
      expect(await publish()).toMatchObject({ frozen: false })
      expect(await answers()).toMatchObject({ id })
    })
    expect(await titlesOf(owner)).toEqual(['分享账户“机加专家”已恢复正常', '分享账户“机加专家”已被冻结'])
    // What is so already stays so, and nobody is notified twice.
    await activate(id)
    expect(await titlesOf(owner)).toHaveLength(2)
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await outcomeOf(publish(stranger))).toBe(900005)
  })

  it('are frozen with a reason of 1 to 200 characters', async () => {
    const id = await expert(await someone(), '有理由的')
    const withReason = (text: string) => as(admin).freezeAccount({ params: { id }, body: { reason: text } })
    await bounds(200, (length) => withReason('理'.repeat(length)), { refused: 900001, path: 'reason' })
    expect(await refusal(withReason('  '))).toMatchObject({ errorCode: 900001 })
  })

  it('are those of the organizations of the grant; nobody decides about an account of their own', async () => {
    const below = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '二厂' })
    const manager = await buildMember(platform.db, { companyId, organizationId: below, roles: ['admin'] })
    const owner = await buildMember(platform.db, { companyId, organizationId: below })
    const inside = await buildAccount(platform.db, {
      ...{ companyId, organizationId: below, enjoyType: 0, name: '二厂专家', memberIds: [owner.id] },
    } as const)
    const outside = await expert(await someone(), '总部专家')
    const { items } = await as(manager).managedAccounts({ query: {} })
    expect(items.map(({ name }) => name)).toEqual(['二厂专家'])
    expect(await refusal(freeze(outside, manager))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(activate(outside, manager))).toMatchObject({ errorCode: 10138 })
    await freeze(inside, manager)
    await activate(inside, manager)
    const own = await expert(admin, '管理员自己')
    expect(await refusal(freeze(own))).toMatchObject({ errorCode: 900012 })
    expect(await refusal(activate(own))).toMatchObject({ errorCode: 900012 })
    const elsewhere = await buildCompany(platform.db)
    const stranger = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'] })
    expect(await refusal(freeze(outside, stranger))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(activate(outside, stranger))).toMatchObject({ errorCode: 900005 })
    expect((await as(stranger).managedAccounts({ query: {} })).items).toEqual([])
  })

  it('notify the owner once where several administrators freeze at one moment', async () => {
    const owner = await someone()
    const id = await expert(owner, '同时冻结')
    const locked = () => sql`select from community.account where id = ${id} for update`
    const freezing = await race(platform, 5, () => freeze(id), { begin: async () => undefined, locked })
    expect(freezing).toMatchObject({ accepted: 5 })
    expect(await titlesOf(owner)).toEqual(['分享账户“同时冻结”已被冻结'])
  })
})
