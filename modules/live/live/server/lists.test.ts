import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { livesPerPage } from '../contract/shapes.ts'
import { live } from '../contract.ts'
import { subjectKey } from './forms.ts'
import { buildLive } from './live.fixture.ts'
import { buildScene, legacyLive, minuteMs, publishedLive, type Scene } from './scene.fixture.ts'

const platform = testPlatform()
let scene: Scene
/** A member of the team below the department, one of the company itself, one of another department. */
let below: BuiltMember
let above: BuiltMember

beforeAll(async () => {
  scene = await buildScene(platform)
  below = await buildMember(platform.db, { companyId: scene.companyId, organizationId: scene.team })
  above = await buildMember(platform.db, { companyId: scene.companyId })
})

const as = (member: BuiltMember) => platform.client(live, member)
const legacy = (member: BuiltMember) => platform.client(legacyLive, member)
const ofId = (id: string) => ({ params: { id } })
const make = (input: Partial<Parameters<typeof buildLive>[1]> = {}) =>
  buildLive(platform.db, {
    ...{ companyId: scene.companyId, organizationId: scene.department, hostId: scene.host.id, now: platform.now },
    ...input,
  })
const ids = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)

describe('a live', () => {
  it('is the same on both families of paths', async () => {
    const id = await publishedLive(platform, scene.host, { subject: '两条路径一个直播' })
    const calls = [
      ['live', 'LIVE-151', 'LIVE-152'],
      ['detail', 'LIVE-153', 'LIVE-154'],
      ['front', 'LIVE-155', 'LIVE-156'],
      ['preview', 'LIVE-193', 'LIVE-194'],
    ] as const
    for (const [call, newer, older] of calls) {
      const made = await proves(newer, async () => {
        const answer = await as(scene.host)[call](ofId(id))
        expect(answer).toMatchObject({ id, subject: '两条路径一个直播', status: 1, host: { id: scene.host.id } })
        return answer
      })
      await proves([older, 'LIVE-149'], async () => expect(await legacy(scene.host)[call](ofId(id))).toEqual(made))
    }
  })

  it('accepts the parameters of the detail’s screens', async () => {
    const id = await make()
    const query = { businessId: id, type: 'detail', homeConfigId: 'home-1' }
    await proves('LIVE-153', async () => {
      expect(await as(scene.learner).detail({ ...ofId(id), query })).toMatchObject({ id, status: 1 })
    })
    await proves('LIVE-154', async () => {
      expect(await legacy(scene.learner).detail({ ...ofId(id), query })).toMatchObject({ id, status: 1 })
    })
  })

  it('shows its links and tokens only to the organizer side', async () => {
    const id = await publishedLive(platform, scene.host, { lecturerIds: [scene.lecturer.id] })
    const links = {
      organizerJoinUrl: `${platform.outside.config.publicUrl}/#/lives/keylogin/${id}`,
      panelistJoinUrl: expect.any(String),
      attendeeToken: expect.any(String),
      organizerToken: expect.any(String),
    }
    for (const member of [scene.host, scene.lecturer, scene.chief])
      expect(await as(member).detail(ofId(id))).toMatchObject(links)
    for (const [requirement, callsOf] of [
      ['LIVE-155', as],
      ['LIVE-156', legacy],
    ] as const)
      await proves(requirement, async () => {
        expect(await callsOf(scene.learner).front(ofId(id))).toMatchObject({
          ...{ organizerJoinUrl: null, organizerToken: null, panelistJoinUrl: null, panelistToken: null },
          ...{ id, attendeeJoinUrl: null, attendeeToken: null, actions: [], role: 'viewer' },
        })
      })
    expect(await refusal(as(scene.learner).live(ofId(id)))).toMatchObject({ status: 403, errorCode: 10_138 })
  })

  it('[LIVE-031] has its description under the name of its family', async () => {
    const own = await make({ description: '新' })
    const gensee = await make({ description: '旧', supplier: 0 })
    const other = await make({ description: '亦旧', supplier: 4 })
    expect(await as(scene.learner).detail(ofId(own))).toMatchObject({ desc: '新', genseeDesc: null, businessType: 15 })
    expect(await legacy(scene.learner).detail(ofId(gensee))).toMatchObject({
      desc: null,
      genseeDesc: '旧',
      businessType: 5,
    })
    expect(await legacy(scene.learner).detail(ofId(other))).toMatchObject({ desc: null, genseeDesc: '亦旧' })
  })

  it('has no comments if it does not exist, or belongs to another company: 900005, as for any item', async () => {
    const elsewhere = (await buildScene(platform)).chief
    const query = { businessType: 5, businessId: await make() }
    const comments = (member: BuiltMember, id = query.businessId) =>
      refusal(platform.client(topics, member).listComments({ query: { ...query, businessId: id } }))
    expect((await comments(elsewhere)).errorCode).toBe(900_005)
    for (const member of [scene.learner, scene.host, scene.chief])
      expect((await comments(member, scene.learner.id)).errorCode).toBe(900_005)
  })

  it('[LIVE-239] is refused with 100318 if it does not exist, or belongs to another company', async () => {
    const stranger = (await buildScene(platform)).chief
    const id = await make()
    for (const call of [
      'live',
      'detail',
      'front',
      'preview',
      'appointment',
      'enter',
      'temporaryUrl',
      'subscribe',
    ] as const) {
      expect(await refusal(as(stranger)[call](ofId(id)))).toMatchObject({ status: 422, errorCode: 100_318 })
      expect(await refusal(as(scene.host)[call](ofId(scene.companyId)))).toMatchObject({ errorCode: 100_318 })
    }
    const more = [
      () => as(stranger).cancelSubscribe(ofId(id)),
      () => as(stranger).processingSign(ofId(id)),
      () => as(stranger).roleLinks(ofId(id)),
      () => as(stranger).changeRoleLink({ ...ofId(id), body: { role: 'attendee', renew: true } }),
      () => as(stranger).enterUrl({ ...ofId(id), query: { urlType: 1 } }),
      () => as(stranger).relativeMembers({ query: { businessId: id } }),
      () => as(stranger).score({ query: { businessId: id } }),
      () => as(stranger).giveScore({ body: { businessId: id, score: 5 } }),
    ]
    for (const call of more)
      expect(await refusal(call())).toMatchObject({
        errorCode: 100_318,
        message: expect.stringContaining('直播不存在'),
      })
  })

  it('[LIVE-146] is visible only in its share scope', async () => {
    const everyone = await make({ shareScope: 1 })
    const own = await make({ shareScope: 2 })
    const withTeams = await make({ shareScope: 3 })
    const sees = async (member: BuiltMember) => {
      const found = ids(await as(member).list({ query: { pageSize: 100 } }))
      return [everyone, own, withTeams].filter((id) => found.includes(id))
    }
    expect(await sees(scene.learner)).toEqual([everyone, own, withTeams])
    expect(await sees(below)).toEqual([everyone, withTeams])
    expect(await sees(above)).toEqual([everyone])
    // The host, and the managers there.
    expect(await sees(scene.chief)).toEqual([everyone, own, withTeams])
    const refused = await refusal(as(below).detail(ofId(own)))
    expect(refused).toMatchObject({
      status: 422,
      errorCode: 100_309,
      message: expect.stringContaining('您没有权限访问该直播'),
    })
    expect(await refusal(legacy(above).front(ofId(withTeams)))).toMatchObject({ errorCode: 40_326 })
    const hidden = [
      () => as(above).detail(ofId(own)),
      () => as(above).front(ofId(own)),
      () => as(above).appointment(ofId(own)),
      () => as(above).subscribe(ofId(own)),
      () => as(above).cancelSubscribe(ofId(own)),
      () => as(above).enter(ofId(own)),
      () => as(above).temporaryUrl(ofId(own)),
      () => as(above).processingSign(ofId(own)),
      () => as(above).relativeMembers({ query: { businessId: own } }),
      () => as(above).score({ query: { businessId: own } }),
      () => as(above).giveScore({ body: { businessId: own, score: 5 } }),
    ]
    for (const call of hidden) expect(await refusal(call())).toMatchObject({ errorCode: 100_309 })
    const hiddenLegacy = ['detail', 'appointment', 'subscribe', 'cancelSubscribe', 'enter', 'temporaryUrl'] as const
    for (const call of hiddenLegacy)
      expect(await refusal(legacy(above)[call](ofId(own)))).toMatchObject({ errorCode: 40_326 })
    const relatives = legacy(above).relativeMembers({ query: { businessId: own } })
    expect(await refusal(relatives)).toMatchObject({ errorCode: 40_326 })
    // A lecturer of another department sees their own live sessions.
    const taught = await publishedLive(platform, scene.host, { shareScope: 2, lecturerIds: [above.id] })
    expect((await as(above).detail(ofId(taught))).role).toBe('lecturer')
  })
})

describe('lists', () => {
  let place: Scene
  let lives: Record<'waiting' | 'soon' | 'later' | 'running' | 'past' | 'older' | 'cancelled', string>
  beforeAll(async () => {
    place = await buildScene(platform)
    const { now } = platform
    const put = (subject: string, input: object) =>
      buildLive(platform.db, { companyId: place.companyId, hostId: place.host.id, now, subject, ...input })
    lives = {
      waiting: await put('待审批的课', { status: 0, approvalStatus: 1 }),
      later: await put('下周的课', { startTime: now + 7 * 24 * 60 * minuteMs }),
      soon: await put('一小时后的课', { description: '量子力学' }),
      running: await put('正在讲的课', { status: 2, startTime: now - minuteMs }),
      older: await put('上月的课', { status: 3, startTime: now - 30 * 24 * 60 * minuteMs }),
      past: await put('昨天的课', { status: 3, startTime: now - 24 * 60 * minuteMs, supplier: 0 }),
      cancelled: await put('取消的课', { status: 4 }),
    }
  })

  it('upcoming: running and upcoming ones, the next first', async () => {
    const upcoming = [lives.running, lives.soon, lives.later]
    await proves('LIVE-171', async () => expect(ids(await as(place.learner).schedule())).toEqual(upcoming))
    await proves('LIVE-172', async () => expect(ids(await legacy(place.learner).schedule())).toEqual(upcoming))
  })

  it('[LIVE-037] each answers items and recordCount, also for a short page', async () => {
    for (const [call, all] of [
      ['schedule', 3],
      ['hot', 5],
      ['review', 2],
      ['list', 5],
    ] as const) {
      const page = await as(place.learner)[call]({ query: { page: 1, pageSize: 1 } })
      expect([Object.keys(page).sort(), page.items.length, page.recordCount]).toEqual([
        ['items', 'recordCount'],
        1,
        all,
      ])
    }
  })

  it('popular: by reservations and attendance', async () => {
    await as(place.learner).subscribe(ofId(lives.later))
    await as(place.learner).enter(ofId(lives.running))
    await as(place.host).subscribe(ofId(lives.later))
    for (const [requirement, callsOf] of [
      ['LIVE-177', as],
      ['LIVE-178', legacy],
    ] as const)
      await proves(requirement, async () => {
        const page = await callsOf(place.learner).hot({ query: { pageSize: 2 } })
        expect(ids(page)).toEqual([lives.later, lives.running])
        expect(page.recordCount).toBe(5)
        expect(ids(await callsOf(place.learner).hot({ query: { page: 3, pageSize: 2 } }))).toHaveLength(1)
      })
  })

  it('past ones, the latest first', async () => {
    const past = [lives.past, lives.older]
    await proves('LIVE-179', async () => expect(ids(await as(place.learner).review())).toEqual(past))
    await proves('LIVE-180', async () => expect(ids(await legacy(place.learner).review())).toEqual(past))
  })

  it('by name only; in pages, with the total', async () => {
    const find = async (text: string) => ids(await as(place.learner).list({ query: { text } }))
    await proves('LIVE-029', async () => {
      expect(await find('一小时后')).toEqual([lives.soon])
      expect(await find(' 一小时后 的课')).toEqual([lives.soon])
      expect(await find('量子')).toEqual([])
      expect(await find('%')).toEqual([])
    })
    for (const [requirement, callsOf] of [
      ['LIVE-175', as],
      ['LIVE-176', legacy],
    ] as const)
      await proves(requirement, async () => {
        const hit = await callsOf(place.learner).list({ query: { text: '一小时后' } })
        expect([ids(hit), hit.recordCount]).toEqual([[lives.soon], 1])
        const page = await callsOf(place.learner).list({ query: { page: 2, pageSize: 2 } })
        expect([page.items.length, page.recordCount]).toEqual([2, 5])
      })
    expect(ids(await as(place.learner).list({ query: { supplier: 0 } }))).toEqual([lives.past])
  })

  it('ten a page, as the screens request', async () => {
    const many = await buildScene(platform)
    const owner = { companyId: many.companyId, hostId: many.host.id, now: platform.now }
    for (let one = 0; one < 11; one += 1) await buildLive(platform.db, owner)
    for (const [requirement, callsOf] of [
      ['LIVE-175', as],
      ['LIVE-176', legacy],
    ] as const)
      await proves(requirement, async () => {
        const first = await callsOf(many.learner).list({ query: { pageSize: livesPerPage } })
        expect([first.items.length, first.recordCount]).toEqual([10, 11])
        expect((await callsOf(many.learner).list({ query: { page: 2, pageSize: livesPerPage } })).items).toHaveLength(1)
      })
  })

  it('own ones in every state, with the actions of each', async () => {
    const mine = await as(place.host).list({ query: { mine: 1, pageSize: 100 } })
    expect(mine.recordCount).toBe(7)
    const { counts = {} } = await as(place.host).list({ query: { mine: 1, status: 4 } })
    const byStatus = Object.groupBy(mine.items, ({ status }) => status)
    expect(counts).toEqual({
      all: 7,
      ...Object.fromEntries([0, 1, 2, 3, 4].map((status) => [status, byStatus[status as 0]?.length ?? 0])),
    })
    expect((await as(place.learner).list({ query: {} })).counts).toBeUndefined()
    const actions = Object.fromEntries(mine.items.map((item) => [item.id, item.actions.join(' ')]))
    await proves('LIVE-064', () => expect(actions[lives.soon]).toBe('start share view edit cancel'))
    await proves('LIVE-065', () => expect(actions[lives.running]).toBe('watch share view edit'))
    await proves('LIVE-066', () => expect(actions[lives.cancelled]).toBe('republish view edit'))
    await proves('LIVE-067', () => expect(actions[lives.waiting]).toBe('approval-detail'))
    await proves('LIVE-070', () => expect(actions[lives.past]).toBe(''))
    // Nobody decides there, so a pending one stays under review.
    expect(mine.items.find(({ id }) => id === lives.waiting)).toMatchObject({ displayStatus: 5 })
    expect((await as(place.learner).list({ query: { mine: 1 } })).recordCount).toBe(0)
    expect(ids(await as(place.host).list({ query: { mine: 1, status: 4 } }))).toEqual([lives.cancelled])
  })

  it('own ones by time: what runs, what comes, what is past', async () => {
    const { soon, later, running, past, older } = lives
    const mine = ids(await as(place.host).list({ query: { mine: 1, pageSize: 100 } }))
    expect(mine.filter((id) => [soon, later, running, past, older].includes(id))).toEqual([
      ...[running, soon, later],
      ...[past, older],
    ])
    expect(ids(await as(place.host).list({ query: { mine: 1, page: 1, pageSize: 1 } }))).toEqual([running])
  })

  it('are counted', async () => {
    const ofLearner = { liveCount: 1, scheduleCount: 2, reviewCount: 2, subscribedCount: 1, mineCount: 0 }
    for (const [count, history, callsOf] of [
      ['LIVE-173', 'LIVE-163', as],
      ['LIVE-174', 'LIVE-164', legacy],
    ] as const) {
      await proves(count, async () => {
        expect(await callsOf(place.learner).counts()).toEqual(ofLearner)
        expect(await callsOf(place.host).counts()).toMatchObject({ mineCount: 7 })
      })
      await proves(history, async () => {
        expect(await callsOf(place.learner).historyCount()).toEqual({ count: 2 })
        // The cache time of the client.
        expect(live.historyCount.cacheSeconds).toBe(120 * 60)
      })
    }
  })

  it('show nothing of another company', async () => {
    const stranger = (await buildScene(platform)).chief
    for (const call of ['schedule', 'hot', 'review', 'list'] as const)
      expect(await as(stranger)[call]()).toEqual({ items: [], recordCount: 0 })
  })
})

it('[LIVE-103] names differ by more than width, case and spaces', () => {
  expect(subjectKey(' Ｄａｔａ  Security ')).toBe('datasecurity')
})
