import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { live } from '../contract.ts'
import { buildScene, formOf, legacyLive, minuteMs, publishedLive, type Scene } from './scene.fixture.ts'

const platform = testPlatform()
let scene: Scene
beforeAll(async () => {
  scene = await buildScene(platform)
})

const as = (member: BuiltMember) => platform.client(live, member)
const ofId = (id: string) => ({ params: { id } })
const set = (id: string, body: { supplier: 0 | 3 | 4 | null; expiresAt?: number }, member = scene.chief) =>
  as(member).setSupplier({ ...ofId(id), body })

describe('the supplier of an organization', () => {
  it('is its own or inherited; without any the built-in rooms serve', async () => {
    const below = await buildMember(platform.db, { companyId: scene.companyId, organizationId: scene.team })
    const of = async (member: BuiltMember) => (await as(member).supplier()).liveSupply
    expect(await as(below).supplier()).toMatchObject({
      liveSupply: 3,
      engine: 'built-in',
      expiresAt: null,
      expired: false,
    })
    await proves('LIVE-138', async () => {
      await set(scene.companyId, { supplier: 4 })
      expect([await of(below), await of(scene.approver)]).toEqual([4, 4])
      expect(await refusal(set(scene.companyId, { supplier: 0 }, scene.learner))).toMatchObject({ status: 403 })
      expect(await of(scene.approver)).toBe(4)
    })
    await proves('LIVE-195', async () => {
      await set(scene.department, { supplier: 0 })
      expect([await of(below), await of(scene.approver)]).toEqual([0, 4])
      await set(scene.team, { supplier: 3 })
      expect(await of(below)).toBe(3)
    })
    await proves('LIVE-053', async () => {
      for (const wrong of [1, 2, 5])
        expect(await refusal(set(scene.team, { supplier: wrong as never }))).toMatchObject({ errorCode: 900_001 })
      expect(await of(below)).toBe(3)
    })
    const { items } = await as(scene.chief).suppliers()
    expect(items.map((item) => [item.organizationId, item.supplier])).toEqual(
      expect.arrayContaining([
        [scene.companyId, 4],
        [scene.department, 0],
        [scene.team, 3],
      ]),
    )
  })

  it('[LIVE-138] is set by the manager of the organization', async () => {
    const branch = await buildMember(platform.db, {
      companyId: scene.companyId,
      organizationId: scene.team,
      roles: ['admin'],
    })
    await set(scene.team, { supplier: 3 }, branch)
    expect((await as(branch).suppliers()).items.map((item) => item.organizationId)).toEqual([scene.team])
    expect(await refusal(set(scene.companyId, { supplier: 3 }, branch))).toMatchObject({
      status: 403,
      errorCode: 10_138,
    })
    expect(await refusal(set(scene.team, { supplier: 3 }, scene.host))).toMatchObject({ status: 403 })
    const stranger = (await buildScene(platform)).chief
    expect(await refusal(set(scene.team, { supplier: 3 }, stranger))).toMatchObject({ errorCode: 900_005 })
    expect(await refusal(set(scene.team, { supplier: 7 as never }))).toMatchObject({ errorCode: 900_001 })
  })

  it('[LIVE-242] may be none: then nobody may apply', async () => {
    const place = await buildScene(platform)
    await set(place.companyId, { supplier: null }, place.chief)
    expect(await refusal(as(place.host).supplier())).toMatchObject({ status: 422, errorCode: 100_411 })
    const body = formOf(platform)
    expect(await refusal(as(place.host).apply({ body }))).toMatchObject({ errorCode: 100_411 })
    expect((await as(place.host).list({ query: { mine: 1 } })).recordCount).toBe(0)
  })

  it('[LIVE-241] ends with its service: nobody may apply, change, start or enter', async () => {
    const place = await buildScene(platform)
    const id = await publishedLive(platform, place.host)
    const cancelled = await publishedLive(platform, place.host)
    await as(place.host).revoke(ofId(cancelled))
    await set(place.companyId, { supplier: 3, expiresAt: platform.now + minuteMs }, place.chief)
    expect(await as(place.host).supplier()).toMatchObject({ expired: false })
    platform.now += minuteMs
    expect(await as(place.host).supplier()).toMatchObject({ liveSupply: 3, expired: true })
    const calls = [
      () => as(place.host).apply({ body: formOf(platform) }),
      () => as(place.host).update({ ...ofId(id), body: formOf(platform) }),
      () => as(place.host).republish(ofId(cancelled)),
      () => as(place.host).start(ofId(id)),
      () => as(place.host).enterUrl({ ...ofId(id), query: { urlType: 1 } }),
      () => as(place.learner).enter(ofId(id)),
      () => as(place.learner).temporaryUrl(ofId(id)),
    ]
    for (const call of calls) expect(await refusal(call())).toMatchObject({ status: 422, errorCode: 100_319 })
    // Existing live sessions stay readable.
    expect(await as(place.learner).detail(ofId(id))).toMatchObject({ status: 1 })
    await set(place.companyId, { supplier: 3 }, place.chief)
    await as(place.host).start(ofId(id))
  })

  it.each([0, 4] as const)('[LIVE-149] %s uses the built-in rooms without another engine', async (supplier) => {
    const place = await buildScene(platform)
    await set(place.companyId, { supplier }, place.chief)
    const { id } = await platform.client(legacyLive, place.host).apply({ body: formOf(platform, { genseeDesc: '旧' }) })
    await platform.runJobs()
    expect(await as(place.host).live(ofId(id))).toMatchObject({ supplier, genseeDesc: '旧', genseeStatus: 3 })
    const { url } = await platform.client(legacyLive, place.host).start(ofId(id))
    expect(url).toMatch(new RegExp(`/#/activity/gensee/live/${id}/true$`))
    const entry = await platform.client(legacyLive, place.learner).enter(ofId(id))
    expect(entry.url).toMatch(new RegExp(`/#/activity/gensee/detail/${id}$`))
  })
})

describe('whether a supplier works', () => {
  const status = async (member = scene.chief) => (await as(member).supplierStatus()).items
  const check = (supplier: 0 | 3 | 4, member = scene.chief) => as(member).checkSupplier({ params: { supplier } })

  it('is unknown before the first check, and kept after it, for one company alone', async () => {
    expect(await status()).toMatchObject([
      { supplier: 3, engine: 'built-in', state: null, checkedAt: null },
      { supplier: 0, engine: 'built-in', state: null },
      { supplier: 4, engine: 'built-in', state: null },
    ])
    const checked = await check(3)
    expect(checked).toMatchObject({
      supplier: 3,
      engine: 'built-in',
      state: expect.stringMatching(/^(ok|warning|down)$/),
    })
    expect(checked.checkedAt).toBeGreaterThan(0)
    expect((await status())[0]).toEqual(checked)
    const again = await check(3)
    expect(again.checkedAt).toBeGreaterThanOrEqual(checked.checkedAt ?? 0)
    const elsewhere = await buildCompany(platform.db, '别处')
    const stranger = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'] })
    expect((await status(stranger)).map(({ state }) => state)).toEqual([null, null, null])
  })

  it('is asked by those who manage live sessions, of the suppliers that there are', async () => {
    expect(await refusal(check(3, scene.learner))).toMatchObject({ status: 403 })
    expect(await refusal(as(scene.learner).supplierStatus())).toMatchObject({ status: 403 })
    expect(await refusal(check(1 as never))).toMatchObject({ errorCode: 900_001 })
  })
})
