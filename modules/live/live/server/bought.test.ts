/** Live sessions with a price: every way in asks whether it was bought, and what was used is not paid back. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { NOT_FOUND } from '#kit/errors.ts'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { memberCardType, NOT_BOUGHT, prices } from '#modules/commerce/prices/contract.ts'
import { rooms } from '#modules/live/rooms/contract.ts'
import { roomKind } from '#modules/live/rooms/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { live } from '../contract.ts'
import { liveTables } from './db.ts'
import { buildLive } from './live.fixture.ts'
import { buildScene, type Scene, sceneSteps } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const { as, learners, ofId, published, seen } = sceneSteps(platform, () => scene)
const trade = tradeOf(platform, () => scene.chief)
const itemOf = (itemId: string) => ({ businessType: 15, itemId })
const oneLearner = async () => (await learners(1))[0] as BuiltMember

async function soldLive(price: Parameters<typeof trade.sells>[1] = {}) {
  const id = await published({ lecturerIds: [scene.lecturer.id] })
  await trade.sells(itemOf(id), price)
  return id
}

const join = (member: BuiltMember, id: string) =>
  platform.client(rooms, member).join({ ...ofId(id), body: { device: 'desktop' } })
const isClosed = async (member: BuiltMember, id: string) => (await as(member).front(ofId(id))).mustBuy

describe('a live session that was not bought', () => {
  it('is closed by every way into it, and shows no address', async () => {
    const id = await soldLive()
    const calls = as(scene.learner)
    await as(scene.host).start(ofId(id))
    const ways = [
      calls.subscribe(ofId(id)),
      calls.enter(ofId(id)),
      calls.processingSign(ofId(id)),
      join(scene.learner, id),
    ]
    expect((await refusals(ways)).map(({ errorCode }) => errorCode)).toEqual(ways.map(() => NOT_BOUGHT.code))
    expect(await calls.front(ofId(id))).toMatchObject({ mustBuy: true, appointmentStatus: false, attendNumber: 0 })
    const { attendeeToken, panelistToken } = await seen(id)
    const guest = platform.client(live, undefined)
    const atLink = guest.keylogin({ ...ofId(id), body: { token: attendeeToken ?? '' } })
    expect((await refusal(atLink)).errorCode).toBe(NOT_BOUGHT.code)
    const named = guest.keyloginEnter({ ...ofId(id), body: { token: attendeeToken ?? '', name: '客人' } })
    expect((await refusal(named)).errorCode).toBe(NOT_BOUGHT.code)
    const enterAs = (token: string) =>
      platform.client(rooms).guestJoin({ body: { token, name: '客人', device: 'phone' } })
    expect((await refusal(enterAs(attendeeToken ?? ''))).errorCode).toBe(NOT_BOUGHT.code)
    expect(await enterAs(panelistToken ?? '')).toMatchObject({ role: 'lecturer' })
    await as(scene.host).end(ofId(id))
    const watching = platform.client(rooms, scene.learner)
    const replays = [
      watching.replay(ofId(id)),
      watching.startReplay(ofId(id)),
      watching.replayTalk({ ...ofId(id), query: {} }),
    ]
    replays.push(watching.downloadReplay(ofId(id)) as never)
    expect((await refusals(replays)).map(({ errorCode }) => errorCode)).toEqual(replays.map(() => NOT_BOUGHT.code))
  })

  it('keeps the addresses of other systems to itself', async () => {
    const { companyId, host, learner } = scene
    const about = { companyId, hostId: host.id, now: platform.now, startTime: platform.now - 60_000 }
    const id = await buildLive(platform.db, { ...about, status: 2, externalUrl: 'https://live.example.com/42' })
    const recorded = await buildLive(platform.db, { ...about, status: 3 })
    await sql`update live.live set recording_url = 'https://live.example.com/43' where id = ${recorded}`.execute(
      liveTables(platform.db),
    )
    const addresses = async () => {
      const { items } = await as(learner).list({ query: { pageSize: 100 } })
      const of = (one: string) => items.find((item) => item.id === one)
      return [of(id)?.externalUrl, of(recorded)?.replayUrl]
    }
    expect(await addresses()).toEqual(['https://live.example.com/42', 'https://live.example.com/43'])
    await trade.sells(itemOf(id))
    await trade.sells(itemOf(recorded))
    expect(await addresses()).toEqual([null, null])
  })

  it('stays open to its host, its lecturers and its managers', async () => {
    const id = await soldLive()
    for (const member of [scene.host, scene.lecturer, scene.chief]) {
      expect(await isClosed(member, id)).toBe(false)
      expect(await join(member, id)).toMatchObject({ roomId: id })
    }
  })

  it('is nothing that another company can buy', async () => {
    const id = await soldLive()
    const companyId = await buildCompany(platform.db)
    const stranger = await buildMember(platform.db, { companyId })
    const calls = platform.client(prices, stranger)
    expect((await refusal(calls.quote({ body: { ...itemOf(id), quantity: 1 } }))).errorCode).toBe(NOT_FOUND.code)
  })

  it('is among those that cost something, not among the free ones, in every list', async () => {
    const [priced, free] = [await soldLive(), await published({})]
    const calls = as(scene.learner)
    for (const call of [calls.list, calls.schedule, calls.hot]) {
      const list = async (isPay: 0 | 1) => (await call({ query: { isPay, pageSize: 100 } })).items.map(({ id }) => id)
      expect(await list(1)).toContain(priced)
      expect(await list(1)).not.toContain(free)
      expect(await list(0)).toContain(free)
      expect(await list(0)).not.toContain(priced)
    }
    const past = (isPay: 0 | 1) => calls.review({ query: { isPay, pageSize: 100 } })
    const both = (await calls.review({ query: { pageSize: 100 } })).recordCount
    expect((await past(0)).recordCount + (await past(1)).recordCount).toBe(both)
  })
})

describe('a live session that was bought', () => {
  it('opens at once with the place reserved, and closes when it is paid back', async () => {
    const id = await soldLive({ original: 1299 })
    const buyer = await oneLearner()
    const bought = await trade.buys(buyer, itemOf(id))
    expect(await as(buyer).front(ofId(id))).toMatchObject({ mustBuy: false, appointmentStatus: true, subNumber: 1 })
    await trade.paysBack(buyer, bought)
    expect(await isClosed(buyer, id)).toBe(true)
    expect((await refusal(as(buyer).enter(ofId(id)))).errorCode).toBe(NOT_BOUGHT.code)
  })

  it('is used by who has entered: nothing is paid back, and whoever loses it is sent away', async () => {
    const id = await soldLive()
    const buyer = await oneLearner()
    const bought = await trade.buys(buyer, itemOf(id))
    await as(buyer).enter(ofId(id))
    expect((await refusal(trade.asksBack(buyer, bought))).errorCode).toBe(701_207)
    const kind = roomKind.all().find((one) => one.kind === 'live')
    const memberIds = [buyer.id, scene.lecturer.id, scene.host.id, scene.learner.id]
    const inRoom = async () => {
      const ask = { companyId: scene.companyId, roomId: id, now: platform.now, memberIds }
      return [...((await kind?.stillAdmitted?.(platform.db, ask)) ?? [])]
        .filter((one) => memberIds.includes(one))
        .toSorted()
    }
    expect(await inRoom()).toEqual([buyer.id, scene.lecturer.id, scene.host.id].toSorted())
    await trade.takesBack(buyer, itemOf(id))
    expect(await inRoom()).toEqual([scene.lecturer.id, scene.host.id].toSorted())
  })

  it('is either entered or paid back, whichever comes first', async () => {
    const id = await soldLive()
    const buyer = await oneLearner()
    const begin = async () => {
      await trade.takesBack(buyer, itemOf(id))
      await sql`delete from live.attendee where live_id = ${id} and member_id = ${buyer.id}`.execute(
        liveTables(platform.db),
      )
      refundId = await trade.asksBack(buyer, await trade.buys(buyer, itemOf(id)))
    }
    let refundId = ''
    const locked = () => sql`select from entitlements.entitlement where member_id = ${buyer.id} for update`
    const act = (index: number): Promise<unknown> => (index === 0 ? trade.agrees(refundId) : as(buyer).enter(ofId(id)))
    for (let round = 0; round < 3; round += 1) {
      expect(await race(platform, 2, act, { begin, locked })).toMatchObject({ accepted: 1 })
    }
  })

  it('opens by a seat, by a grant and by a member card, and ends with them', async () => {
    const { companyId } = scene
    const card = await buildCard(platform.db, { companyId, name: '直播年卡' })
    const id = await soldLive({ cardIds: [card.id] })
    const [boss, assignee, granted, holder] = (await learners(4)) as [
      BuiltMember,
      BuiltMember,
      BuiltMember,
      BuiltMember,
    ]
    await trade.givesSeat(boss, assignee, itemOf(id))
    await trade.grants(granted, itemOf(id))
    await proves('COMMERCE-078', async () => {
      expect(await isClosed(holder, id)).toBe(true)
      await trade.grants(holder, { businessType: memberCardType, itemId: card.id })
      expect(await isClosed(holder, id)).toBe(false)
    })
    expect(await Promise.all([boss, assignee, granted].map((member) => isClosed(member, id)))).toEqual([
      true,
      false,
      false,
    ])
    await trade.takesBack(granted, itemOf(id))
    await trade.takesBack(holder, { businessType: memberCardType, itemId: card.id })
    expect(await Promise.all([granted, holder].map((member) => isClosed(member, id)))).toEqual([true, true])
    const own = await platform.client(entitlements, assignee).ownEntitlements({ query: {} })
    expect(own.items[0]).toMatchObject({ source: 'seat' })
  })

  it('stays open to who had reserved before it had a price', async () => {
    const id = await published()
    const [early, late] = (await learners(2)) as [BuiltMember, BuiltMember]
    await as(early).subscribe(ofId(id))
    platform.now += 1000
    await trade.sells(itemOf(id))
    expect([await isClosed(early, id), await isClosed(late, id)]).toEqual([false, true])
    expect(await as(early).enter(ofId(id))).toMatchObject({ url: expect.any(String) })
  })
})
