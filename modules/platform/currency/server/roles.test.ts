/** Access to the coins of teams and members, call by call. */
import { describe, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'
import { buildIssue, TeamsInMemory } from './accounts.fixture.ts'

const directory = new TeamsInMemory()
const platform = testPlatform({ modules: [directory.module, ...serverModules] })
const roles = testRoles(platform)
const as = (caller: Parameters<RoleTable['call']>[0]) => platform.client(currency, caller)

/** These callers cannot see coins of others. */
const outside = { colleague: 900005, stranger: 900005, otherCompany: 900005, nobody: 401 } as const
const team = { owner: 'accepted', administrator: 'accepted', member: 'accepted', ...outside } as const

async function newTeam(): Promise<string> {
  const { owner, administrator, member } = roles
  const members = [[owner.id, 0] as const, [administrator.id, 1] as const, [member.id, 2] as const]
  const { id } = directory.build(roles.companyId, '讲师团', members)
  await buildIssue(platform.db, { companyId: roles.companyId, owner: { kind: 'team', id }, amount: 1000n })
  return id
}

const itemsFor = (...members: readonly { id: string }[]) =>
  JSON.stringify(members.map(({ id }) => ({ joinId: id, tradeAmount: '100', joinType: 5 })))

describe('the coins of a team', () => {
  it('[CURRENCY-048] are distributed by its total administrator only', async () => {
    const id = await newTeam()
    const account = { accountCode: id, accountType: 3 as const }
    const body = { enjoyId: id, type: 1 as const, grantItems: itemsFor(roles.member) }
    await expectRoles(roles, {
      enjoyGrant: {
        ...{ ...team, administrator: 10138, member: 10138 },
        state: () => as(roles.owner).totalAmount({ query: account }),
        call: (caller) => as(caller).enjoyGrant({ body }),
      },
    })
    expect((await as(roles.owner).totalAmount({ query: account })).totalAmount).toBe('900')
  })

  it('are visible to the team only', async () => {
    const id = await newTeam()
    const query = { accountCode: id, accountType: 3 as const }
    const { owner, member } = roles
    const body = { enjoyId: id, type: 1 as const, grantItems: itemsFor(owner, member) }
    const { grantId } = await as(owner).enjoyGrant({ body })
    await expectRoles(roles, {
      totalAmount: { ...team, call: (caller) => as(caller).totalAmount({ query }) },
      tradeDetail: { ...team, call: (caller) => as(caller).tradeDetail({ query }) },
      exportTrades: { ...team, call: (caller) => as(caller).exportTrades({ query }) },
      teamMembers: { ...team, call: (caller) => as(caller).teamMembers({ params: { enjoyId: id } }) },
      grantDetail: { ...team, call: (caller) => as(caller).grantDetail({ query: { grantId } }) },
    })
  })
})

describe('the coins of a member', () => {
  it('are visible to the member only', async () => {
    const query = { accountCode: roles.owner.id, accountType: 1 as const }
    const own = { owner: 'accepted', administrator: 900005, member: 900005, ...outside } as const
    await expectRoles(roles, {
      totalAmount: { ...own, call: (caller) => as(caller).totalAmount({ query }) },
      tradeDetail: { ...own, call: (caller) => as(caller).tradeDetail({ query }) },
      exportTrades: { ...own, call: (caller) => as(caller).exportTrades({ query }) },
    })
  })

  it('issued to several members are visible to each recipient as the own share', async () => {
    const { owner, member, companyId } = roles
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const accounts = [owner, member].map(({ id }) => ({ accountType: 1 as const, accountCode: id }))
    await as(chief).recharge({ body: { accounts, type: 1, tradeAmount: '5000', reason: '年度激励' } })
    const { items } = await as(owner).tradeDetail({ query: { accountCode: owner.id, accountType: 1 } })
    const query = { grantId: items[0]?.id ?? '' }
    await expectRoles(roles, {
      grantDetail: { ...team, administrator: 900005, call: (caller) => as(caller).grantDetail({ query }) },
    })
  })
})
