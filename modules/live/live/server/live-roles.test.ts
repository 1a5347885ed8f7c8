import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { buildLive } from './live.fixture.ts'
import { buildScene, publishedLive, type Scene, sceneSteps } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const { as, inState, learners, legacy, ofId, published, seen } = sceneSteps(platform, () => scene)

describe('comments and collections', () => {
  it('[LIVE-200] use 15 for supplier 3, and 5 for the legacy family', async () => {
    const id = await published()
    const { companyId, host } = scene
    const gensee = await buildLive(platform.db, { companyId, hostId: host.id, supplier: 4, now: platform.now })
    const calls = platform.client(topics, scene.learner)
    const collect = (businessId: string, businessType: number) =>
      calls.collect({ body: { businessId, businessType } as never })
    const collected = (businessId: string, businessType: number) =>
      calls.findCollects({ query: { businessId, businessType } as never })
    expect(await collected(id, 15)).toMatchObject({ collectId: null })
    await collect(id, 15)
    await collect(gensee, 5)
    expect(await collected(id, 15)).toMatchObject({ collectId: expect.any(String) })
    expect(await collected(gensee, 5)).toMatchObject({ collectId: expect.any(String) })
    expect(await refusal(collect(id, 5))).toMatchObject({ errorCode: 900_005 })
    const waiting = await inState(0)
    expect(await refusal(collect(waiting, 15))).toMatchObject({ errorCode: 900_005 })
    await calls.addComment({ body: { businessId: id, businessType: 15, content: '讲得好' } as never })
  })
})

describe('the members of a live', () => {
  it('are its host and lecturers; the organizer side also sees the audience', async () => {
    const id = await published({ lecturerIds: [scene.lecturer.id] })
    const [reserver, there] = (await learners(2)) as [BuiltMember, BuiltMember]
    await as(reserver).subscribe(ofId(id))
    await as(there).subscribe(ofId(id))
    await as(there).enter(ofId(id))
    const related = async (member: BuiltMember, callsOf: typeof as) => {
      const page = await callsOf(member).relativeMembers({ query: { businessId: id } })
      return page.items.map((one) => [one.id, one.relation])
    }
    const owners = [
      [scene.host.id, 'host'],
      [scene.lecturer.id, 'lecturer'],
    ]
    const comers = [
      [there.id, 'attended'],
      [reserver.id, 'reserved'],
    ]
    for (const [requirement, callsOf] of [
      ['LIVE-169', as],
      ['LIVE-170', legacy],
    ] as const)
      await proves(requirement, async () => {
        expect(await related(scene.learner, callsOf)).toEqual(owners)
        expect(await related(scene.lecturer, callsOf)).toEqual([...owners, ...comers])
      })
    const page = await as(scene.host).relativeMembers({ query: { businessId: id, page: 2, pageSize: 3 } })
    expect([page.items.length, page.recordCount]).toEqual([1, 4])
  })

  it('keep the role of a lecturer while an unfinished live session needs them', async () => {
    const calls = platform.client(identity, scene.chief)
    const { items } = await calls.listGrants({ query: { memberId: scene.lecturer.id } })
    const grant = { params: { id: items[0]?.id ?? '' } }
    const id = await published({ lecturerIds: [scene.lecturer.id] })
    await proves('LIVE-247', async () => {
      expect(await refusal(calls.revokeRole(grant))).toMatchObject({
        ...{ status: 422, errorCode: 40_324, message: expect.stringContaining('直播讲师不能删除') },
      })
      const kept = await calls.listGrants({ query: { memberId: scene.lecturer.id } })
      expect(kept.items.map((one) => one.id)).toContain(grant.params.id)
    })
    const ended = async (liveId: string) => {
      const { status } = await seen(liveId)
      if (status === 1) await as(scene.host).revoke(ofId(liveId))
    }
    const { items: taught } = await as(scene.lecturer).list({ query: { mine: 1, pageSize: 100 } })
    expect(taught.map((one) => one.id)).toContain(id)
    await proves('LIVE-248', async () => {
      for (const one of taught) await ended(one.id)
      const { host, lecturer } = scene
      const busy = await published({ lecturerIds: [lecturer.id] })
      await as(host).start(ofId(busy))
      expect(await refusal(calls.revokeRole(grant))).toMatchObject({ errorCode: 40_324 })
      await as(host).end(ofId(busy))
      await calls.revokeRole(grant)
      const left = await calls.listGrants({ query: { memberId: lecturer.id } })
      expect(left.items.map((one) => one.id)).not.toContain(grant.params.id)
    })
  })
})

describe('banners', () => {
  it('[LIVE-198] are set by an administrator, and only link to visible live sessions', async () => {
    const { companyId, chief, learner } = scene
    const owner = { companyId, ownerId: chief.id, kind: 'cover', contentType: 'image/png' } as const
    const { id: pictureId } = await buildFile(platform.db, owner)
    const { id: pdf } = await buildFile(platform.db, { ...owner, contentType: 'application/pdf' })
    const hidden = await publishedLive(platform, scene.host, { shareScope: 2 })
    const items = [
      { title: '首页推荐', pictureId, url: 'https://example.com/' },
      { title: '部门直播', pictureId, liveId: hidden },
      { title: '', pictureId },
    ]
    await as(chief).setBanners({ body: { items } })
    expect((await as(learner).banners({ query: { client: 1 } })).items.map(({ title }) => title)).toEqual([
      '首页推荐',
      '部门直播',
      '',
    ])
    const outsider = (await learners(1))[0] as BuiltMember
    expect((await as(outsider).banners()).items.map(({ title }) => title)).toEqual(['首页推荐', ''])
    const set = (item: object) => refusal(as(chief).setBanners({ body: { items: [item as never] } }))
    expect(await set({ title: 'x', pictureId: pdf })).toMatchObject({ errorCode: 900_005 })
    expect(await set({ title: 'x', pictureId, liveId: companyId })).toMatchObject({ errorCode: 900_005 })
    expect(await set({ title: 'x', pictureId, liveId: hidden, url: 'https://example.com/' })).toMatchObject({
      errorCode: 900_001,
    })
    expect(await set({ title: 'x', pictureId, url: 'javascript:alert(1)' })).toMatchObject({ errorCode: 900_001 })
    expect(await refusal(as(learner).setBanners({ body: { items: [] } }))).toMatchObject({ status: 403 })
    expect((await as(learner).banners()).recordCount).toBe(3)
    await as(chief).setBanners({ body: { items: [] } })
    expect(await as(learner).banners()).toEqual({ items: [], recordCount: 0 })
  })
})
