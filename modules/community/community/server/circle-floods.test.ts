/** What many calls at once, or the same ones again, do to a circle and to the lists of its members. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { meeting } from '#test/race.ts'
import { community } from '../contract.ts'
import { buildCircleOf } from './circles.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
let owner: BuiltMember
let member: BuiltMember
let id: string

beforeEach(async () => {
  const companyId = await buildCompany(platform.db)
  owner = await buildMember(platform.db, { companyId })
  member = await buildMember(platform.db, { companyId })
  id = await buildCircleOf(platform.db, { companyId, memberIds: [owner.id], name: '焊工圈' })
})

const own = () => platform.client(community, owner)
const heard = async () =>
  (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ title }) => title)
const add = () => own().addCircleMembers({ params: { id }, body: { memberIds: [member.id, owner.id] } })

it('who belongs to a circle hears nothing when they are added again, and out and in again is one message', async () => {
  for (let time = 0; time < 3; time += 1) await add()
  const added = await heard()
  expect(added).toEqual([expect.stringContaining('焊工圈')])
  const out = { memberId: member.id, reason: '不合适' }
  await own().removeCircleMember({ params: { id }, body: out })
  await add()
  expect((await heard()).filter((title) => title === added[0])).toHaveLength(1)
})

it('a circle that is dissolved, brought back and dissolved again is one message', async () => {
  await add()
  const before = (await heard()).length
  const recycleBin = platform.client(operations, owner)
  for (let time = 0; time < 3; time += 1) {
    await own().dissolveCircle({ params: { id } })
    const [recycled] = (await recycleBin.listRecycled({ query: {} })).items
    if (time < 2) await recycleBin.restoreRecycled({ params: { id: recycled?.id ?? '' } })
  }
  expect(await heard()).toHaveLength(before + 1)
})

it('nobody who is added while they ask to be let in waits for an answer', async () => {
  const asking = platform.client(community, member)
  for (let round = 0; round < 8; round += 1) {
    const memberIds = [owner.id] as [string]
    const circleId = await buildCircleOf(platform.db, { companyId: owner.companyId, memberIds, joinMode: 1 })
    const params = { id: circleId }
    const locked = sql`select from community.circle where id = ${circleId} for update`
    await meeting(platform, 2, locked, () =>
      Promise.all([
        own().addCircleMembers({ params, body: { memberIds: [member.id] } }),
        asking.joinCircle({ body: { circleId } }),
      ]),
    )
    expect(await own().circle({ params })).toMatchObject({ attentionNum: 2, waitingNum: 0 })
    expect(await asking.circle({ params })).toMatchObject({ joinStatus: 1 })
  }
})
