/** Every call that answers contents: what a reader may see stands in each of them, and what they may not see in none. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { columns } from '#modules/community/columns/contract.ts'
import { community } from '#modules/community/community/contract.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildCircleOf } from '#modules/community/community/server/circles.fixture.ts'
import { accountBusinessType } from '#modules/community/community/server.ts'
import { contentBusinessType, contents, emptyFields } from '#modules/community/contents/contract.ts'
import { following, topicBusinessType } from '#modules/community/following/contract.ts'
import { moderation } from '#modules/content/moderation/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { feed } from '../contract.ts'

const platform = testPlatform({ poolSize: 3 })
const title = '焊缝的秘密'
const businessType = contentBusinessType

let companyId: string
let owner: BuiltMember
let author: BuiltMember
let reader: BuiltMember
let accountId: string
let topicId: string
let columnId: string
let circleId: string
/** What the reader may see in any case, about the same. */
let beside: string
let id: string
let said: string

const as = (member: BuiltMember) => platform.client(contents, member)
const publish = async (change: object) => {
  const fields = { ...emptyFields, html: '<p>先看记录。</p>', topicIds: [topicId], ...change }
  const saved = await as(author).saveDraft({ body: { accountId, type: 1, revision: 0, fields } })
  return (await as(author).publish({ body: { draftId: saved.id, revision: saved.revision } })).id
}
const follow = (type: number, businessId: string) =>
  platform.client(following, reader).attention({ body: { businessType: type, businessId, following: true } })

beforeEach(async () => {
  // All tests call from one address.
  await sql`delete from server.rate`.execute(platform.root)
  platform.now += 61_000
  const now = platform.now
  companyId = await buildCompany(platform.db)
  owner = await buildMember(platform.db, { companyId, roles: ['super-admin'], now })
  author = await buildMember(platform.db, { companyId, now })
  reader = await buildMember(platform.db, { companyId, now })
  accountId = await buildAccount(platform.db, { companyId, memberIds: [owner.id, author.id] })
  topicId = (await platform.client(topics, owner).quickAddTopic({ body: { name: '焊接' } })).id
  circleId = await buildCircleOf(platform.db, {
    companyId,
    memberIds: [owner.id, author.id, reader.id],
    joinMode: 1,
    now,
  })
  const column = { comeEnjoyId: accountId, title: '工艺三十讲', introduce: '' }
  columnId = (await platform.client(columns, owner).createColumn({ body: column })).id
  await follow(accountBusinessType, accountId)
  await follow(topicBusinessType, topicId)
  await platform.client(columns, reader).subscribe({ body: { id: columnId, subscribed: true } })
  beside = await publish({ title: '另一篇' })
  platform.now += 1000
  id = await publish({ title, visibility: 2, circleIds: [circleId] })
  await platform.client(columns, owner).releaseContents({ body: { id: columnId, questionIds: [beside, id] } })
  said = (await as(reader).discuss({ body: { businessId: id, content: '同意' } })).id
  await platform.client(topics, reader).collect({ body: { businessType, businessId: id } })
  platform.now += 1000
})

/** The answers of all calls that list contents, or count them, as the reader gets them. */
async function doors(): Promise<Record<string, unknown>> {
  const [own, team, circle, home] = [
    as(reader),
    platform.client(columns, reader),
    platform.client(community, reader),
    platform.client(feed, reader),
  ]
  const query = { id: accountId }
  return {
    list: await own.list({ query: {} }),
    hot: await own.hot({ query: {} }),
    found: await own.list({ query: { search: '秘密' } }),
    ofCircles: await own.list({ query: { circles: true } }),
    recommended: await own.recommended({ query: {} }),
    ofTopic: await own.topicContents({ query: { id: topicId } }),
    ofAccount: await own.ofAccount({ query }),
    followed: await own.followed({ query: {} }),
    followedByNumber: await own.followed({ query: { page: 1 } }),
    collected: await own.collected({ query: {} }),
    related: await own.related({ query: { id: beside } }),
    next: (await own.questionInfo({ query: { id: beside } })).next,
    ofColumn: await team.columnContents({ params: { id: columnId }, query: {} }),
    subscribed: await team.subscribedContents({ query: {} }),
    subscribedByNumber: await team.subscribedContents({ query: { page: 1 } }),
    ofCircle: await circle.circleContents({ params: { id: circleId }, query: {} }).catch(() => ({})),
    notices: await circle.accountNotices({}),
    feedNewest: await home.items({ query: { tab: 'newest' } }),
    feedFollowed: await home.items({ query: { tab: 'followed' } }),
    feedCircles: await home.items({ query: { tab: 'circles' } }),
    feedHot: await home.items({ query: { tab: 'hot' } }),
  }
}

async function counts() {
  const column = await platform.client(columns, reader).column({ params: { id: columnId } })
  return {
    column: column.contentNum,
    unread: column.unreadNum,
    topic: (await as(reader).topicInfo({ query: { id: topicId } })).contentNum,
    newest: (await platform.client(feed, reader).newItems({ query: { tab: 'newest', since: 0 } })).count,
    followed: (await platform.client(feed, reader).newItems({ query: { tab: 'followed', since: 0 } })).count,
    list: (await as(reader).list({ query: { page: 1 } })).recordCount,
    collected: (await as(reader).collected({ query: {} })).recordCount,
    comments: (await platform.client(topics, reader).countByBusinessIds({ query: { ids: [id] } }))[id],
  }
}

const named = (answers: Record<string, unknown>) =>
  Object.keys(answers).filter(
    (door) => JSON.stringify(answers[door]).includes(id) || JSON.stringify(answers[door]).includes(title),
  )

async function expectNowhere() {
  expect(named(await doors())).toEqual([])
  expect(await counts()).toEqual({
    ...{ column: 1, unread: 1, topic: 1, newest: 1, followed: 1, list: 1, collected: 0, comments: 0 },
  })
}

async function expectEverywhere() {
  const answers = await doors()
  expect(named(answers)).toEqual(Object.keys(answers))
  expect(await counts()).toMatchObject({
    column: 2,
    unread: 2,
    topic: 2,
    newest: 2,
    followed: 2,
    list: 2,
    collected: 1,
  })
}

const at = () => ({ params: { id } })

describe('a content that the reader', () => {
  it('may see stands in every list', async () => {
    await expectEverywhere()
  })

  it('sees no longer, because they have left its circle, stands in none', async () => {
    await platform.client(community, reader).leaveCircle({ params: { id: circleId } })
    await expectNowhere()
  })

  it('sees no longer, because it is closed, stands in none until it is shown again', async () => {
    await proves('COMMUNITY-073', async () => {
      await as(author).close(at())
      await expectNowhere()
      await as(author).activate(at())
      await expectEverywhere()
    })
  })

  it('sees no longer, because it was removed, stands in none', async () => {
    const placed = (await platform.client(community, owner).circleContents({ params: { id: circleId }, query: {} }))
      .items
    const relation = placed.find(({ itemId }) => itemId === id)?.relationId ?? ''
    await platform.client(community, author).removeFromCircle({ params: { id: relation }, body: {} })
    await as(reader).removeDiscussion({ query: { id: said } })
    await proves('COMMUNITY-072', async () => {
      await as(author).remove(at())
      await expectNowhere()
    })
  })

  it('sees no longer, because a moderator has removed it, stands in none until it is restored', async () => {
    const body = { businessId: id, businessType, reason: '广告', reasonCode: 'spam' } as const
    await platform.client(moderation, reader).accuse({ body })
    const moderating = platform.client(moderation, owner)
    const params = { id: (await moderating.queue({ query: {} })).items[0]?.id ?? '' }
    const removal = {
      outcome: 'remove',
      reasonCode: 'spam',
      note: '广告',
      warn: false,
      muteDays: 0,
      revision: 0,
    } as const
    await moderating.decide({ params, body: removal })
    await expectNowhere()
    await moderating.restore({ params, body: { revision: 1, note: '' } })
    await expectEverywhere()
  })

  it('sees no longer, because circles are switched off, stands in none', async () => {
    const value = { knowledgeCircleShowSwitch: '0' as const }
    await platform
      .client(settings, owner)
      .changeRule({ params: { key: 'KNOWLEDGE_OPERATION_CONFIG' }, body: { value } })
    await expectNowhere()
  })

  it('sees no longer, because it is for another organization, stands in none', async () => {
    const { revision, fields } = await as(author).forEdit({ query: { id } })
    const elsewhere = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '分院' })
    const change = { ...fields, visibility: 1 as const, organizationIds: [elsewhere] }
    await as(author).change({ body: { id, revision, fields: change } })
    await expectNowhere()
  })
})
