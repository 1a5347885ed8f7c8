import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { articles, articlesModule, articleType, shortType } from './articles.fixture.ts'
import { type CommentScene, commentScene } from './comments.fixture.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
const { scene, article, as, write, reply, read, remove, like, count, contents } = commentScene(platform)
let companyId: CommentScene['companyId']
let chief: CommentScene['chief']
let learner: CommentScene['learner']
let other: CommentScene['other']
let stranger: CommentScene['stranger']
let item: CommentScene['item']

beforeEach(() => {
  ;({ companyId, chief, learner, other, stranger, item } = scene)
})

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
  it('stand one level below, each naming the author of the answered reply', async () => {
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
