import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { community } from '../contract.ts'
import { scoreCircles } from './circle-figures.ts'
import { buildCircleOf } from './circles.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
let companyId: string
let owner: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  owner = await buildMember(platform.db, { companyId, roles: ['lecturer'], fullName: '周老师' })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const as = (member: BuiltMember) => platform.client(community, member)
const someone = () => buildMember(platform.db, { companyId })
const build = (memberIds: readonly [string, ...string[]], joinMode: 0 | 1 | 2 = 0) =>
  buildCircleOf(platform.db, { companyId, memberIds, joinMode })
const course = async (name = '课程') => (await buildCourse(platform.db, { author: owner, name })).id
const share = async (circleId: string, questionId: string, by = owner) => {
  await as(by).shareIntoCircles({ body: { questionId, addCircleIds: [circleId], removeCircleIds: [] } })
  const { rows } = await sql<{ id: string }>`select id from community.circle_share
    where circle_id = ${circleId} and item_id = ${questionId}`.execute(platform.root)
  return rows[0]?.id ?? ''
}
const titles = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ title }) => title)

describe('joining', () => {
  it('[COMMUNITY-114] is at once, after an administrator agrees, or not for members to do', async () => {
    const member = await someone()
    const [open, asked, added] = [await build([owner.id]), await build([owner.id], 1), await build([owner.id], 2)]
    const join = (circleId: string, leave = false) => as(member).joinCircle({ body: { circleId, leave } })
    const status = async (id: string) => (await as(member).circle({ params: { id } })).joinStatus
    expect(await status(open)).toBe(0)
    expect(await join(open)).toEqual({ joinStatus: 1 })
    expect(await status(open)).toBe(1)
    expect(await join(open, true)).toEqual({ joinStatus: 0 })
    expect(await join(open, true)).toEqual({ joinStatus: 0 })
    expect(await status(open)).toBe(0)
    expect(await Promise.all([join(asked), join(asked)])).toEqual([{ joinStatus: 2 }, { joinStatus: 2 }])
    expect(await status(asked)).toBe(2)
    expect((await as(owner).joinRequests({ params: { id: asked } })).recordCount).toBe(1)
    await join(asked, true)
    expect((await as(owner).joinRequests({ params: { id: asked } })).recordCount).toBe(0)
    expect(await refusal(join(added))).toMatchObject({ errorCode: 70315 })
    await as(owner).addCircleMembers({ params: { id: added }, body: { memberIds: [member.id] } })
    expect(await status(added)).toBe(1)
  })

  it('waits for one decision, which the member is sent', async () => {
    const [agreed, refused] = [await someone(), await someone()]
    const id = await build([owner.id], 1)
    for (const member of [agreed, refused]) await as(member).joinCircle({ body: { circleId: id, message: '想加入' } })
    expect(await as(owner).circle({ params: { id } })).toMatchObject({ waitingNum: 2 })
    expect(await as(agreed).circle({ params: { id } })).toMatchObject({ waitingNum: 0 })
    const { items: todos } = await platform.client(messages, owner).findMyUnfinished({ query: {} })
    expect(todos.filter(({ businessId }) => businessId === id)).toMatchObject([{ kind: 'circle.decide-join' }])
    const { items } = await as(owner).joinRequests({ params: { id } })
    expect(items.map(({ memberId, message }) => [memberId, message])).toEqual([
      [agreed.id, '想加入'],
      [refused.id, '想加入'],
    ])
    const [first, second] = items.map((request) => request.id)
    const decide = (by: BuiltMember, request: string | undefined, yes: boolean) =>
      as(by).decideJoinRequest({ params: { id: request ?? '' }, body: { agreed: yes, message: '下次再来' } })
    expect(await refusal(decide(agreed, first, true))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(decide(stranger, first, true))).toMatchObject({ errorCode: 900005 })
    await decide(owner, first, true)
    await decide(owner, second, false)
    expect(await refusal(decide(owner, first, false))).toMatchObject({ errorCode: 900005 })
    expect(await as(agreed).circle({ params: { id } })).toMatchObject({ joinStatus: 1, attentionNum: 2 })
    expect(await as(refused).circle({ params: { id } })).toMatchObject({ joinStatus: 0 })
    expect(await titles(refused)).toHaveLength(1)
    expect(await refusal(as(agreed).joinRequests({ params: { id } }))).toMatchObject({ errorCode: 10138 })
  })

  it('is what opens a circle: others read its name, description and number of members', async () => {
    const [member, other] = [await someone(), await someone()]
    const id = await build([owner.id, member.id], 1)
    const relation = await share(id, await course())
    const { id: announcement } = await as(owner).announceInCircle({
      params: { id },
      body: { title: '集合', content: '周五下午' },
    })
    expect(await as(other).circle({ params: { id } })).toMatchObject({ open: false, contentNum: 0, attentionNum: 2 })
    const hidden = [
      () => as(other).circleContents({ params: { id } }),
      () => as(other).circleMembers({ params: { id } }),
      () => as(other).circleAnnouncements({ params: { id } }),
      () => as(other).readCircleAnnouncement({ params: { id: announcement } }),
      () => as(other).removeFromCircle({ params: { id: relation }, body: {} }),
      () => as(other).seenCircle({ params: { id } }),
    ]
    for (const ask of hidden) expect(await refusal(ask())).toMatchObject({ errorCode: 900005 })
    const byId = (reader: BuiltMember, ids = relation) => as(reader).circleContentsById({ query: { ids } })
    expect((await as(member).circleContents({ params: { id } })).recordCount).toBe(1)
    await proves('COMMUNITY-212', async () => {
      expect((await byId(member, `${uuid()},${relation}`)).items).toMatchObject([{ relationId: relation }])
      for (const reader of [other, stranger]) expect(await byId(reader)).toEqual({ items: [], recordCount: 0 })
    })
  })
})

describe('administrators', () => {
  it('change a circle, appoint others, and hand it over', async () => {
    const [heir, member] = [await someone(), await someone()]
    const id = await build([owner.id, heir.id, member.id])
    const change = (by: BuiltMember, name: string) =>
      as(by).changeCircle({ params: { id }, body: { name, desc: '新的简介', joinMode: 1 } })
    await change(owner, '改名的圈')
    expect(await as(owner).circle({ params: { id } })).toMatchObject({
      name: '改名的圈',
      desc: '新的简介',
      joinMode: 1,
    })
    expect(await refusal(change(member, '别的名字'))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(change(stranger, '别的名字'))).toMatchObject({ errorCode: 900005 })
    await buildCircleOf(platform.db, { companyId, memberIds: [owner.id], name: '已有的圈' })
    expect(await refusal(change(owner, '已有的圈'))).toMatchObject({ errorCode: 70313 })
    const role = (by: BuiltMember, memberId: string, administrator: boolean, handOver = false) =>
      as(by).changeCircleRole({ params: { id }, body: { memberId, administrator, handOver } })
    expect(await refusal(role(owner, owner.id, false))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(role(owner, stranger.id, true))).toMatchObject({ errorCode: 900005 })
    await role(owner, heir.id, true, true)
    expect(await refusal(role(owner, member.id, true))).toMatchObject({ errorCode: 10138 })
    const { items } = await as(member).circleMembers({ params: { id } })
    expect(items.map(({ memberId, administrator }) => [memberId, administrator])).toEqual([
      [heir.id, true],
      [owner.id, false],
      [member.id, false],
    ])
  })

  it('remove members with a reason, never themselves or each other', async () => {
    const [member, second] = [await someone(), await someone()]
    const id = await build([owner.id, member.id, second.id])
    await as(owner).changeCircleRole({ params: { id }, body: { memberId: second.id, administrator: true } })
    const remove = (by: BuiltMember, memberId: string) =>
      as(by).removeCircleMember({ params: { id }, body: { memberId, reason: '已调岗' } })
    expect(await refusal(remove(owner, owner.id))).toMatchObject({ errorCode: 900012 })
    expect(await refusal(remove(owner, second.id))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(remove(member, second.id))).toMatchObject({ errorCode: 10138 })
    await remove(owner, member.id)
    expect(await refusal(remove(owner, member.id))).toMatchObject({ errorCode: 900005 })
    expect(await as(member).circle({ params: { id } })).toMatchObject({ joinStatus: 0, attentionNum: 2 })
    expect(await titles(member)).toHaveLength(1)
  })

  it('dissolve a circle, which then shows nowhere', async () => {
    const member = await someone()
    const id = await build([owner.id, member.id])
    const questionId = await course()
    const relation = await share(id, questionId)
    expect(await refusal(as(member).dissolveCircle({ params: { id } }))).toMatchObject({ errorCode: 10138 })
    await as(owner).dissolveCircle({ params: { id } })
    const asks = [
      () => as(owner).circle({ params: { id } }),
      () => as(owner).dissolveCircle({ params: { id } }),
      () => as(owner).pinInCircle({ params: { id: relation }, body: { pinned: true } }),
      () => as(owner).shareIntoCircles({ body: { questionId, addCircleIds: [id], removeCircleIds: [] } }),
    ]
    for (const ask of asks) expect(await refusal(ask())).toMatchObject({ errorCode: 900005 })
    expect((await as(member).ownCircles({})).items).toEqual([])
    expect((await as(member).circleContentsById({ query: { ids: relation } })).items).toEqual([])
    expect(await titles(member)).toHaveLength(1)
  })
})

it('a muted member names no circle and announces nothing, until the mute ends', async () => {
  const muted = await someone()
  const id = await build([muted.id])
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const texts = { title: '集合', content: '周五下午' }
  const announcement = await as(muted).announceInCircle({ params: { id }, body: texts })
  const until = platform.now + 60_000
  await platform.client(topics, chief).muteMember({ params: { id: muted.id }, body: { until, reason: '' } })
  const body = { name: '改名的圈子', desc: '' }
  for (const call of [
    () => as(muted).createCircle({ body }),
    () => as(muted).changeCircle({ params: { id }, body }),
    () => as(muted).announceInCircle({ params: { id }, body: texts }),
    () => as(muted).changeCircleAnnouncement({ params: announcement, body: texts }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 900034, data: { until } })
  await platform.client(topics, chief).unmuteMember({ params: { id: muted.id } })
  await as(muted).changeCircle({ params: { id }, body })
})

describe('contents of a circle', () => {
  it('[COMMUNITY-075] are pinned, at most five, and highlighted', async () => {
    const member = await someone()
    const id = await build([owner.id, member.id])
    const relations: string[] = []
    for (let count = 0; count < 7; count += 1) relations.push(await share(id, await course(`课程${count}`)))
    const pin = (relation = '', pinned = true, by = owner) =>
      as(by).pinInCircle({ params: { id: relation }, body: { pinned } })
    expect(await refusal(pin(relations[0], true, member))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(pin(relations[0], true, stranger))).toMatchObject({ errorCode: 900005 })
    for (const relation of relations.slice(0, 4)) await pin(relation)
    const last = await Promise.allSettled([pin(relations[4]), pin(relations[5])])
    expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(pin(relations[6]))).toMatchObject({ errorCode: 70316 })
    for (const relation of relations.slice(1, 6)) await pin(relation, false)
    await pin(relations[0])
    const highlight = (highlighted: boolean, by = owner) =>
      as(by).highlightInCircle({ params: { id: relations[2] ?? '' }, body: { highlighted } })
    expect(await refusal(highlight(true, member))).toMatchObject({ errorCode: 10138 })
    await highlight(true)
    const list = async (query: object) => (await as(member).circleContents({ params: { id }, query })).items
    await proves('COMMUNITY-076', async () =>
      expect((await list({}))[0]).toMatchObject({ relationId: relations[0], pinned: true, highlighted: false }),
    )
    // However short the page, no pin is passed over, and none comes a second time.
    await pin(relations[1])
    const head = await as(member).circleContents({ params: { id }, query: { pageSize: 1 } })
    expect(head.items.map(({ pinned }) => pinned)).toEqual([true, true, false])
    const rest = await as(member).circleContents({ params: { id }, query: { pageSize: 50, after: head.next ?? '' } })
    expect(rest.items.some(({ pinned }) => pinned)).toBe(false)
    expect(rest.items).toHaveLength(relations.length - 3)
    const numbered = await as(member).circleContents({ params: { id }, query: { page: 3, pageSize: 2 } })
    expect(numbered).toMatchObject({ recordCount: relations.length, items: [{ pinned: false }, { pinned: false }] })
    await pin(relations[1], false)
    expect(await list({ highlighted: true })).toMatchObject([{ relationId: relations[2], highlighted: true }])
    await highlight(false)
    expect(await list({ highlighted: true })).toEqual([])
  })

  it('[COMMUNITY-215] are read page by page without those that the reader may not see', async () => {
    const member = await someone()
    const id = await build([owner.id, member.id])
    const seen = [await course('一'), await course('二'), await course('三')]
    for (const item of seen) await share(id, item)
    // A thousand and a half items that nobody may see stand before them.
    await sql`insert into community.circle_share (id, circle_id, company_id, item_type, item_id, shared_by, created_at, hot_score)
      select gen_random_uuid(), ${id}, ${companyId}, 1, gen_random_uuid(), ${owner.id}, ${Date.now() + 60_000}::bigint + n, 1e9 + n
      from generate_series(1, 1500) n`.execute(platform.root)
    for (const sort of ['newest', 'hottest'] as const) {
      const found: string[] = []
      let after: string | null = null
      for (let page = 0; page < 10; page += 1) {
        const query = { sort, pageSize: 2, ...(after !== null && { after }) }
        const answer: { items: { itemId: string }[]; next: string | null } = await as(member).circleContents({
          params: { id },
          query,
        })
        found.push(...answer.items.map(({ itemId }) => itemId))
        after = answer.next
        if (after === null) break
      }
      expect(after).toBeNull()
      expect(found).toEqual([...seen].reverse())
    }
    for (const after of ['x', '1_x', `-1_${uuid()}`])
      expect(await refusal(as(member).circleContents({ params: { id }, query: { after } }))).toMatchObject({
        errorCode: 900001,
      })
  })

  it('are taken out by who shared them, or by an administrator who says why', async () => {
    const [second, member] = [await someone(), await someone()]
    const id = await build([owner.id, second.id, member.id])
    await as(owner).changeCircleRole({ params: { id }, body: { memberId: second.id, administrator: true } })
    const [mine, theirs] = [await share(id, await course('甲')), await share(id, await course('乙'), second)]
    const remove = (by: BuiltMember, relation: string, reason = '') =>
      as(by).removeFromCircle({ params: { id: relation }, body: { reason } })
    expect(await refusal(remove(member, mine, '不合适'))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(remove(owner, theirs))).toMatchObject({ errorCode: 900001 })
    await remove(owner, theirs, '与主题无关')
    await remove(owner, mine)
    expect(await refusal(remove(owner, mine))).toMatchObject({ errorCode: 900005 })
    expect(await titles(second)).toContainEqual(expect.stringContaining('乙'))
    expect(await as(member).circle({ params: { id } })).toMatchObject({ contentNum: 0 })
  })

  it('[COMMUNITY-117] stand in 20 circles at most, also when shared at one moment', async () => {
    const questionId = await course()
    const ids: string[] = []
    for (let count = 0; count < 22; count += 1) ids.push(await build([owner.id]))
    const into = (addCircleIds: string[], removeCircleIds: string[] = []) =>
      as(owner).shareIntoCircles({ body: { questionId, addCircleIds, removeCircleIds } })
    expect(await refusal(into(ids.slice(0, 21)))).toMatchObject({ errorCode: 70314 })
    await into(ids.slice(0, 19))
    // Both have begun and wait, so that neither has seen what the other one writes.
    const both = await platform.root.transaction().execute(async (transaction) => {
      await sql`lock table community.circle_share in share mode`.execute(transaction)
      const calls = Promise.allSettled([into(ids.slice(19, 20)), into(ids.slice(20, 21))])
      const waiting = () =>
        sql`select from pg_locks where not granted and database = (select oid from pg_database
        where datname = current_database())`.execute(transaction)
      while ((await waiting()).rows.length < 2) await setImmediate()
      return { calls }
    })
    expect((await both.calls).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await proves('COMMUNITY-118', async () =>
      expect(await refusal(into(ids.slice(21, 22)))).toMatchObject({ errorCode: 70314 }),
    )
    await into(ids.slice(21, 22), ids.slice(0, 1))
  })
})

describe('lists of circles', () => {
  it('show the most popular, those to join, and the caller’s own', async () => {
    const company = await buildCompany(platform.db)
    const [chief, member] = [
      await buildMember(platform.db, { companyId: company }),
      await buildMember(platform.db, { companyId: company }),
    ]
    const ids: string[] = []
    for (let count = 0; count < 8; count += 1)
      ids.push(await buildCircleOf(platform.db, { companyId: company, memberIds: [chief.id], now: Date.now() + count }))
    for (const [at, id] of ids.entries())
      await sql`update community.circle set popular_num = ${at} where id = ${id}`.execute(platform.root)
    const popular = [...ids].reverse()
    const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
    await proves(['COMMUNITY-115', 'COMMUNITY-211'], async () =>
      expect(idsOf(await as(member).hottestCircles({}))).toEqual(popular.slice(0, 6)),
    )
    await as(member).joinCircle({ body: { circleId: popular[0] ?? '' } })
    await proves(['COMMUNITY-116', 'COMMUNITY-216'], async () => {
      expect(idsOf(await as(member).recommendedCircles({}))).toEqual(popular.slice(1, 4))
      expect(idsOf(await as(member).recommendedCircles({ query: { n: 5 } }))).toEqual(popular.slice(1, 6))
    })
    await proves('COMMUNITY-217', async () =>
      expect(popular.slice(1)).toContain((await as(member).recommendedCircle({})).circle?.id),
    )
    await proves('COMMUNITY-210', async () =>
      expect(await as(member).ownCircles({})).toMatchObject({ items: [{ id: popular[0] }], recordCount: 1 }),
    )
    await proves('COMMUNITY-038', async () => {
      const [first] = (await as(member).circles({ query: { sort: 'popular' } })).items
      expect(first).toMatchObject({
        ...{ id: popular[0], desc: '', contentNum: 0, attentionNum: 2, popluarNum: 7, coverPath: '' },
        ...{ read: true, attention: true, joinStatus: 1 },
      })
      // Their names are random, and so is their order: one that nobody has joined.
      const { items } = await as(chief).shareChoices({ query: { questionId: uuid() } })
      expect(items.find(({ id }) => id !== popular[0])).toMatchObject({
        ...{ contentNum: 0, attentionNum: 1, coverPath: '', read: true, attention: true, joinStatus: 1 },
        ...{ checkFlag: false, othersCheckFlag: false, relationId: null },
      })
    })
  })

  it('are scored where they are empty, and where everything in them is gone', async () => {
    const [empty, emptied, dissolved] = [await build([owner.id]), await build([owner.id]), await build([owner.id])]
    const gone = await course('撤下的课程')
    for (const id of [emptied, dissolved]) await share(id, gone)
    // The course is there no longer, the circle has nobody left, and the other one is in the recycle bin.
    await sql`update community.circle_share set item_id = gen_random_uuid() where circle_id = ${emptied}`.execute(
      platform.root,
    )
    await sql`delete from community.circle_member where circle_id = any(${[empty, emptied]}::uuid[])`.execute(
      platform.root,
    )
    await as(owner).dissolveCircle({ params: { id: dissolved } })
    await sql`update community.circle set popular_num = 9 where id = any(${[empty, emptied, dissolved]}::uuid[])`.execute(
      platform.root,
    )
    const score = () => scoreCircles.run(platform.db, {}, { now: platform.now, outside: platform.outside })
    await score()
    const { rows } = await sql<{ id: string; popular_num: number }>`select id, popular_num from community.circle
      where id = any(${[empty, emptied, dissolved]}::uuid[])`.execute(platform.root)
    expect(new Map(rows.map((row) => [row.id, row.popular_num]))).toEqual(
      new Map([
        [empty, 0],
        [emptied, 5],
        [dissolved, 9],
      ]),
    )
    // Everything is as it should be: nothing is written a second time.
    const written = async () =>
      (await sql<{ xmin: string }>`select xmin::text from community.circle_share order by id`.execute(platform.root))
        .rows
    const before = await written()
    await score()
    expect(await written()).toEqual(before)
  })

  it('keep figures that agree with their tables', async () => {
    const member = await someone()
    const id = await build([owner.id, member.id])
    await share(id, await course())
    expect(await as(member).circle({ params: { id } })).toMatchObject({ read: false })
    await as(member).seenCircle({ params: { id } })
    expect(await as(member).circle({ params: { id } })).toMatchObject({ read: true })
    await scoreCircles.run(platform.db, {}, { now: platform.now, outside: platform.outside })
    // A share, two who joined, and one who looked in.
    expect(await as(member).circle({ params: { id } })).toMatchObject({ popluarNum: 5 + 2 * 3 + 1 })
    await as(member).leaveCircle({ params: { id } })
    const { rows } = await sql`select from community.circle c
      where member_count <> (select count(*) from community.circle_member m where m.circle_id = c.id)
        or share_count <> (select count(*) from community.circle_share s where s.circle_id = c.id)`.execute(
      platform.root,
    )
    expect(rows).toEqual([])
  })
})

describe('announcements', () => {
  it('[COMMUNITY-084] take 5000 characters, and say who has read them', async () => {
    const [reader, late] = [await someone(), await someone()]
    const id = await build([owner.id, reader.id, late.id])
    const write = (by: BuiltMember, length: number) =>
      as(by).announceInCircle({ params: { id }, body: { title: '集合', content: '字'.repeat(length) } })
    expect(await refusal(write(owner, 5001))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(write(reader, 5))).toMatchObject({ errorCode: 10138 })
    const { id: announcement } = await write(owner, 5000)
    const params = { id: announcement }
    for (let time = 0; time < 2; time += 1) await as(reader).readCircleAnnouncement({ params })
    const readers = async (state: 'read' | 'unread') =>
      (await as(owner).announcementReaders({ params, query: { state } })).items.map(({ memberId }) => memberId)
    expect([new Set(await readers('read')), await readers('unread')]).toEqual([
      new Set([owner.id, reader.id]),
      [late.id],
    ])
    expect(await refusal(as(reader).announcementReaders({ params, query: { state: 'read' } }))).toMatchObject({
      errorCode: 10138,
    })
    expect((await as(owner).circleAnnouncements({ params: { id } })).items).toMatchObject([{ readNum: 2, read: true }])
    expect((await as(late).circleAnnouncements({ params: { id } })).items).toMatchObject([
      { readNum: null, read: false, publishedBy: { fullName: '周老师' } },
    ])
    await as(owner).remindOfAnnouncement({ params })
    expect([(await titles(reader)).length, (await titles(late)).length]).toEqual([1, 2])
    expect(await refusal(as(owner).remindOfAnnouncement({ params }))).toMatchObject({ errorCode: 70999 })
  })

  it('are changed, one is pinned, and they go with their receipts', async () => {
    const member = await someone()
    const id = await build([owner.id, member.id])
    const announce = async (title: string) =>
      (await as(owner).announceInCircle({ params: { id }, body: { title, content: '正文' } })).id
    const [first, second] = [await announce('一'), await announce('二')]
    const list = async () =>
      (await as(member).circleAnnouncements({ params: { id } })).items.map(({ title, pinned }) => [title, pinned])
    for (const one of [second, first])
      await as(owner).pinCircleAnnouncement({ params: { id: one }, body: { pinned: true } })
    await as(owner).changeCircleAnnouncement({ params: { id: second }, body: { title: '三', content: '新的正文' } })
    expect(await list()).toEqual([
      ['一', true],
      ['三', false],
    ])
    const body = { title: '不行', content: '不行' }
    expect(await refusal(as(member).changeCircleAnnouncement({ params: { id: second }, body }))).toMatchObject({
      errorCode: 10138,
    })
    expect(await refusal(as(stranger).changeCircleAnnouncement({ params: { id: second }, body }))).toMatchObject({
      errorCode: 900005,
    })
    await as(owner).removeCircleAnnouncement({ params: { id: first } })
    expect(await refusal(as(owner).removeCircleAnnouncement({ params: { id: first } }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await list()).toEqual([['三', false]])
  })
})
