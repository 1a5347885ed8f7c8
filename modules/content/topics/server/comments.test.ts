import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { countsOf } from '#modules/content/topics/server.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { serverModules } from '#server/modules.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { articles, articlesModule, articleType, shortType } from './articles.fixture.ts'
import { topicsPersonalData } from './personal-data.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
let companyId: string
let branch: string
let chief: BuiltMember
let branchAdmin: BuiltMember
let learner: BuiltMember
let other: BuiltMember
let stranger: BuiltMember
let item: { businessType: number; businessId: string }

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  branch = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  branchAdmin = await buildMember(platform.db, { companyId, organizationId: branch, roles: ['admin'] })
  learner = await buildMember(platform.db, { companyId, fullName: '林知远' })
  other = await buildMember(platform.db, { companyId, organizationId: branch, fullName: '周小满' })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
  item = article()
})

function article(businessType = articleType, change: object = {}) {
  const businessId = uuid()
  articles.set(businessId, { name: '读书笔记', companyId, ...change })
  return { businessType, businessId }
}

const as = (member: BuiltMember) => platform.client(topics, member)
const write = (content: string, member = learner, to = item) => as(member).addComment({ body: { ...to, content } })
const reply = (id: string, content: string, member = other) =>
  as(member).addReply({ params: { id }, body: { content } })
const read = (member = learner, query: object = {}) => as(member).listComments({ query: { ...item, ...query } })
const remove = (id: string, member = learner, reason?: string) =>
  as(member).removeComment({ params: { id }, query: { reason } })
const restore = (id: string, member = learner) => as(member).restoreComment({ params: { id } })
const like = (id: string, member = other) => as(member).likeComment({ params: { id } })
const count = async () =>
  (await countsOf(platform.db, companyId, articleType, [item.businessId])).get(item.businessId)?.comments
const contents = (page: { items: readonly { content: string }[] }) => page.items.map(({ content }) => content)

describe('writing', () => {
  it('[SYSTEM-189] a comment is read by the others, with its author', async () => {
    const comment = await write(' 讲得很清楚 \r\n\n\n\n谢谢 ')
    expect(comment).toMatchObject({ content: '讲得很清楚 \n\n谢谢', likeCount: 0, replyCount: 0, mayRemove: true })
    const seen = await read(other)
    expect(seen).toMatchObject({ recordCount: 1, next: null, mayComment: true, mayModerate: false, mutedUntil: null })
    expect(seen.items[0]).toMatchObject({
      id: comment.id,
      author: { memberId: learner.id, memberFullName: '林知远' },
      mayRemove: false,
      removed: null,
    })
    expect(await refusal(read(stranger))).toMatchObject({ errorCode: 900005 })
  })

  it('takes 500 characters, 300 where the kind of item says so', async () => {
    const beyond = { refused: 900001, path: 'content' }
    const short = article(shortType)
    await proves('SYSTEM-182', async () => {
      expect((await bounds(500, (count) => write('评'.repeat(count)), beyond)).content).toHaveLength(500)
      expect((await bounds(500, (count) => write('😀'.repeat(count)), beyond)).content).toHaveLength(1000)
      await bounds(300, (count) => write('评'.repeat(count), learner, short), beyond)
    })
    expect(await refusal(write(' \u0007\n '))).toMatchObject({ errorCode: 900001 })
  })

  it('[SYSTEM-183] a reply takes 300 characters, 3000 in the place declared so', async () => {
    const beyond = { refused: 900001, path: 'content' }
    const comment = await write('好')
    await bounds(300, (count) => reply(comment.id, '答'.repeat(count)), beyond)
    const long = await write('好', learner, article(shortType))
    await bounds(3000, (count) => reply(long.id, '答'.repeat(count)), beyond)
  })

  it('keeps a text that looks like markup as text, and drops control characters', async () => {
    const text = '<img src=x onerror=alert(1)>\u0000\u202e&amp;'
    expect((await write(text)).content).toBe('<img src=x onerror=alert(1)>\u202e&amp;')
  })

  it('[SYSTEM-124] the server refuses sensitive words, with their places in the text as it was sent', async () => {
    await buildWords(platform.db, {
      companyId,
      by: chief.id,
      words: ['赌博', { word: '加班', level: 'review' }],
      now: platform.now,
    })
    const refused = await refusal(write('  去賭 博吧'))
    expect(refused).toMatchObject({ status: 422, errorCode: 900010 })
    expect(refused.message).toContain('内容含敏感词：赌博，请重新编辑')
    expect(refused.data).toEqual({
      words: '赌博',
      fields: [{ path: 'content', rule: 'sensitive', message: '赌博', hits: [{ start: 3, end: 6, word: '赌博' }] }],
    })
    const comment = await write('又加班')
    expect(await refusal(reply(comment.id, '赌博'))).toMatchObject({ errorCode: 900010 })
    // Words for a moderator's look are saved, and marked for moderators alone.
    expect((await read(other)).items[0]?.flagged).toBe(false)
    expect((await read(chief)).items[0]?.flagged).toBe(true)
  })

  it('refuses an unknown kind, an item that is not seen, and one whose comments are closed', async () => {
    const unknown = write('x', learner, { businessType: 999, businessId: uuid() })
    expect(await refusal(unknown)).toMatchObject({ errorCode: 900001 })
    expect(await refusal(write('x', stranger))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(reply((await write('x')).id, 'y', stranger))).toMatchObject({ errorCode: 900005 })
    const closed = article(articleType, { closed: true })
    expect(await refusal(write('x', learner, closed))).toMatchObject({ errorCode: 900035 })
    const { id } = await write('x')
    articles.set(item.businessId, { name: '读书笔记', companyId, closed: true })
    expect(await refusal(reply(id, 'y'))).toMatchObject({ errorCode: 900035 })
    expect((await read()).mayComment).toBe(false)
  })
})

describe('replies', () => {
  it('stand one level below, each naming whom it answers', async () => {
    const comment = await write('第一')
    const first = await reply(comment.id, '回一')
    const second = await reply(first.id, '回二', learner)
    expect(first.repliedTo).toBeNull()
    expect(second.repliedTo).toMatchObject({ id: first.id, author: { memberFullName: '周小满' } })
    await reply(comment.id, '回三')
    const [seen] = (await read()).items
    expect(seen?.replyCount).toBe(3)
    expect(seen?.replies.map(({ content }) => content)).toEqual(['回一', '回二'])
    const page = await as(learner).listReplies({ params: { id: comment.id }, query: { pageSize: 2 } })
    expect(contents(page)).toEqual(['回一', '回二'])
    const rest = await as(learner).listReplies({ params: { id: comment.id }, query: { after: page.next ?? '' } })
    expect(contents(rest)).toEqual(['回三'])
    expect(rest.next).toBeNull()
    expect(await count()).toBe(4)
  })

  it('are refused to what was removed, or never was', async () => {
    const comment = await write('第一')
    const first = await reply(comment.id, '回一')
    await remove(first.id, other)
    expect(await refusal(reply(first.id, '回二'))).toMatchObject({ errorCode: 900036 })
    await remove(comment.id)
    expect(await refusal(reply(comment.id, '回三'))).toMatchObject({ errorCode: 900036 })
    expect(await refusal(reply(uuid(), '回四'))).toMatchObject({ errorCode: 900005 })
    const replies = as(stranger).listReplies({ params: { id: comment.id } })
    expect(await refusal(replies)).toMatchObject({ errorCode: 900005 })
  })
})

describe('reading', () => {
  it('newest first, by key: what is written meanwhile moves nothing', async () => {
    for (let number = 1; number <= 5; number++) {
      platform.now += 1000
      await write(`第${number}`)
    }
    const first = await read(learner, { pageSize: 2 })
    expect(contents(first)).toEqual(['第5', '第4'])
    await write('插队')
    const second = await read(learner, { pageSize: 2, after: first.next })
    expect(contents(second)).toEqual(['第3', '第2'])
    const third = await read(learner, { pageSize: 2, after: second.next })
    expect(contents(third)).toEqual(['第1'])
    expect(third.next).toBeNull()
    expect(await refusal(read(learner, { after: '1_2' }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(read(learner, { after: `1_${'-'.repeat(36)}` }))).toMatchObject({ errorCode: 900001 })
  })

  it('hottest first: the most liked, of as many likes the newest', async () => {
    const [first, second, third] = [await write('一'), await write('二'), await write('三')]
    await like(first.id)
    await like(first.id, chief)
    await like(second.id)
    const page = await read(learner, { order: 'hottest', pageSize: 2 })
    expect(contents(page)).toEqual(['一', '二'])
    expect(contents(await read(learner, { order: 'hottest', after: page.next }))).toEqual(['三'])
    expect(third.likeCount).toBe(0)
    await write('四')
    const rest = await read(learner, { order: 'hottest', pageSize: 1, after: page.next })
    expect(contents(rest)).toEqual(['四'])
    expect(contents(await read(learner, { order: 'hottest', pageSize: 1, after: rest.next }))).toEqual(['三'])
  })

  it('count-by-business-ids answers the number of each id, 0 for none', async () => {
    const empty = uuid()
    const comment = await write('一')
    await reply(comment.id, '二')
    const ask = (query: { ids: string[]; businessType?: number }, member = learner) =>
      as(member).countByBusinessIds({ query })
    await proves('SYSTEM-188', async () =>
      expect(await ask({ ids: [item.businessId, empty] })).toEqual({ [item.businessId]: 2, [empty]: 0 }),
    )
    await proves('SYSTEM-193', async () => {
      const answer = await platform.app.inject({
        url: `/api/v1/system/comment/count-by-business-ids?ids=${item.businessId}&ids=${empty}`,
        headers: { authorization: `Bearer ${learner.token}` },
      })
      expect(answer.json()).toEqual({ [item.businessId]: 2, [empty]: 0 })
    })
    expect(await ask({ ids: [`${item.businessId},${empty}`] })).toEqual({ [item.businessId]: 2, [empty]: 0 })
    expect(await ask({ ids: [item.businessId], businessType: shortType })).toEqual({ [item.businessId]: 0 })
    expect(await ask({ ids: [item.businessId] }, stranger)).toEqual({ [item.businessId]: 0 })
    expect(await refusal(ask({ ids: ['x'] }))).toMatchObject({ errorCode: 900001 })
  })
})

describe('likes', () => {
  it('count once a member, whatever comes at once, and can be taken back', async () => {
    const { id } = await write('好')
    // One of them had liked it before, and taken it back.
    const begin = async () => {
      await like(id)
      expect(await as(other).unlikeComment({ params: { id } })).toEqual({ liked: false, likeCount: 0 })
    }
    const likes = await race(platform, 10, (index) => like(id, index % 2 === 0 ? other : chief), { begin })
    expect(likes).toMatchObject({ accepted: 10, refused: {} })
    expect((await read(other)).items[0]).toMatchObject({ likeCount: 2, liked: true })
    expect((await read(learner)).items[0]?.liked).toBe(false)
    expect(await as(other).unlikeComment({ params: { id } })).toEqual({ liked: false, likeCount: 1 })
    expect(await as(other).unlikeComment({ params: { id } })).toEqual({ liked: false, likeCount: 1 })
    expect(await refusal(like(id, stranger))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).unlikeComment({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    await remove(id)
    expect(await refusal(like(id))).toMatchObject({ errorCode: 900036 })
  })
})

describe('removing', () => {
  it('by its author: the place stays while an answer stands under it, the words are gone', async () => {
    const comment = await write('说错了')
    const answer = await reply(comment.id, '没关系')
    await remove(comment.id)
    await remove(comment.id)
    const [seen] = (await read(other)).items
    expect(seen).toMatchObject({ content: '', author: null, removed: 'author', replyCount: 1 })
    expect(seen?.replies[0]?.content).toBe('没关系')
    expect(await count()).toBe(1)
    await remove(answer.id, other)
    expect((await read()).items[0]).toMatchObject({ removed: 'author', replyCount: 0 })
    expect(await count()).toBe(0)
  })

  it('without an answer only the author keeps the place, and can bring it back within ten minutes', async () => {
    const comment = await write('说错了')
    await remove(comment.id)
    expect((await read(other)).items).toEqual([])
    expect((await read()).items[0]).toMatchObject({ content: '', removed: 'author', mayRestore: true })
    await restore(comment.id)
    expect((await read(other)).items[0]?.content).toBe('说错了')
    expect(await count()).toBe(1)
    await remove(comment.id)
    platform.now += 600_001
    expect((await read()).items[0]?.mayRestore).toBe(false)
    expect(await refusal(restore(comment.id))).toMatchObject({ errorCode: 10138 })
  })

  it('by who moderates the item, with a reason that only the author and moderators see', async () => {
    articles.set(item.businessId, { name: '读书笔记', companyId, moderator: other.id })
    const comment = await write('广告')
    await reply(comment.id, '举报')
    expect((await read(other)).items[0]?.mayRemove).toBe(true)
    await remove(comment.id, other, '与内容无关')
    expect((await read(learner)).items[0]).toMatchObject({
      removed: 'moderator',
      removedReason: '与内容无关',
      mayRestore: false,
      content: '',
    })
    const third = await buildMember(platform.db, { companyId })
    expect((await read(third)).items[0]).toMatchObject({ removed: 'moderator', removedReason: null })
    expect(await refusal(restore(comment.id))).toMatchObject({ errorCode: 10138 })
    await restore(comment.id, other)
    expect((await read(third)).items[0]?.content).toBe('广告')
  })

  it('is refused to everybody else', async () => {
    const { id } = await write('好')
    expect(await refusal(remove(id, other))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(remove(id, stranger))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(remove(uuid()))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(restore(uuid()))).toMatchObject({ errorCode: 900005 })
  })

  it('and answering at once end in one state, with right figures', async () => {
    const comment = await write('好')
    let first = { id: '' }
    const begin = async () => {
      first = await reply(comment.id, '一')
    }
    const calls: readonly (() => Promise<unknown>)[] = [
      () => remove(first.id, other),
      () => reply(first.id, '二', learner),
      () => reply(comment.id, '三'),
      () => remove(first.id, chief),
      () => like(first.id, chief),
    ]
    const { refused } = await race(platform, 10, (index) => calls[index % calls.length]?.() ?? write('好'), { begin })
    // What is removed takes neither an answer nor a like.
    expect(Object.keys(refused).filter((code) => code !== '900036')).toEqual([])
    const shown = await as(other).listReplies({ params: { id: comment.id } })
    const living = shown.items.filter(({ removed }) => removed === null).length
    expect(shown.recordCount).toBe(living)
    expect(await count()).toBe(living + 1)
  })
})

describe('moderation', () => {
  const list = (member = chief, query: object = {}) => as(member).moderatedComments({ query })
  const moderate = (ids: string[], action: 'remove' | 'restore' | 'approve', member = chief) =>
    as(member).moderateComments({ body: { ids, action, reason: '广告' } })

  it('lists, searches, removes, restores and approves', async () => {
    await buildWords(platform.db, { companyId, by: chief.id, words: [{ word: '加班', level: 'review' }], now: 1 })
    const [first, second] = [await write('微信 50% 优惠'), await write('又加班', other)]
    await reply(first.id, '收到')
    expect((await list()).recordCount).toBe(3)
    expect((await list(chief, { keyword: '50%' })).items).toMatchObject([
      { content: '微信 50% 优惠', item: { name: '读书笔记' }, isReply: false },
    ])
    expect((await list(chief, { state: 'flagged' })).items.map(({ id }) => id)).toEqual([second.id])
    expect((await list(chief, { memberId: learner.id })).recordCount).toBe(1)
    expect((await list(chief, { businessType: shortType })).recordCount).toBe(0)
    expect((await list(chief, { from: platform.now + 1 })).recordCount).toBe(0)
    expect((await list(chief, { to: platform.now })).recordCount).toBe(3)
    expect(await moderate([first.id, second.id], 'remove')).toEqual({ changedCount: 2 })
    expect(await moderate([first.id], 'remove')).toEqual({ changedCount: 0 })
    const [removed] = (await list(chief, { state: 'removed', memberId: learner.id })).items
    expect(removed).toMatchObject({ removed: 'moderator', removedReason: '广告', removedBy: chief.id })
    expect(await moderate([first.id, second.id], 'restore')).toEqual({ changedCount: 2 })
    expect((await list(chief, { state: 'shown' })).recordCount).toBe(3)
    expect(await count()).toBe(3)
    const flagged = await write('还加班')
    expect(await moderate([flagged.id, first.id], 'approve')).toEqual({ changedCount: 1 })
    expect((await list(chief, { state: 'flagged' })).recordCount).toBe(0)
  })

  it('of a branch concerns what its members write', async () => {
    const [elsewhere, own] = [await write('总部的话'), await write('研发的话', other)]
    expect((await list(branchAdmin)).items.map(({ id }) => id)).toEqual([own.id])
    expect(await moderate([elsewhere.id, own.id], 'remove', branchAdmin)).toEqual({ changedCount: 1 })
    expect(await refusal(remove(elsewhere.id, branchAdmin))).toMatchObject({ errorCode: 10138 })
    expect((await list(stranger)).recordCount).toBe(0)
    const mute = (id: string) =>
      as(branchAdmin).muteMember({ params: { id }, body: { until: platform.now + 1, reason: '' } })
    expect(await refusal(mute(learner.id))).toMatchObject({ status: 403 })
    await mute(other.id)
  })

  it('a muted member reads and does not write, until the time is over or a moderator relents', async () => {
    const comment = await write('好')
    const params = { id: learner.id }
    await as(chief).muteMember({ params, body: { until: platform.now + 60_000, reason: '刷屏' } })
    expect((await read()).mutedUntil).toBe(platform.now + 60_000)
    expect(await refusal(write('不好'))).toMatchObject({ errorCode: 900034, data: { until: platform.now + 60_000 } })
    expect(await refusal(reply(comment.id, '不好', learner))).toMatchObject({ errorCode: 900034 })
    expect((await as(chief).listMutes()).items).toMatchObject([
      { memberId: learner.id, author: { memberFullName: '林知远' }, reason: '刷屏', mutedBy: chief.id },
    ])
    expect((await list(chief)).items[0]?.mutedUntil).toBe(platform.now + 60_000)
    await as(chief).unmuteMember({ params })
    await as(chief).unmuteMember({ params })
    await write('好了')
    await as(chief).muteMember({ params, body: { until: platform.now + 10, reason: '' } })
    platform.now += 11
    await write('时间到了')
    expect((await as(chief).listMutes()).recordCount).toBe(0)
    const foreign = as(chief).muteMember({ params: { id: stranger.id }, body: { until: 1, reason: '' } })
    expect(await refusal(foreign)).toMatchObject({ errorCode: 900005 })
  })
})

describe('notifications', () => {
  const messagesOf = async (member: BuiltMember) => {
    const { items } = await platform.client(messages, member).listNotifications()
    return items.map(({ type, body, repeats, actor, link }) => ({ type, body, repeats, actor: actor?.name, link }))
  }

  it('tell the author of an answer, collapsed into one, and never of the own', async () => {
    const comment = await write('好')
    await reply(comment.id, '第一')
    await reply(comment.id, '第二')
    await reply(comment.id, '自己', learner)
    expect(await messagesOf(learner)).toMatchObject([
      { type: 'comment.reply', body: '在“读书笔记”中：第二', repeats: 2, link: `/articles/${item.businessId}` },
    ])
    expect(await messagesOf(other)).toEqual([])
  })

  it('tell of likes and of a moderator’s removal with its reason', async () => {
    const comment = await write('好')
    await like(comment.id)
    await like(comment.id, chief)
    await remove(comment.id, chief, '与内容无关')
    expect((await messagesOf(learner)).map(({ type, body }) => [type, body])).toEqual([
      ['comment.removed', '“好”。原因：与内容无关'],
      ['comment.like', '“好”已获得 2 个赞（读书笔记）'],
    ])
  })

  it('are not sent about an item of which the member wants to hear nothing', async () => {
    const comment = await write('好')
    const quiet = (on: boolean) => as(learner).quietThread({ body: { ...item, quiet: on } })
    await quiet(true)
    await quiet(true)
    expect((await read()).quiet).toBe(true)
    await reply(comment.id, '第一')
    await like(comment.id)
    expect(await messagesOf(learner)).toEqual([])
    await quiet(false)
    await reply(comment.id, '第二')
    expect(await messagesOf(learner)).toHaveLength(1)
    expect(await refusal(as(stranger).quietThread({ body: { ...item, quiet: true } }))).toMatchObject({
      errorCode: 900005,
    })
  })
})

describe('a member who is erased', () => {
  it('leaves words and scores without a name, and nothing else', async () => {
    const comment = await write('留下的话')
    await reply(comment.id, '回')
    await like(comment.id, other)
    await as(other).collect({ body: item })
    await as(other).giveScore({ body: { ...item, score: 5 } })
    const data = topicsPersonalData.value as PersonalData
    const records = await data.collect(platform.db, { companyId, memberId: other.id, now: platform.now })
    expect(records.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['comments', 1],
      ['collections', 1],
      ['scores', 1],
      ['comment-likes', 1],
    ])
    const owner = { companyId, memberId: other.id, now: platform.now }
    await data.erase(platform.db, owner)
    await data.erase(platform.db, owner)
    const [seen] = (await read()).items
    expect(seen).toMatchObject({ likeCount: 0, replies: [{ content: '回', author: null }] })
    const counts = await countsOf(platform.db, companyId, articleType, [item.businessId])
    expect(counts.get(item.businessId)).toEqual({ comments: 2, collects: 0, scoreCount: 1, averageScore: 5 })
    const left = await data.collect(platform.db, owner)
    expect(left.every(({ rows }) => rows.length === 0)).toBe(true)
  })
})
