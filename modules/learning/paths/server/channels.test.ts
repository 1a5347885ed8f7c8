/** The tree in which positions stand. */
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import type { ChannelNode } from '../contract/channels.ts'
import { paths } from '../contract.ts'

const platform = testPlatform()
let chief: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
})

const calls = (member = chief) => platform.client(paths, member)
const create = (name: string, parentId?: string) =>
  calls().createChannel({ body: { name, ...(parentId && { parentId }) } })

it('answers the tree to the asked depth, enabled ones only, and the channel of a position', async () => {
  const position = await platform.client(identity, chief).createPosition({ body: { name: '导购' } })
  const sales = await create('销售通道')
  const direct = await create('直营', sales.id)
  const closed = await create('停用的通道', sales.id)
  const leaf = await create('门店', direct.id)
  const change = (id: string, name: string, status: 0 | 1, positionIds: string[] = []) =>
    calls().changeChannel({ params: { id }, body: { name, sort: 0, status, positionIds } })
  await change(closed.id, closed.name, 0)
  await change(leaf.id, leaf.name, 1, [position.id])
  await create('停用通道的下级', closed.id)
  const names = async (query: Record<string, string | number>) => {
    const answer = await literalCall(platform, learner, 'GET /human/position/channel/find-much-depth', { query })
    return (answer as { items: ChannelNode[] }).items.map(shown)
  }
  const shown = (node: ChannelNode): unknown => [node.name, node.children.map(shown)]
  await proves('COURSE-105', async () => {
    expect(await names({})).toEqual([['销售通道', [['直营', [['门店', []]]]]]])
    expect(await names({ depth: 1 })).toEqual([['销售通道', []]])
    expect(await names({ depth: 2, status: 1 })).toEqual([['销售通道', [['直营', []]]]])
    expect(await names({ depth: 3 })).toEqual([['销售通道', [['直营', [['门店', []]]]]]])
    expect(await names({ parentId: direct.id })).toEqual([['门店', []]])
    expect(await names({ parentId: uuid() })).toEqual([])
  })
  const byPosition = (positionId = position.id) =>
    literalCall(platform, learner, 'GET /human/position/channel/find-by-position', { query: { positionId } })
  await proves('COURSE-108', async () => {
    expect(await byPosition()).toMatchObject({ id: leaf.id, level: 3, positions: [{ name: '导购' }] })
    await change(sales.id, sales.name, 1, [position.id])
    expect(await byPosition()).toMatchObject({ id: sales.id, level: 1 })
    expect((await refusal(byPosition(uuid()))).errorCode).toBe(900005)
  })
  expect((await calls().listChannels()).items.map(({ name }) => name)).toEqual([
    '销售通道',
    '停用的通道',
    '停用通道的下级',
    '直营',
    '门店',
  ])
  await change(sales.id, sales.name, 0, [position.id])
  expect((await refusal(byPosition())).errorCode).toBe(900005)
})

it('refuses names that are taken, levels beyond five, unknown places, and to delete what is used', async () => {
  const root = await create('技术通道')
  expect((await refusal(create('技术通道'))).errorCode).toBe(380511)
  expect((await refusal(create('下级', uuid()))).errorCode).toBe(900005)
  const other = await create('管理通道')
  const body = { name: '技术通道', sort: 0, status: 1 as const, positionIds: [] }
  expect((await refusal(calls().changeChannel({ params: { id: other.id }, body }))).errorCode).toBe(380511)
  const unknown = { ...body, name: '管理通道', positionIds: [uuid()] }
  expect((await refusal(calls().changeChannel({ params: { id: other.id }, body: unknown }))).errorCode).toBe(900005)
  let below = root.id
  for (const level of [2, 3, 4, 5]) below = (await create(`第${level}级`, below)).id
  expect(await refusal(create('第6级', below))).toMatchObject({ errorCode: 380507, data: { max: 5 } })
  expect((await refusal(calls().deleteChannel({ params: { id: root.id } }))).errorCode).toBe(380510)
  await calls().createPath({ body: { name: '路径', channelId: below } })
  expect((await refusal(calls().deleteChannel({ params: { id: below } }))).errorCode).toBe(380510)
  expect((await refusal(calls().createPath({ body: { name: '路径', channelId: uuid() } }))).errorCode).toBe(900005)
  await calls().deleteChannel({ params: { id: other.id } })
  expect((await refusal(calls().deleteChannel({ params: { id: other.id } }))).errorCode).toBe(900005)
})

it('finds the learning paths of a channel with those of the channels below it, and counts them', async () => {
  const above = await create('生产通道')
  const below = await create('质检', above.id)
  const write = (name: string, channelId?: string) => calls().createPath({ body: { name, channelId } })
  const one = await write('班组长之路', above.id)
  const two = await write('质检员之路', below.id)
  await write('不属于通道的路')
  const found = async (channelId: string) => {
    const { items, counts } = await calls().managedPaths({ query: { channelId } })
    return [new Set(items.map(({ id }) => id)), counts.draft]
  }
  expect(await found(above.id)).toEqual([new Set([one.id, two.id]), 2])
  expect(await found(below.id)).toEqual([new Set([two.id]), 1])
  expect(await found(uuid())).toEqual([new Set(), 0])
})
