/** The permissions of each role in a share account, call by call. */
import { beforeAll, describe, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'
import { community } from '../contract.ts'
import { buildAccount } from './accounts.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform)
const as = (caller: Parameters<RoleTable['call']>[0]) => platform.client(community, caller)

/** All members of the company. Share accounts of other companies are not found. */
const colleagues = {
  owner: 'accepted',
  administrator: 'accepted',
  member: 'accepted',
  colleague: 'accepted',
  stranger: 'accepted',
  otherCompany: 900005,
  nobody: 401,
} as const
const administrators = { ...colleagues, member: 10138, colleague: 10138, stranger: 10138 } as const
const ownerAlone = { ...administrators, administrator: 10138 } as const

let topicIds: string

beforeAll(async () => {
  topicIds = (await platform.client(topics, roles.owner).quickAddTopic({ body: { name: '合规' } })).id
})

async function team(): Promise<string> {
  const { companyId, owner, administrator, member } = roles
  const memberIds = [owner, administrator, member].map(({ id }) => id)
  return buildAccount(platform.db, { companyId, memberIds, memberTypes: [1, 2] })
}

/** The state of the team, without the figures that a visit changes. */
const stateOf = (id: string) => async () => {
  const { items } = await as(roles.owner).accountMembers({ query: { id } })
  const { name, desc, lstRelationTopic, headPortrait } = await as(roles.owner).account({ query: { id } })
  return [name, desc, lstRelationTopic, headPortrait, items.map(({ memberId, memberType }) => [memberId, memberType])]
}

describe('a team', () => {
  it('can be edited by its total administrator only, and seen by the whole company', async () => {
    const id = await team()
    const state = stateOf(id)
    const picture = { companyId: roles.companyId, ownerId: roles.owner.id, kind: 'avatar' } as const
    const { id: headPortrait } = await buildFile(platform.db, { ...picture, contentType: 'image/png' })
    const edit = { id, name: '改过的名字', topicIds, headPortrait, desc: '改过的简介' }
    await proves('COMMUNITY-064', () =>
      expectRoles(roles, {
        applyForEdit: { ...ownerAlone, state, call: (caller) => as(caller).applyForEdit({ body: edit }) },
      }),
    )
    const grantItems = JSON.stringify([{ joinId: roles.member.id, tradeAmount: '1', joinType: 5 }])
    const distribute: RoleTable = {
      // The team has no coins yet: a permitted distribution is refused because of the balance.
      ...{ owner: 701011, administrator: 10138, member: 10138 },
      // Only the team sees its coins.
      ...{ colleague: 900005, stranger: 900005, otherCompany: 900005, nobody: 401 },
      call: (caller) => platform.client(currency, caller).enjoyGrant({ body: { enjoyId: id, type: 1, grantItems } }),
    }
    await proves('COMMUNITY-065', () =>
      expectRoles(roles, {
        account: { ...colleagues, call: (caller) => as(caller).account({ query: { id } }) },
        accountMembers: { ...colleagues, call: (caller) => as(caller).accountMembers({ query: { id } }) },
        enjoyGrant: distribute,
      }),
    )
    await expectRoles(roles, {
      trend: { ...colleagues, call: (caller) => as(caller).trend({ query: { id } }) },
      accountTopics: { ...colleagues, call: (caller) => as(caller).accountTopics({ query: { id } }) },
      editPending: { ...colleagues, call: (caller) => as(caller).editPending({ params: { id } }) },
    })
  })

  it('[COMMUNITY-069] lets only its total administrator change its members', async () => {
    const id = await team()
    const members = [{ memberId: roles.member.id, memberType: 1 as const }]
    await expectRoles(roles, {
      updateMembers: {
        ...ownerAlone,
        state: stateOf(id),
        call: (caller) => as(caller).updateMembers({ body: { id, members } }),
      },
    })
  })

  it('shows its invitation code to its administrators, who can replace it', async () => {
    const id = await team()
    const state = () => as(roles.owner).invitationCode({ query: { id } })
    const renew = (caller: Parameters<typeof as>[0]) => {
      // A code can’t be replaced twice in a short time.
      platform.now += 60_000
      return as(caller).renewInvitationCode({ query: { id } })
    }
    await expectRoles(roles, {
      invitationCode: { ...administrators, call: (caller) => as(caller).invitationCode({ query: { id } }) },
      renewInvitationCode: { ...administrators, state, call: renew },
    })
  })

  it('lets its members leave, but not its total administrator', async () => {
    const id = await team()
    await expectRoles(roles, {
      leave: {
        ...{ owner: 70311, administrator: 'accepted', member: 'accepted' },
        ...{ colleague: 900005, stranger: 900005, otherCompany: 900005, nobody: 401 },
        state: stateOf(id),
        call: (caller) => as(caller).leave({ body: { id } }),
      },
    })
  })
})
