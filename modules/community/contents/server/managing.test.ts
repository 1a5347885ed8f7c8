import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { placeInCircles } from '#modules/community/community/server.ts'
import { following } from '#modules/community/following/contract.ts'
import { sharing } from '#modules/community/sharing/contract.ts'
import { callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import type { HealthCheck } from '#modules/platform/operations/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { contentBusinessType } from '../contract.ts'
import { countReadsJob, scoreContentsJob } from './counting.ts'
import { countersHealth, recountJob } from './recounting.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const { scene, as, publish, build } = contentScene(platform)
const businessType = contentBusinessType

const at = (id: string) => ({ params: { id } })
const info = (id: string, member = scene.reader) => as(member).questionInfo({ query: { id } })
const managed = (query: object = {}, member = scene.author) =>
  as(member).managed({ query: { id: scene.accountId, ...query } })
const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title)
const pin = (id: string, pinned = true, member = scene.owner) => as(member).pin({ ...at(id), body: { pinned } })
const highlight = (id: string, highlighted = true, member = scene.owner) =>
  as(member).highlight({ ...at(id), body: { highlighted } })

describe('the contents of an account', () => {
  it('are found by its members, by state, type and title', async () => {
    await build({ title: '可见的' })
    await build({ title: '关闭的', state: 'closed' })
    await publish({ title: '定时的', publishAt: platform.now + 600_000 })
    await proves('COMMUNITY-131', async () => {
      expect((await managed()).recordCount).toBe(3)
      expect(titles(await managed({ state: 'active' }))).toEqual(['可见的'])
      expect(titles(await managed({ state: 'closed' }))).toEqual(['关闭的'])
      expect(titles(await managed({ state: 'scheduled' }))).toEqual(['定时的'])
      expect(titles(await managed({ state: 'review' }))).toEqual([])
      expect(titles(await managed({ state: 'rejected' }))).toEqual([])
      expect(titles(await managed({ search: '关闭' }))).toEqual(['关闭的'])
      expect(titles(await managed({ type: 3 }))).toEqual([])
    })
    for (const other of [scene.reader, scene.stranger])
      expect(await refusal(managed({}, other))).toMatchObject({ errorCode: 10138 })
  })
})

describe('a content', () => {
  it('is closed and shown again by its author or an administrator', async () => {
    const id = await build({ title: '开关' })
    const close = (member = scene.author) => as(member).close(at(id))
    expect(await refusal(close(scene.reader))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(close(scene.stranger))).toMatchObject({ errorCode: 900005 })
    const hidden = await build({ title: '别的圈子的', visibility: 2, circleIds: [uuid()] })
    expect(await refusal(as(scene.reader).close(at(hidden)))).toMatchObject({ errorCode: 900005 })
    await proves(['COMMUNITY-165', 'COMMUNITY-073'], async () => {
      await close()
      expect(await refusal(info(id))).toMatchObject({ errorCode: 900005 })
      expect((await as(scene.reader).list({ query: {} })).items).toEqual([])
      expect(await info(id, scene.author)).toMatchObject({ state: 'closed' })
    })
    await proves(['COMMUNITY-080', 'COMMUNITY-233'], async () => {
      const businessId = id
      for (const call of [
        () => pin(id),
        () => highlight(id),
        () => as(scene.owner).read({ body: { businessId } }),
        () => as(scene.owner).like({ body: { businessId, liked: true } }),
      ])
        expect(await refusal(call())).toMatchObject({ status: 422, errorCode: 70124 })
    })
    await proves('COMMUNITY-164', async () => {
      await as(scene.owner).activate(at(id))
      await as(scene.owner).activate(at(id))
      expect(await info(id)).toMatchObject({ state: 'active' })
    })
  })

  it('is pinned and highlighted by administrators of the account, and no longer', async () => {
    const id = await build()
    for (const member of [scene.author, scene.reader]) {
      expect(await refusal(pin(id, true, member))).toMatchObject({ errorCode: 10138 })
      expect(await refusal(highlight(id, true, member))).toMatchObject({ errorCode: 10138 })
    }
    await pin(id)
    await pin(id)
    await highlight(id)
    await proves('COMMUNITY-075', async () => {
      expect(await info(id)).toMatchObject({ pinned: true, highlighted: true })
    })
    await proves('COMMUNITY-234', async () => {
      expect(await refusal(as(scene.owner).close(at(id)))).toMatchObject({ status: 422, errorCode: 70125 })
      expect(await refusal(as(scene.owner).remove(at(id)))).toMatchObject({ status: 422, errorCode: 70125 })
    })
    await pin(id, false)
    await proves('COMMUNITY-235', async () => {
      expect(await refusal(as(scene.owner).remove(at(id)))).toMatchObject({ status: 422, errorCode: 70126 })
    })
    await highlight(id, false)
    expect(await info(id)).toMatchObject({ pinned: false, highlighted: false })
  })

  it('is one of five at most that are pinned, also at one moment', async () => {
    const ids: string[] = []
    for (let count = 0; count < 8; count += 1) ids.push(await build())
    for (const id of ids.slice(0, 4)) await pin(id)
    const locked = () => sql`select from contents.content where id = any(${ids.slice(4)}::uuid[]) for update`
    const found = await race(platform, 4, (count) => pin(ids[4 + count] ?? ''), { begin: async () => {}, locked })
    expect(found).toMatchObject({ accepted: 1, refused: { 70130: 3 } })
  })
})

describe('removing', () => {
  it('takes a content out of every list, into the recycle bin, from where it comes back', async () => {
    const id = await build({ title: '要删的' })
    expect(await refusal(as(scene.reader).remove(at(id)))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(as(scene.stranger).remove(at(id)))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(scene.owner).remove(at(uuid())))).toMatchObject({ errorCode: 900005 })
    await proves(['COMMUNITY-072', 'COMMUNITY-163'], async () => {
      await as(scene.owner).remove(at(id))
      expect(await refusal(info(id, scene.owner))).toMatchObject({ errorCode: 900005 })
      expect((await as(scene.reader).list({ query: {} })).items).toEqual([])
      expect((await managed()).items).toEqual([])
    })
    await platform.runJobs()
    const inbox = await platform.client(messages, scene.author).listNotifications({ query: {} })
    expect(inbox.items).toMatchObject([{ title: expect.stringContaining('要删的') }])
    const recycleBin = platform.client(operations, scene.owner)
    const [recycled] = (await recycleBin.listRecycled({ query: {} })).items
    expect(recycled).toMatchObject({ name: '要删的' })
    await build({ title: '要 删的' })
    await recycleBin.restoreRecycled({ params: { id: recycled?.id ?? '' } })
    expect(await info(id)).toMatchObject({ title: `要删的 #${id.slice(-4)}` })
  })

  it('is refused while somebody follows, shares or discusses the content', async () => {
    const [followed, shared, placed, discussed] = [await build(), await build(), await build(), await build()]
    const remove = (id: string) => refusal(as(scene.author).remove(at(id)))
    await platform.client(following, scene.reader).attention({ body: { businessType, businessId: followed } })
    await proves(['COMMUNITY-077', 'COMMUNITY-230'], async () => {
      expect(await remove(followed)).toMatchObject({ status: 422, errorCode: 70121 })
    })
    const share = { businessId: shared, businessType: 0 as const, itemType: 16 as const, actionType: 2 as const }
    await platform.client(sharing, scene.reader).recordAction({ body: share })
    const circleId = await buildCircle(platform.db, {
      ...{ companyId: scene.companyId, ownerId: scene.author.id, name: '圈子' },
    })
    const caller = await callerOf(platform.db, scene.author)
    await placeInCircles(platform.db, caller, { businessType, businessId: placed, circleIds: [circleId] }, platform.now)
    await proves(['COMMUNITY-078', 'COMMUNITY-231'], async () => {
      expect(await remove(shared)).toMatchObject({ status: 422, errorCode: 70122 })
      expect(await remove(placed)).toMatchObject({ status: 422, errorCode: 70122 })
    })
    const said = await as(scene.reader).discuss({ body: { businessId: discussed, content: '有问题' } })
    await proves(['COMMUNITY-079', 'COMMUNITY-232'], async () => {
      expect(await remove(discussed)).toMatchObject({ status: 422, errorCode: 70123 })
    })
    await as(scene.reader).removeDiscussion({ query: { id: said.id } })
    expect(await as(scene.author).remove(at(discussed))).toEqual({})
  })
})

describe('counters', () => {
  it('that were wrong are found and corrected, and the page of health says so', async () => {
    const [right, wrong] = [await build(), await build()]
    for (const businessId of [right, wrong]) {
      await as(scene.reader).like({ body: { businessId, liked: true } })
      await as(scene.reader).read({ body: { businessId } })
    }
    await enqueue(platform.db, countReadsJob, {})
    await platform.runJobs()
    const health = () => (countersHealth.value as HealthCheck).check(platform.outside, platform.db)
    expect(await health()).toMatchObject({ state: 'ok', facts: { different: 0 } })
    await sql`update contents.content set like_count = 7, read_count = 9 where id = ${wrong}`.execute(platform.root)
    expect(await health()).toMatchObject({ state: 'warning', facts: { different: 1 } })
    await enqueue(platform.db, recountJob, {})
    await platform.runJobs()
    expect(await health()).toMatchObject({ state: 'ok', facts: { different: 0 } })
    expect(await info(wrong)).toMatchObject({ likeCount: 1, readCount: 1 })
  })

  it('of heat follow what readers do, and fall with age', async () => {
    const [loved, quiet, old] = [
      await build({ title: '受欢迎' }),
      await build({ title: '安静' }),
      await build({ title: '旧的', publishedAt: platform.now - 20 * 86_400_000 }),
    ]
    for (const member of [scene.reader, scene.owner])
      for (const businessId of [loved, old]) await as(member).like({ body: { businessId, liked: true } })
    await enqueue(platform.db, scoreContentsJob, {})
    await platform.runJobs()
    expect(titles(await as(scene.reader).hot({ query: {} }))).toEqual(['受欢迎', '安静', '旧的'])
    expect(new Set([loved, quiet, old]).size).toBe(3)
  })
})
