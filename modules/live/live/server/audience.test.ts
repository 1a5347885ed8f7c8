import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { rooms } from '#modules/live/rooms/contract.ts'
import { roomKind } from '#modules/live/rooms/server.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { live } from '../contract.ts'
import { buildLive } from './live.fixture.ts'
import { buildScene, legacyLive, minuteMs, publishedLive, type Scene } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const as = (member: BuiltMember) => platform.client(live, member)
const legacy = (member: BuiltMember) => platform.client(legacyLive, member)
const ofId = (id: string) => ({ params: { id } })
const published = (input = {}) => publishedLive(platform, scene.host, input)
const seen = (id: string) => as(scene.host).live(ofId(id))
const learners = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildMember(platform.db, { companyId: scene.companyId })))

async function inState(status: 0 | 3 | 4): Promise<string> {
  const { companyId, host } = scene
  return buildLive(platform.db, {
    companyId,
    hostId: host.id,
    status,
    now: platform.now,
    startTime: platform.now - 2 * 60 * minuteMs,
  })
}

describe('reservations', () => {
  it('count once for each member, and can be cancelled', async () => {
    const id = await published()
    const { learner, lecturer } = scene
    const reserved = async (member: BuiltMember) => (await as(member).appointment(ofId(id))).appointmentStatus
    const reservedNumber = async () => (await seen(id)).subNumber
    expect(await reservedNumber()).toBe(0)
    await proves('LIVE-189', async () => {
      await as(learner).subscribe(ofId(id))
      expect([await reserved(learner), await reservedNumber()]).toEqual([true, 1])
    })
    await proves('LIVE-190', async () => {
      await legacy(learner).subscribe(ofId(id))
      expect(await reservedNumber()).toBe(1)
      await legacy(lecturer).subscribe(ofId(id))
      expect([await reserved(lecturer), await reservedNumber()]).toEqual([true, 2])
    })
    await proves('LIVE-157', async () => {
      expect(await as(learner).appointment(ofId(id))).toEqual({ appointmentStatus: true })
      expect(await as(scene.approver).appointment(ofId(id))).toEqual({ appointmentStatus: false })
    })
    await proves('LIVE-158', async () => {
      expect(await legacy(learner).appointment(ofId(id))).toEqual({ appointmentStatus: true })
      expect(await legacy(scene.approver).appointment(ofId(id))).toEqual({ appointmentStatus: false })
    })
    await proves('LIVE-033', async () => {
      expect(await reservedNumber()).toBe(2)
      expect(await as(scene.approver).detail(ofId(id))).toMatchObject({ subNumber: 2 })
    })
    await proves('LIVE-192', async () => {
      await legacy(learner).cancelSubscribe(ofId(id))
      expect([await reserved(learner), await reservedNumber()]).toEqual([false, 1])
    })
    await proves('LIVE-191', async () => {
      await as(learner).cancelSubscribe(ofId(id))
      expect(await reservedNumber()).toBe(1)
      await as(lecturer).cancelSubscribe(ofId(id))
      expect([await reserved(lecturer), await reservedNumber()]).toEqual([false, 0])
    })
  })

  it('[LIVE-034] stay exact under concurrent reservations, including duplicates', async () => {
    const id = await published()
    const many = await learners(8)
    const of = (index: number) => as(many[index % many.length] as BuiltMember)
    // Half of them had reserved it before and cancelled.
    const begin = async () => {
      for (const index of [0, 1, 2, 3]) await of(index).subscribe(ofId(id))
      for (const index of [0, 1, 2, 3]) await of(index).cancelSubscribe(ofId(id))
    }
    const reserved = await race(platform, 16, (index) => of(index).subscribe(ofId(id)), { begin })
    expect(reserved).toMatchObject({ accepted: 16, refused: {} })
    expect((await seen(id)).subNumber).toBe(8)
    const all = async () => expect((await seen(id)).subNumber).toBe(8)
    await race(platform, 10, (index) => of(index % 5).cancelSubscribe(ofId(id)), { begin: all })
    expect((await seen(id)).subNumber).toBe(3)
  })

  it.each<[string, 0 | 3 | 4, number, number]>([
    ['LIVE-238', 0, 100_308, 100_308],
    ['LIVE-236', 3, 100_316, 40_316],
    ['LIVE-237', 4, 100_033, 100_033],
  ])(
    '[%s] with status %i they are refused with %i, on the legacy path with %i',
    async (_, status, code, legacyCode) => {
      const id = await inState(status)
      for (const call of ['subscribe', 'enter', 'temporaryUrl'] as const) {
        expect(await refusal(as(scene.learner)[call](ofId(id)))).toMatchObject({ status: 422, errorCode: code })
        expect(await refusal(legacy(scene.learner)[call](ofId(id)))).toMatchObject({
          status: 422,
          errorCode: legacyCode,
        })
      }
      expect(await refusal(as(scene.learner).processingSign(ofId(id)))).toMatchObject({ errorCode: code })
    },
  )

  it('require an upcoming live session', async () => {
    const waiting = await inState(0)
    const unpublished = [
      () => as(scene.learner).detail(ofId(waiting)),
      () => as(scene.learner).front(ofId(waiting)),
      () => as(scene.learner).appointment(ofId(waiting)),
      () => as(scene.learner).cancelSubscribe(ofId(waiting)),
      () => as(scene.learner).relativeMembers({ query: { businessId: waiting } }),
      () => as(scene.learner).score({ query: { businessId: waiting } }),
      () => as(scene.learner).giveScore({ body: { businessId: waiting, score: 5 } }),
    ]
    for (const call of unpublished) expect(await refusal(call())).toMatchObject({ errorCode: 100_308 })
    const over = await inState(3)
    const entry = { ...ofId(over), query: { urlType: 1 as const } }
    expect(await refusal(as(scene.host).enterUrl(entry))).toMatchObject({
      errorCode: 100_316,
      message: expect.stringContaining('直播已结束'),
    })
    expect(await refusal(legacy(scene.host).enterUrl(entry))).toMatchObject({
      errorCode: 40_316,
      message: expect.stringContaining('直播已结束'),
    })
  })

  it('are reminded a quarter of an hour before, and appear in the calendar', async () => {
    const startTime = platform.now + 20 * minuteMs
    const id = await published({ startTime, subject: '提醒我' })
    await as(scene.learner).subscribe(ofId(id))
    const { soonJob } = await import('./publication.ts')
    const remind = (at: number) =>
      platform.root.transaction().execute(async (transaction) => {
        const payload = { companyId: scene.companyId, id, startTime: at }
        await soonJob.run(transaction as never, payload, { outside: platform.outside, now: platform.now })
      })
    // The live session has moved since: the old reminder sends nothing.
    await remind(startTime - 1)
    const listReceived = async () => (await platform.client(messages, scene.learner).listNotifications()).items
    expect((await listReceived()).filter(({ type }) => type === 'live.soon')).toEqual([])
    await remind(startTime)
    expect((await listReceived())[0]).toMatchObject({ type: 'live.soon', link: `/live/detail/${id}` })
    const { calendarSource } = await import('#modules/platform/messages/server.ts')
    const window = { companyId: scene.companyId, from: startTime - 1, to: startTime + 1 }
    const entries = async (memberId: string) =>
      (await Promise.all(calendarSource.all().map((one) => one.entries(platform.db, { ...window, memberId })))).flat()
    expect(await entries(scene.learner.id)).toMatchObject([{ id: `live:${id}`, startsAt: startTime }])
    expect(await entries(scene.approver.id)).toEqual([])
  })
})

describe('entering', () => {
  it('counts each member once, on both paths and in the room', async () => {
    const id = await published()
    const entered = async () => (await seen(id)).attendNumber
    expect(await entered()).toBe(0)
    const address = expect.stringMatching(new RegExp(`/#/live/detail/${id}$`))
    await proves('LIVE-167', async () => {
      const { url, webUrl } = await as(scene.learner).enter(ofId(id))
      expect([url, webUrl]).toEqual([address, url])
      expect(await entered()).toBe(1)
      await as(scene.learner).enter(ofId(id))
      expect(await entered()).toBe(1)
    })
    await proves('LIVE-168', async () => {
      await legacy(scene.learner).enter(ofId(id))
      expect(await entered()).toBe(1)
      expect((await legacy(scene.lecturer).enter(ofId(id))).url).toEqual(address)
      await legacy(scene.lecturer).enter(ofId(id))
      expect(await entered()).toBe(2)
    })
    await proves('LIVE-035', async () => {
      const kind = roomKind.all().find((one) => one.kind === 'live')
      const ask = { companyId: scene.companyId, roomId: id, now: platform.now }
      await kind?.entered?.(platform.db, { ...ask, memberId: scene.learner.id })
      expect(await entered()).toBe(2)
      const many = await learners(6)
      const enter = (index: number) => as(many[index % many.length] as BuiltMember).enter(ofId(id))
      expect(await race(platform, 12, enter, { begin: () => enter(0) })).toMatchObject({ accepted: 12 })
      expect(await entered()).toBe(8)
    })
    const account = await platform.client(currency, scene.learner).awardRecords()
    expect(account.items.filter(({ rule }) => rule === '参加直播')).toHaveLength(1)
  })

  it('gives host and lecturers entries of their own', async () => {
    const id = await published({ lecturerIds: [scene.lecturer.id] })
    const entry = (member: BuiltMember, urlType: 1 | 2) =>
      as(member).enterUrl({ ...ofId(id), query: { identity: 2, urlType } })
    const addressOf = (page: 'action' | 'lecturer') => expect.stringMatching(new RegExp(`/#/live/${page}/${id}$`))
    const host = await proves('LIVE-130', async () => {
      const answer = await entry(scene.host, 1)
      expect(answer).toEqual({ webUrl: addressOf('action'), clientUrl: answer.webUrl })
      return answer
    })
    await proves('LIVE-159', async () => {
      expect((await entry(scene.host, 1)).webUrl).toEqual(addressOf('action'))
      expect((await entry(scene.lecturer, 2)).webUrl).toEqual(addressOf('lecturer'))
      expect(await refusal(entry(scene.lecturer, 1))).toMatchObject({ status: 403 })
      expect(await refusal(entry(scene.learner, 2))).toMatchObject({ status: 403 })
    })
    await proves('LIVE-160', async () => {
      const older = (member: BuiltMember, urlType: 1 | 2) =>
        legacy(member).enterUrl({ ...ofId(id), query: { identity: 2, urlType } })
      expect(await older(scene.host, 1)).toEqual(host)
      expect(await older(scene.lecturer, 2)).toEqual(await entry(scene.lecturer, 2))
      expect(await refusal(older(scene.learner, 2))).toMatchObject({ status: 403 })
    })
    const asked = (query: object) => refusal(as(scene.host).enterUrl({ ...ofId(id), query: query as never }))
    await proves('LIVE-133', async () => {
      for (const urlType of [0, 3]) expect(await asked({ urlType })).toMatchObject({ errorCode: 900_001 })
      expect((await entry(scene.host, 2)).webUrl).toEqual(addressOf('lecturer'))
    })
    await proves('LIVE-134', async () => {
      for (const identity of [0, 1, 3])
        expect(await asked({ identity, urlType: 1 })).toMatchObject({ errorCode: 900_001 })
      expect(await entry(scene.host, 1)).toEqual(host)
    })
  })

  it('gives the organizer side a guest address for two hours, others their own', async () => {
    const id = await published()
    const givesAddresses = async (callsOf: typeof as) => {
      const guest = await callsOf(scene.host).temporaryUrl(ofId(id))
      expect(guest.expiresAt).toBe(platform.now + 2 * 60 * minuteMs)
      const token = guest.url.split('?token=')[1] ?? ''
      const visit = { ...ofId(id), body: { token } }
      expect(await platform.client(live).keylogin(visit)).toMatchObject({ id, role: 'attendee', entry: 'room' })
      expect(await callsOf(scene.learner).temporaryUrl(ofId(id))).toEqual({
        url: `${platform.outside.config.publicUrl}/#/live/detail/${id}`,
        expiresAt: null,
      })
    }
    await proves('LIVE-165', () => givesAddresses(as))
    await proves('LIVE-166', () => givesAddresses(legacy))
    // Without a room each person gets the own address: a lecturer gets the lecturer's, not the host's.
    const elsewhere = { liveType: 2 as const, externalUrl: 'https://live.example.com/1' }
    const teacher = await buildMember(platform.db, { companyId: scene.companyId })
    const external = await published({ ...elsewhere, lecturerIds: [teacher.id] })
    const pathFor = async (member: BuiltMember) => {
      const { url, expiresAt } = await as(member).temporaryUrl(ofId(external))
      return [url.split('/#')[1], expiresAt]
    }
    expect(await pathFor(scene.host)).toEqual([`/live/action/${external}`, null])
    expect(await pathFor(teacher)).toEqual([`/live/lecturer/${external}`, null])
    expect(await pathFor(scene.learner)).toEqual([`/live/detail/${external}`, null])
  })

  it('admits everybody who may see the live session, each in their role', async () => {
    const id = await published({ lecturerIds: [scene.lecturer.id], shareScope: 2 })
    const join = (member: BuiltMember) =>
      platform.client(rooms, member).join({ ...ofId(id), body: { device: 'pc' } as never })
    const outsider = (await learners(1))[0] as BuiltMember
    expect(await refusal(join(outsider))).toMatchObject({ errorCode: 100_309 })
    const kind = roomKind.all().find((one) => one.kind === 'live')
    const ask = { companyId: scene.companyId, roomId: id, now: platform.now }
    const roleOf = async (member: BuiltMember) => kind?.admit(platform.db, { ...ask, memberId: member.id })
    expect(await Promise.all([scene.host, scene.lecturer, scene.learner].map(roleOf))).toEqual([
      'host',
      'lecturer',
      'viewer',
    ])
    await as(scene.host).revoke(ofId(id))
    await expect(roleOf(scene.learner)).rejects.toMatchObject({ error: { code: 100_033 } })
    await expect(kind?.admitGuest(platform.db, { ...ask, role: 'viewer' })).rejects.toMatchObject({
      error: { code: 100_033 },
    })
  })
})

describe('while it is in progress', () => {
  it('[LIVE-199] lets members sign in; the first time counts', async () => {
    const id = await published()
    expect(await refusal(as(scene.learner).processingSign(ofId(id)))).toMatchObject({ errorCode: 100_326 })
    await as(scene.host).start(ofId(id))
    const { signedAt } = await as(scene.learner).processingSign(ofId(id))
    expect(signedAt).toBe(platform.now)
    platform.now += minuteMs
    expect(await as(scene.learner).processingSign(ofId(id))).toEqual({ signedAt })
    expect((await seen(id)).attendNumber).toBe(1)
    // A clock that moves backwards changes nothing.
    platform.now -= 2 * minuteMs
    expect(await as(scene.learner).processingSign(ofId(id))).toEqual({ signedAt })
    platform.now += minuteMs
  })
})

describe('scores', () => {
  it('are given once, and averaged', async () => {
    const id = await published()
    const [one, two] = (await learners(2)) as [BuiltMember, BuiltMember]
    const score = (member: BuiltMember, stars: number) =>
      as(member).giveScore({ body: { businessId: id, score: stars } })
    const scoreOf = (member: BuiltMember) => as(member).score({ query: { businessId: id } })
    expect(await scoreOf(one)).toEqual({ score: null, avgScore: 0, scoreCount: 0 })
    await score(one, 5)
    await score(two, 2)
    await proves('LIVE-196', async () => {
      expect(await scoreOf(one)).toEqual({ score: 5, avgScore: 3.5, scoreCount: 2 })
      expect(await scoreOf(two)).toEqual({ score: 2, avgScore: 3.5, scoreCount: 2 })
      expect(await scoreOf(scene.learner)).toEqual({ score: null, avgScore: 3.5, scoreCount: 2 })
    })
    await proves('LIVE-036', async () => expect((await seen(id)).avgScore).toBe(3.5))
    await proves('LIVE-197', async () => {
      expect(await refusal(score(one, 1))).toMatchObject({
        ...{ status: 422, errorCode: 40_208, message: expect.stringContaining('已评分') },
      })
      expect(await scoreOf(one)).toMatchObject({ score: 5, avgScore: 3.5, scoreCount: 2 })
      for (const wrong of [0, 6, 4.5])
        expect(await refusal(score(scene.learner, wrong))).toMatchObject({ errorCode: 900_001 })
      const [three] = (await learners(1)) as [BuiltMember]
      const begin = async () => expect((await scoreOf(one)).scoreCount).toBe(2)
      const raced = await race(platform, 10, (index) => score(three, (index % 5) + 1), { begin })
      expect(raced).toMatchObject({ accepted: 1, refused: { 40208: 9 } })
      expect((await scoreOf(one)).scoreCount).toBe(3)
    })
  })
})

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
