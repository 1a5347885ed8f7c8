import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { buildAccount, buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { accountBusinessType, placeInCircles } from '#modules/community/community/server.ts'
import { following, topicBusinessType } from '#modules/community/following/contract.ts'
import { sharing } from '#modules/community/sharing/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { buildMember, buildOrganization, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { acrossDays, buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { contentBusinessType } from '../contract.ts'
import { buildContent, giveTopics } from './contents.fixture.ts'
import { countReadsJob } from './counting.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const { scene, as, publish, build } = contentScene(platform)
const businessType = contentBusinessType

const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title)
const info = (id: string, member = scene.reader) => as(member).questionInfo({ query: { id } })
const topic = (name: string) => platform.client(topics, scene.author).quickAddTopic({ body: { name } })
const follow = (type: number, businessId: string) =>
  platform.client(following, scene.reader).attention({ body: { businessType: type, businessId } })
const about = (businessId: string, topicId: string) => giveTopics(platform.db, scene.companyId, businessId, [topicId])

describe('lists', () => {
  it('are read page by page, newest or hottest first, without a content twice or left out', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1)
      ids.push(await build({ title: `文章 ${count}`, publishedAt: platform.now + count }))
    await sql`update contents.content set hot_score = 9 where id = ${ids[1] ?? ''}`.execute(platform.root)
    const first = await as(scene.reader).list({ query: { pageSize: 2 } })
    expect(titles(first)).toEqual(['文章 4', '文章 3'])
    await build({ title: '后来的', publishedAt: platform.now + 60 })
    const second = await as(scene.reader).list({ query: { pageSize: 2, after: first.next ?? '' } })
    const third = await as(scene.reader).list({ query: { pageSize: 2, after: second.next ?? '' } })
    expect([titles(second), titles(third), third.next]).toEqual([['文章 2', '文章 1'], ['文章 0'], null])
    await proves('COMMUNITY-158', async () => {
      expect(titles(await as(scene.reader).hot({ query: { pageSize: 1 } }))).toEqual(['文章 1'])
    })
    const hot = await as(scene.reader).list({ query: { order: 'hot', pageSize: 3 } })
    const rest = await as(scene.reader).list({ query: { order: 'hot', after: hot.next ?? '' } })
    expect(new Set([...titles(hot), ...titles(rest)]).size).toBe(6)
    expect(titles(await as(scene.reader).list({ query: { search: '后来' } }))).toEqual(['后来的'])
    expect(titles(await as(scene.reader).list({ query: { type: 2 } }))).toEqual([])
    const numbered = await as(scene.reader).list({ query: { page: 2, pageSize: 4 } })
    expect([titles(numbered), numbered.recordCount]).toEqual([['文章 1', '文章 0'], 6])
    for (const after of ['x', '1_x', `Infinity_${uuid()}`, `1e300_${uuid()}`, `1_${uuid()}' or 1=1`])
      expect(await refusal(as(scene.reader).list({ query: { after } }))).toMatchObject({ errorCode: 900001 })
    expect((await as(scene.stranger).list({ query: {} })).items).toEqual([])
  })

  it('of followed accounts, of a topic, of an account, and of what was collected', async () => {
    const { id: topicId } = await topic('焊接')
    const other = await buildAccount(platform.db, { companyId: scene.companyId, memberIds: [scene.owner.id] })
    const followed = await build({ title: '关注账户的', publishedAt: platform.now + 1 })
    const about1 = await build({ title: '焊接的', accountId: other, publishedAt: platform.now + 2 })
    await build({ title: '别的', accountId: other, publishedAt: platform.now + 3 })
    await about(about1, topicId)
    await about(followed, topicId)
    await follow(accountBusinessType, scene.accountId)
    await proves('COMMUNITY-179', async () => {
      expect(titles(await as(scene.reader).followed({ query: {} }))).toEqual(['关注账户的'])
    })
    await proves('COMMUNITY-194', async () => {
      expect(await as(scene.reader).topicInfo({ query: { id: topicId } })).toEqual({
        ...{ topicId, topicName: '焊接', contentNum: 2, attentionNum: 0, attention: false },
      })
    })
    await proves('COMMUNITY-195', async () => {
      expect(titles(await as(scene.reader).topicContents({ query: { id: topicId } }))).toEqual(['焊接的', '关注账户的'])
    })
    expect(titles(await as(scene.reader).list({ query: { topicId } }))).toEqual(['焊接的', '关注账户的'])
    await proves('COMMUNITY-156', async () => {
      expect(titles(await as(scene.reader).related({ query: { id: followed } }))).toEqual(['焊接的'])
    })
    await follow(topicBusinessType, topicId)
    await proves('COMMUNITY-157', async () => {
      const found = titles(await as(scene.reader).recommended({ query: {} }))
      expect(found.toSorted()).toEqual(['关注账户的', '焊接的'].toSorted())
    })
    await platform.client(topics, scene.reader).collect({ body: { businessType, businessId: about1 } })
    await proves('COMMUNITY-183', async () => {
      expect(await as(scene.reader).collected({ query: {} })).toMatchObject({
        ...{ recordCount: 1, items: [{ title: '焊接的', collectCount: 1 }] },
      })
    })
    const strangers = as(scene.stranger)
    expect(await refusal(strangers.topicInfo({ query: { id: topicId } }))).toMatchObject({ errorCode: 900005 })
    expect((await strangers.topicContents({ query: { id: topicId } })).items).toEqual([])
    const ofAccount = { query: { id: scene.accountId } }
    expect(await refusal(strangers.ofAccount(ofAccount))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(strangers.related({ query: { id: followed } }))).toMatchObject({ errorCode: 900005 })
  })

  it('of followed accounts are read page by page, with what the reader may not see between', async () => {
    const { companyId } = scene
    const [other, quiet] = [
      await buildAccount(platform.db, { companyId, memberIds: [scene.owner.id] }),
      await buildAccount(platform.db, { companyId, memberIds: [scene.owner.id] }),
    ]
    await follow(accountBusinessType, scene.accountId)
    await follow(accountBusinessType, other)
    const read = (query: object = {}) => as(scene.reader).followed({ query: { pageSize: 2, ...query } })
    expect(await read()).toEqual({ items: [], next: null })
    const expected: string[] = []
    for (let at = 0; at < 5; at += 1) {
      const accountId = at % 2 === 0 ? other : scene.accountId
      await build({ title: `看得到 ${at}`, accountId, publishedAt: platform.now + 10 * at })
      expected.unshift(`看得到 ${at}`)
      await build({ title: `没关注 ${at}`, accountId: quiet, publishedAt: platform.now + 10 * at + 1 })
    }
    const hidden = { visibility: 1 as const, organizationIds: [uuid()] }
    // At one instant, and more of them than the rounds of a page look through.
    for (let at = 0; at < 33; at += 1) await build({ ...hidden, title: `看不到 ${at}`, publishedAt: platform.now + 25 })
    const pages: string[][] = []
    for (let after: string | undefined; ; ) {
      const page = await read(after === undefined ? {} : { after })
      pages.push(titles(page))
      if (page.next === null) break
      after = page.next
    }
    expect(pages.flat()).toEqual(expected)
    expect(Math.max(...pages.map((page) => page.length))).toBe(2)
    expect(pages).toContainEqual([])
    expect(titles(await read({ pageSize: 50 }))).toEqual(expected)
    const numbered = await read({ page: 2 })
    expect([titles(numbered), numbered.recordCount]).toEqual([expected.slice(2, 4), 5])
    expect(await refusal(read({ after: '1_x' }))).toMatchObject({ errorCode: 900001 })
  })

  it('of an account begin with what is pinned, once, and what is highlighted has its mark', async () => {
    const [old, , marked] = [
      await build({ title: '旧的', publishedAt: platform.now - 2000 }),
      await build({ title: '中间', publishedAt: platform.now - 1000 }),
      await build({ title: '新的', publishedAt: platform.now }),
    ]
    await as(scene.owner).pin({ params: { id: old }, body: { pinned: true } })
    await as(scene.owner).highlight({ params: { id: marked }, body: { highlighted: true } })
    const ofAccount = (query: object) => as(scene.reader).ofAccount({ query: { id: scene.accountId, ...query } })
    await proves('COMMUNITY-133', async () => {
      expect(titles(await ofAccount({}))).toEqual(['旧的', '新的', '中间'])
    })
    await proves('COMMUNITY-076', async () => {
      const page = await ofAccount({ pageSize: 1 })
      expect(page.items).toMatchObject([
        { title: '旧的', pinned: true, highlighted: false },
        { title: '新的', pinned: false, highlighted: true },
      ])
      expect(titles(await ofAccount({ after: page.next ?? '' }))).toEqual(['中间'])
    })
  })
})

describe('what is meant for circles', () => {
  it('is hidden while the company’s switch of circles is off, wherever it stands, and returns unchanged', async () => {
    const { companyId } = scene
    const chief = await buildMember(platform.db, { companyId, now: platform.now, roles: ['super-admin'] })
    const friend = await buildMember(platform.db, { companyId, now: platform.now })
    const circleId = await buildCircle(platform.db, { companyId, ownerId: friend.id, name: '夜班' })
    const id = await build({ title: '夜班心得', visibility: 2, circleIds: [circleId] })
    const { id: topicId } = await topic('夜班')
    await about(id, topicId)
    const circler = await callerOf(platform.db, friend)
    await placeInCircles(platform.db, circler, { businessType, businessId: id, circleIds: [circleId] }, platform.now)
    await platform.client(topics, friend).collect({ body: { businessType, businessId: id } })
    const places = async () => {
      const query = { query: {} }
      const lists = await Promise.all([
        as(friend).list(query),
        as(friend).list({ query: { search: '夜班', circles: true } }),
        as(friend).hot(query),
        as(friend).topicContents({ query: { id: topicId } }),
        as(friend).ofAccount({ query: { id: scene.accountId } }),
        as(friend).collected(query),
      ])
      const topicInfo = await as(friend).topicInfo({ query: { id: topicId } })
      return [...lists.map((list) => titles(list).includes('夜班心得')), topicInfo.contentNum === 1]
    }
    const turn = (knowledgeCircleShowSwitch: '0' | '1') =>
      platform
        .client(settings, chief)
        .changeRule({ params: { key: 'KNOWLEDGE_OPERATION_CONFIG' }, body: { value: { knowledgeCircleShowSwitch } } })
    expect(await places()).toEqual(Array(7).fill(true))
    await turn('0')
    expect(await places()).toEqual(Array(7).fill(false))
    expect(await refusal(info(id, friend))).toMatchObject({ errorCode: 900005 })
    // The account’s members wrote it, and can change it meanwhile.
    expect(await info(id, scene.owner)).toMatchObject({ id })
    const { revision, fields: before } = await as(scene.owner).forEdit({ query: { id } })
    const fields = { ...before, title: '夜班的心得' }
    expect(await as(scene.owner).change({ body: { id, revision, fields } })).toMatchObject({ id })
    await turn('1')
    expect(await info(id, friend)).toMatchObject({ title: '夜班的心得' })
    expect(await refusal(info(id))).toMatchObject({ errorCode: 900005 })
  })
})

describe('what is not meant for everybody', () => {
  it('is read by its organizations and all below, by members of its circles, and by nobody else', async () => {
    const { companyId } = scene
    const branch = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const below = await buildOrganization(platform.db, { companyId, parentId: branch })
    const insider = await buildMember(platform.db, { companyId, organizationId: below, now: platform.now })
    const friend = await buildMember(platform.db, { companyId, now: platform.now })
    const circleId = await buildCircle(platform.db, { companyId, ownerId: friend.id, name: '圈子' })
    const ofBranch = await build({ title: '部门的', visibility: 1, organizationIds: [branch] })
    const ofCircle = await build({ title: '圈子的', visibility: 2, circleIds: [circleId] })
    const circler = await callerOf(platform.db, friend)
    const placed = { businessType, businessId: ofCircle, circleIds: [circleId] }
    await placeInCircles(platform.db, circler, placed, platform.now)
    for (const [id, allowed] of [
      [ofBranch, insider],
      [ofCircle, friend],
    ] as const) {
      expect(await info(id, allowed)).toMatchObject({ id })
      expect((await as(allowed).list({ query: {} })).items.map((card) => card.id)).toEqual([id])
      const ofCircles = await as(allowed).list({ query: { circles: true } })
      expect(ofCircles.items.map((card) => card.id)).toEqual(id === ofCircle ? [id] : [])
      // The account’s members in any case.
      expect(await info(id, scene.owner)).toMatchObject({ id })
      for (const other of [scene.reader, scene.stranger, id === ofBranch ? friend : insider]) {
        const query = { query: { id } }
        const calls = as(other)
        for (const call of [
          () => calls.questionInfo(query),
          () => calls.related(query),
          () => calls.discussStatus(query),
          () => calls.auditStatus(query),
          () => calls.forEdit(query),
          () => calls.versions(query),
          () => calls.discussions({ query: { businessId: id } }),
          () => calls.discuss({ body: { businessId: id, content: '看不到' } }),
          () => calls.read({ body: { businessId: id } }),
          () => calls.like({ body: { businessId: id, liked: true } }),
          () => platform.client(topics, other).collect({ body: { businessType, businessId: id } }),
          () => platform.client(following, other).attention({ body: { businessType, businessId: id } }),
          () =>
            platform
              .client(sharing, other)
              .recordAction({ body: { businessId: id, businessType: 0, itemType: 16, actionType: 1 } }),
          () => calls.close({ params: { id } }),
          () => calls.remove({ params: { id } }),
        ])
          expect((await refusal(call())).errorCode).toSatisfy((code) => code === 900005 || code === 10138)
        expect((await calls.list({ query: {} })).items.map((card) => card.id)).not.toContain(id)
        expect((await calls.hot({ query: {} })).items.map((card) => card.id)).not.toContain(id)
      }
    }
  })
})

describe('reads', () => {
  it('count once a member and day of the company', async () => {
    const id = await build()
    const read = (member = scene.reader) => as(member).read({ body: { businessId: id } })
    const counted = async () => {
      await enqueue(platform.db, countReadsJob, {})
      await platform.runJobs()
      return (await info(id)).readCount
    }
    const both = await Promise.all([read(), read(), read(scene.owner), read()])
    expect(both).toEqual([{}, {}, {}, {}])
    await proves('COMMUNITY-209', async () => {
      platform.now += 60_000
      expect(await counted()).toBe(2)
    })
    await read()
    platform.now += 60_000
    expect(await counted()).toBe(2)
    expect(await refusal(read(scene.stranger))).toMatchObject({ errorCode: 900005 })
  })

  it('end their day at midnight of the company', async () => {
    const member = await buildCompanyElsewhere(platform)
    const { companyId } = member
    const accountId = await buildAccount(platform.db, { companyId, memberIds: [member.id] })
    const id = await buildContent(platform.db, { companyId, accountId, authorId: member.id })
    const rows = await acrossDays(platform, member, async (signedIn) => {
      await as({ ...member, ...signedIn }).read({ body: { businessId: id } })
      await as({ ...member, ...signedIn }).read({ body: { businessId: id } })
      const { rows: found } = await sql<{ count: number }>`select count(*)::int as count from contents.reading
        where content_id = ${id}`.execute(platform.root)
      return found[0]?.count
    })
    await proves(['COMMUNITY-094', 'COMMUNITY-095'], async () => {
      expect(rows).toEqual({ beforeMidnight: 1, afterMidnight: 2, sameDay: 2, nextDay: 3, yearLater: 4 })
    })
  })
})

describe('likes and shares', () => {
  it('praise counts once a member, also at one moment, and is taken back', async () => {
    const id = await build()
    const praise = (member = scene.reader) =>
      platform
        .client(sharing, member)
        .recordAction({ body: { businessId: id, businessType: 0, itemType: 16, actionType: 1 } })
    await Promise.all([praise(), praise(), praise(scene.owner), praise()])
    await proves(['COMMUNITY-100', 'COMMUNITY-185'], async () => {
      expect(await info(id)).toMatchObject({ likeCount: 2, liked: true })
    })
    await proves('COMMUNITY-128', async () => {
      const trend = await platform.client(community, scene.owner).trend({ query: { id: scene.accountId } })
      expect(trend).toMatchObject({ praise: 2 })
    })
    const like = (liked: boolean) => as(scene.reader).like({ body: { businessId: id, liked } })
    expect(await like(true)).toEqual({ liked: true, likeCount: 2 })
    expect(await like(false)).toEqual({ liked: false, likeCount: 1 })
    expect(await like(false)).toEqual({ liked: false, likeCount: 1 })
    await platform
      .client(sharing, scene.reader)
      .recordAction({ body: { businessId: id, businessType: 0, itemType: 16, actionType: 2 } })
    expect(await info(id)).toMatchObject({ likeCount: 1, shareCount: 1, liked: false })
  })
})

describe('discussions', () => {
  it('are listed, written, removed and answered for', async () => {
    const id = await build({ title: '讨论的' })
    const say = (content: string, member = scene.reader) => as(member).discuss({ body: { businessId: id, content } })
    const said = await say('第一')
    await proves('COMMUNITY-189', async () => {
      expect(said).toEqual({ id: expect.any(String) })
    })
    await proves(['COMMUNITY-101', 'COMMUNITY-188'], async () => {
      expect(await as(scene.owner).discussions({ query: { businessId: id } })).toMatchObject({
        recordCount: 1,
        items: [{ id: said.id, content: '第一', memberId: scene.reader.id, memberName: '陈读者' }],
      })
    })
    await proves('COMMUNITY-085', async () => {
      expect(await say('长'.repeat(3000))).toMatchObject({ id: expect.any(String) })
      expect(await refusal(say('长'.repeat(3001)))).toMatchObject({ errorCode: 900001 })
    })
    await proves(['COMMUNITY-103', 'COMMUNITY-191'], async () => {
      expect(await as(scene.reader).myDiscussions({ query: {} })).toMatchObject({
        ...{ recordCount: 2, items: [{ title: '讨论的' }, { title: '讨论的', content: '第一' }] },
      })
      expect((await as(scene.owner).myDiscussions({ query: {} })).recordCount).toBe(0)
    })
    await proves(['COMMUNITY-102', 'COMMUNITY-190'], async () => {
      const remove = (member = scene.reader) => as(member).removeDiscussion({ query: { id: said.id } })
      const bystander = await buildMember(platform.db, { companyId: scene.companyId, now: platform.now })
      for (const other of [scene.author, bystander])
        expect(await refusal(remove(other))).toMatchObject({ errorCode: 10138 })
      expect(await refusal(remove(scene.stranger))).toMatchObject({ errorCode: 900005 })
      expect(await remove(scene.owner)).toEqual({})
      const own = await say('自己删')
      expect(await as(scene.reader).removeDiscussion({ query: { id: own.id } })).toEqual({})
    })
    expect((await as(scene.owner).discussions({ query: { businessId: id } })).recordCount).toBe(1)
    // The title of what the reader may open no longer is not theirs to read.
    await as(scene.owner).close({ params: { id } })
    expect((await as(scene.reader).myDiscussions({ query: {} })).items).toMatchObject([{ title: '', businessId: id }])
  })

  it('stand open or not, and the review has its state', async () => {
    const { id } = await publish({ title: '开放' })
    const closed = await publish({ title: '不开放', commentsOpen: false })
    const status = (content: string) => as(scene.reader).discussStatus({ query: { id: content } })
    await proves(['COMMUNITY-104', 'COMMUNITY-186'], async () => {
      expect([await status(id), await status(closed.id)]).toEqual([{ status: 1 }, { status: 0 }])
    })
    const body = { businessId: closed.id, content: '不行' }
    expect((await refusal(as(scene.reader).discuss({ body }))).status).toBe(422)
    await proves('COMMUNITY-187', async () => {
      expect(await as(scene.reader).auditStatus({ query: { id } })).toEqual({ status: 'none', reason: null })
    })
  })
})
