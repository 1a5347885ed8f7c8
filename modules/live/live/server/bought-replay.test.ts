/** The replay of a live session with a price: whoever loses it watches on no further than the next heartbeat. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { rooms } from '#modules/live/rooms/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { buildScene, type Scene, sceneSteps } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let scene: Scene
beforeAll(async () => {
  scene = await buildScene(platform)
})

const { as, learners, ofId, published } = sceneSteps(platform, () => scene)
const trade = tradeOf(platform, () => scene.chief)
const itemOf = (itemId: string) => ({ businessType: 15, itemId })
const takenOver = 370_152

async function replayed() {
  const id = await published()
  await as(scene.host).start(ofId(id))
  platform.now += 60_000
  await as(scene.host).end(ofId(id))
  const { companyId, host } = scene
  const file = await buildFile(platform.db, { companyId, ownerId: host.id, durationMs: 60_000 })
  await platform.client(rooms, host).replaceReplay({ ...ofId(id), body: { fileId: file.id } })
  return id
}

async function watching(member: BuiltMember, id: string) {
  const calls = platform.client(rooms, member)
  const { playbackId } = await calls.startReplay(ofId(id))
  let sequence = 0
  const watch = (from: number, to: number) => {
    platform.now += to - from
    sequence += 1
    const body = { sequence, intervals: [{ from, to }], activeMs: to - from, positionMs: to }
    return calls.replayHeartbeat({ params: { playbackId }, body })
  }
  return { calls, watch }
}

describe('the replay of a live session with a price', () => {
  it('ends at the next heartbeat after it was taken back or paused, with what was watched until then', async () => {
    const id = await replayed()
    const [buyer] = (await learners(1)) as [BuiltMember]
    await trade.sells(itemOf(id))
    await trade.buys(buyer, itemOf(id))
    const { calls, watch } = await watching(buyer, id)
    expect(await watch(0, 10_000)).toMatchObject({ coveredMs: 10_000 })
    await trade.takesBack(buyer, itemOf(id))
    const refused = await refusal(watch(10_000, 20_000))
    expect(refused).toMatchObject({ errorCode: NOT_BOUGHT.code, data: { acknowledgedSequence: 2 } })
    expect((await refusal(watch(20_000, 30_000))).errorCode).toBe(takenOver)
    expect((await refusal(calls.startReplay(ofId(id)))).errorCode).toBe(NOT_BOUGHT.code)
    await trade.grants(buyer, itemOf(id))
    expect((await calls.replay(ofId(id))).watched.coveredMs).toBe(20_000)
  })

  it('the address of its video ends within a minute after it was taken back, and not before', async () => {
    const id = await replayed()
    const [buyer] = (await learners(1)) as [BuiltMember]
    await trade.sells(itemOf(id))
    await trade.buys(buyer, itemOf(id))
    const { url } = await platform.client(rooms, buyer).startReplay(ofId(id))
    const headers = { authorization: `Bearer ${buyer.token}`, version: '1' }
    const status = async () => (await platform.app.inject({ url: String(url), headers })).statusCode
    expect(await status()).not.toBe(403)
    await trade.takesBack(buyer, itemOf(id))
    platform.now += 60_000
    expect(await status()).toBe(403)
    await trade.grants(buyer, itemOf(id))
    expect(await status()).not.toBe(403)
  })

  it('goes on for its own people, for who had reserved before it had a price, and without a price for all', async () => {
    const id = await replayed()
    const [early, late] = (await learners(2)) as [BuiltMember, BuiltMember]
    await sql`insert into live.reservation (live_id, member_id, company_id, created_at)
      values (${id}, ${early.id}, ${scene.companyId}, ${platform.now})`.execute(platform.root)
    platform.now += 1000
    for (const member of [scene.host, scene.chief, early, late]) {
      const { watch } = await watching(member, id)
      expect(await watch(0, 1000)).toMatchObject({ coveredMs: 1000 })
    }
    const running = await Promise.all([early, late, scene.chief].map((member) => watching(member, id)))
    await trade.sells(itemOf(id))
    const [ofEarly, ofLate, ofChief] = running.map(({ watch }) => watch)
    expect(await ofEarly?.(1000, 2000)).toMatchObject({ coveredMs: 2000 })
    expect(await ofChief?.(1000, 2000)).toMatchObject({ coveredMs: 2000 })
    expect((await refusal(ofLate?.(1000, 2000) as Promise<unknown>)).errorCode).toBe(NOT_BOUGHT.code)
  })

  it('is either watched or paid back, whichever comes first', async () => {
    const id = await replayed()
    const [buyer] = (await learners(1)) as [BuiltMember]
    await trade.sells(itemOf(id))
    let refundId = ''
    let watch: Awaited<ReturnType<typeof watching>>['watch'] | undefined
    const begin = async () => {
      await trade.takesBack(buyer, itemOf(id))
      await sql`delete from rooms.replay_watch where member_id = ${buyer.id}`.execute(platform.root)
      const bought = await trade.buys(buyer, itemOf(id))
      ;({ watch } = await watching(buyer, id))
      refundId = await trade.asksBack(buyer, bought)
    }
    const locked = () => sql`select from entitlements.entitlement where member_id = ${buyer.id} for update`
    const act = (index: number): Promise<unknown> =>
      index === 0 ? trade.agrees(refundId) : (watch?.(0, 1000) as Promise<unknown>)
    for (let round = 0; round < 3; round += 1)
      expect(await race(platform, 2, act, { begin, locked })).toMatchObject({ accepted: 1 })
  })
})
