import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAnswer, buildQuestion } from '#modules/community/ask/server/ask.fixture.ts'
import { columns } from '#modules/community/columns/contract.ts'
import { buildAccount, buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { accountBusinessType, placeInCircles } from '#modules/community/community/server.ts'
import { contentBusinessType, contents, emptyFields } from '#modules/community/contents/contract.ts'
import { buildContent, type ContentInput, giveTopics } from '#modules/community/contents/server/contents.fixture.ts'
import { following, topicBusinessType } from '#modules/community/following/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  callerOf,
} from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type FeedItem, type FeedTab, feed } from '../contract.ts'

const platform = testPlatform({ poolSize: 4 })
let companyId: string
let owner: BuiltMember
let reader: BuiltMember
let stranger: BuiltMember
let accountId: string
let otherId: string

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  owner = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  reader = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
  accountId = await buildAccount(platform.db, { companyId, name: '安全先锋', memberIds: [owner.id] })
  otherId = await buildAccount(platform.db, { companyId, name: '工艺小组', memberIds: [owner.id] })
})

const as = (member: BuiltMember) => platform.client(feed, member)
const build = (title: string, minutes: number, more: Partial<ContentInput> = {}) =>
  buildContent(platform.db, {
    ...{ companyId, accountId, authorId: owner.id, title, now: platform.now },
    ...{ publishedAt: platform.now + minutes * 60_000, ...more },
  })
const follow = (businessType: number, businessId: string, member = reader) =>
  platform.client(following, member).attention({ body: { businessType, businessId, following: true } })
const newTopic = async (name: string) => (await platform.client(topics, owner).quickAddTopic({ body: { name } })).id
const about = (businessId: string, topicIds: readonly string[]) =>
  giveTopics(platform.db, companyId, businessId, topicIds)
const newCircle = async (name: string, member = reader) => {
  const id = await buildCircle(platform.db, { companyId, ownerId: member.id, name })
  return id
}
const share = async (circleId: string, businessId: string, minutes: number, member = reader) =>
  placeInCircles(
    platform.db,
    await callerOf(platform.db, member),
    { businessType: contentBusinessType, businessId, circleIds: [circleId] },
    platform.now + minutes * 60_000,
  )
const titles = (items: readonly FeedItem[]) => items.map(({ content }) => content.title)
const why = (items: readonly FeedItem[]) =>
  items.map(({ content, reasons }) => [content.title, reasons.map(({ kind, name }) => `${kind} ${name}`)])
const part = (tab: FeedTab, query: { after?: string; pageSize?: number } = {}, member = reader) =>
  as(member).items({ query: { tab, ...query } })
const turnCircles = (knowledgeCircleShowSwitch: '0' | '1') =>
  platform
    .client(settings, owner)
    .changeRule({ params: { key: 'KNOWLEDGE_OPERATION_CONFIG' }, body: { value: { knowledgeCircleShowSwitch } } })
/** All of a tab, in parts of this size. */
async function whole(tab: FeedTab, pageSize: number): Promise<FeedItem[]> {
  const items: FeedItem[] = []
  for (let after: string | undefined; ; ) {
    const { items: more, next } = await part(tab, { pageSize, ...(after !== undefined && { after }) })
    items.push(...more)
    if (next === null) return items
    after = next
  }
}

/** Seven contents: by followed account, topic, column and circle, some in two of them, and one that is followed by nothing. */
async function followEverything() {
  const topicId = await newTopic('焊接')
  await build('账户的', 1)
  const both = await build('账户和话题的', 2)
  const ofTopic = await build('话题的', 3, { accountId: otherId })
  await build('别的', 4, { accountId: otherId })
  const ofColumn = await build('专栏的', -60, { accountId: otherId })
  const ofCircle = await build('圈子的', -90, { accountId: otherId })
  const twice = await build('账户的旧文', -120)
  for (const id of [both, ofTopic]) await about(id, [topicId])
  await follow(accountBusinessType, accountId)
  await follow(topicBusinessType, topicId)
  const own = platform.client(columns, owner)
  const column = await own.createColumn({ body: { comeEnjoyId: otherId, title: '工艺三十讲', introduce: '' } })
  await own.releaseContents({ body: { id: column.id, questionIds: [ofColumn] } })
  await platform.client(columns, reader).subscribe({ body: { id: column.id, subscribed: true } })
  const circleId = await newCircle('焊工圈')
  await share(circleId, ofCircle, 5)
  await share(circleId, twice, 6)
  return { topicId, circleId, columnId: column.id }
}

describe('the followed feed', () => {
  it('merges accounts, topics, columns and circles, each content once, newest first, and says why', async () => {
    await followEverything()
    expect(why((await part('followed')).items)).toEqual([
      ['账户的旧文', ['account 安全先锋', 'circle 焊工圈']],
      ['圈子的', ['circle 焊工圈']],
      ['话题的', ['topic 焊接']],
      ['账户和话题的', ['account 安全先锋', 'topic 焊接']],
      ['账户的', ['account 安全先锋']],
      ['专栏的', ['column 工艺三十讲']],
    ])
    expect((await part('followed')).next).toBeNull()
  })

  it('is the same in parts of any size, without a content twice or left out', async () => {
    await followEverything()
    const all = titles((await part('followed')).items)
    for (const pageSize of [1, 2, 3, 5]) expect(titles(await whole('followed', pageSize))).toEqual(all)
    const first = await part('followed', { pageSize: 2 })
    await build('后来的', 90)
    expect(titles((await part('followed', { after: first.next ?? '' })).items)).toEqual(all.slice(2))
  })

  it('shows nobody what is not meant for them, closed or removed', async () => {
    const { circleId } = await followEverything()
    const foreign = await newCircle('别人的圈子', owner)
    await build('圈内的', 20, { visibility: 2, circleIds: [foreign] })
    await build('关闭的', 21, { state: 'closed' })
    await build('未发布', 22, { publishedAt: null })
    const inside = await build('本圈的', 23, { accountId: otherId, visibility: 2, circleIds: [circleId] })
    await share(circleId, inside, 23)
    expect(titles((await part('followed')).items).slice(0, 2)).toEqual(['本圈的', '账户的旧文'])
    expect((await part('followed', {}, stranger)).items).toEqual([])
    expect((await part('newest', {}, stranger)).items).toEqual([])
  })

  it('goes on behind many that may not be read', async () => {
    await follow(accountBusinessType, accountId)
    await build('最早的', -500)
    const foreign = await newCircle('别人的圈子', owner)
    for (let at = 0; at < 12; at += 1) await build(`圈内 ${at}`, at, { visibility: 2, circleIds: [foreign] })
    expect(titles(await whole('followed', 1))).toEqual(['最早的'])
  })

  it('is empty for who follows nothing, and refuses what is no place', async () => {
    await build('账户的', 1)
    expect(await part('followed')).toEqual({ tab: 'followed', items: [], next: null })
    for (const after of ['x', `-1_${uuid()}`, `1_${uuid()}' or 1=1`, `9999999999999999_${uuid()}`, '1_'])
      expect(await refusal(part('followed', { after }))).toMatchObject({ errorCode: 900001 })
    for (const pageSize of [0, 51])
      expect(await refusal(part('followed', { pageSize }))).toMatchObject({ errorCode: 900001 })
    expect(titles((await part('newest', { pageSize: 50 })).items)).toEqual(['账户的'])
  })
})

describe('the other tabs', () => {
  it('are everything by heat and by time, without a reason, and the circles of the caller', async () => {
    const { circleId } = await followEverything()
    const hottest = await build('最热的', -300, { accountId: otherId })
    await sql`update contents.content set hot_score = 9 where id = ${hottest}`.execute(platform.root)
    expect((await part('hot', { pageSize: 1 })).items).toMatchObject([{ content: { title: '最热的' }, reasons: [] }])
    expect(titles(await whole('newest', 3)).slice(0, 3)).toEqual(['别的', '话题的', '账户和话题的'])
    expect(titles(await whole('circles', 1))).toEqual(['账户的旧文', '圈子的'])
    await turnCircles('0')
    expect((await part('circles')).items).toEqual([])
    expect(titles((await part('followed', { pageSize: 1 })).items)).toEqual(['话题的'])
    expect((await as(reader).myStatistic({})).circles).toBe(0)
    await turnCircles('1')
    await build('圈子的另一篇', 30, { accountId: otherId }).then((id) => share(circleId, id, 30))
    expect(titles((await part('circles', { pageSize: 1 })).items)).toEqual(['圈子的另一篇'])
  })
})

describe('contents that came into several circles at one moment', () => {
  it('stand in the feed once, and it goes on behind them', async () => {
    const circleIds = [await newCircle('一圈'), await newCircle('二圈'), await newCircle('三圈')]
    for (const at of [1, 2, 3, 4]) {
      const businessId = await build(`第 ${at} 篇`, at, { accountId: otherId })
      const placed = { businessType: contentBusinessType, businessId, circleIds }
      await placeInCircles(platform.db, await callerOf(platform.db, reader), placed, platform.now + at)
    }
    const expected = ['第 4 篇', '第 3 篇', '第 2 篇', '第 1 篇']
    for (const pageSize of [1, 2, 3]) {
      expect(titles(await whole('circles', pageSize))).toEqual(expected)
      expect(titles(await whole('followed', pageSize))).toEqual(expected)
    }
  })
})

describe('what is new', () => {
  it('is counted since an instant, of what the caller sees in the tab, and up to a bound', async () => {
    await followEverything()
    const since = platform.now + 60_000
    const count = async (tab: FeedTab, from = since) =>
      (await as(reader).newItems({ query: { tab, since: from } })).count
    expect(await count('followed')).toBe(4)
    expect(await count('circles')).toBe(2)
    expect(await count('newest')).toBe(3)
    expect(await count('hot')).toBe(0)
    expect(await count('followed', platform.now + 6 * 60_000)).toBe(0)
    await sql`insert into contents.content (id, company_id, account_id, organization_id, type, title, title_key,
        published_at, created_at, updated_at, chapters)
      select gen_random_uuid(), ${companyId}, ${accountId}, ${companyId}, 1, 'n' || n, 'n' || n, ${since}::bigint + n, 1, 1, '[]'
      from generate_series(1, 120) n`.execute(platform.root)
    expect([await count('newest'), await count('followed')]).toEqual([100, 100])
  })
})

describe('hiding', () => {
  it('takes an account or a topic out of every tab for the member alone, and shows it again', async () => {
    const { topicId } = await followEverything()
    const hide = (kind: 'account' | 'topic', id: string, hidden: boolean) =>
      as(reader).hide({ body: { kind, id, hidden } })
    await hide('account', accountId, true)
    await hide('account', accountId, true)
    expect(titles((await part('followed')).items)).toEqual(['圈子的', '话题的', '专栏的'])
    expect(titles((await part('newest')).items)).toEqual(['别的', '话题的', '专栏的', '圈子的'])
    await hide('topic', topicId, true)
    expect(titles((await part('followed')).items)).toEqual(['圈子的', '专栏的'])
    expect(titles((await part('hot')).items).toSorted()).toEqual(['别的', '专栏的', '圈子的'].toSorted())
    expect(titles((await part('newest', {}, owner)).items)).toHaveLength(7)
    const since = platform.now
    expect(await as(reader).newItems({ query: { tab: 'newest', since } })).toEqual({ count: 1 })
    const names = (await as(reader).hidden({})).items.map(({ kind, name }) => `${kind} ${name}`)
    expect(names.toSorted()).toEqual(['account 安全先锋', 'topic 焊接'])
    expect((await as(owner).hidden({})).items).toEqual([])
    await hide('account', accountId, false)
    await hide('account', accountId, false)
    await hide('topic', topicId, false)
    expect(titles((await part('followed')).items)).toHaveLength(6)
  })

  it('refuses what is not there, and leaves one row however many ask at once', async () => {
    const topicId = await newTopic('焊接')
    for (const [member, kind, id] of [
      [reader, 'account', uuid()],
      [reader, 'topic', accountId],
      [stranger, 'account', accountId],
      [stranger, 'topic', topicId],
    ] as const)
      expect(await refusal(as(member).hide({ body: { kind, id, hidden: true } }))).toMatchObject({ errorCode: 900005 })
    await Promise.all([1, 2, 3].map(() => as(reader).hide({ body: { kind: 'topic', id: topicId, hidden: true } })))
    expect((await as(reader).hidden({})).items).toHaveLength(1)
  })

  it('ends at two hundred accounts and topics together, also at one moment; what is gone makes room', async () => {
    const hide = (kind: 'account' | 'topic', id: string, hidden = true) =>
      as(reader).hide({ body: { kind, id, hidden } })
    await sql`with named as (insert into topics.topic (id, company_id, name, key, created_at)
        select gen_random_uuid(), ${companyId}, 't' || n, 't' || n, 1 from generate_series(1, 199) n returning id)
      insert into feed.hidden (member_id, kind, hidden_id, company_id, created_at)
      select ${reader.id}, 'topic', named.id, ${companyId}, 1 from named`.execute(platform.root)
    const wanted = [accountId, otherId, await buildAccount(platform.db, { companyId, memberIds: [owner.id] })]
    const outcomes = await Promise.allSettled(wanted.map((id) => hide('account', id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const hidden = (await as(reader).hidden({})).items
    expect(hidden).toHaveLength(200)
    const [topic, account] = ['topic' as const, 'account' as const].map((kind) =>
      hidden.find((row) => row.kind === kind),
    )
    const other = wanted.find((id) => id !== account?.id) ?? ''
    const full = { status: 422, errorCode: 70317, data: { max: 200 } }
    expect(await refusal(hide('account', other))).toMatchObject(full)
    await hide('account', account?.id ?? '')
    await hide('topic', topic?.id ?? '')
    await hide('topic', topic?.id ?? '', false)
    await hide('account', other)
    expect(await refusal(hide('topic', topic?.id ?? ''))).toMatchObject(full)
    await sql`update feed.hidden set hidden_id = gen_random_uuid() where member_id = ${reader.id}
      and hidden_id = ${other}`.execute(platform.root)
    await hide('topic', topic?.id ?? '')
    const { rows } = await sql<{ count: number }>`select count(*) as count from feed.hidden
      where member_id = ${reader.id}`.execute(platform.root)
    expect(rows).toEqual([{ count: 200 }])
  })
})

describe('own figures', () => {
  it('[COMMUNITY-181] are those of the caller, of each part of the community', async () => {
    const zero = { published: 0, drafts: 0, reads: 0, likes: 0, followers: 0, following: 0, columns: 0, circles: 0 }
    expect(await as(reader).myStatistic({})).toEqual({ ...zero, questions: 0, answers: 0 })
    await followEverything()
    expect(await as(reader).myStatistic({})).toEqual({
      ...{ ...zero, following: 2, columns: 1, circles: 1, questions: 0, answers: 0 },
    })
    const personal = await buildAccount(platform.db, { companyId, enjoyType: 0, memberIds: [owner.id] })
    await follow(accountBusinessType, personal)
    const id = await build('读过的', 7)
    await build('关闭的', 8, { state: 'closed' })
    await platform.client(contents, reader).like({ body: { businessId: id, liked: true } })
    await sql`update contents.content set read_count = 5 where id = ${id}`.execute(platform.root)
    const fields = { ...emptyFields, title: '未写完' }
    await platform.client(contents, owner).saveDraft({ body: { accountId, type: 1, revision: 0, fields } })
    const asked = await buildQuestion(platform.db, {
      companyId,
      authorId: owner.id,
      title: '为什么',
      now: platform.now,
    })
    await buildQuestion(platform.db, { companyId, authorId: reader.id, title: '怎么办', now: platform.now })
    await buildAnswer(platform.db, { companyId, questionId: asked, authorId: owner.id, now: platform.now })
    expect(await as(owner).myStatistic({})).toEqual({
      ...{ ...zero, published: 8, drafts: 1, reads: 5, likes: 1, followers: 1, questions: 1, answers: 1 },
    })
    expect(await as(stranger).myStatistic({})).toEqual({ ...zero, questions: 0, answers: 0 })
  })
})

describe('the first tab of a member', () => {
  it('is what they follow, or by heat where that is nothing, in one call that goes on in the same tab', async () => {
    await build('一', 1)
    await build('二', 2, { accountId: otherId })
    const first = (pageSize: number) => as(reader).items({ query: { tab: 'home', pageSize } })
    const hot = await first(1)
    expect([hot.tab, hot.items.length]).toEqual(['hot', 1])
    const rest = await as(reader).items({ query: { tab: hot.tab, after: hot.next ?? '' } })
    expect(titles([...hot.items, ...rest.items]).sort()).toEqual(['一', '二'])
    await follow(accountBusinessType, otherId)
    expect(await first(20)).toMatchObject({ tab: 'followed', next: null, items: [{ content: { title: '二' } }] })
  })
})
