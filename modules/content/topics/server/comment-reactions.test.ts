import { beforeEach, describe, expect, it } from 'vitest'
import { countsOf } from '#modules/content/topics/server.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { serverModules } from '#server/modules.ts'
import type { PersonalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { articlesModule, articleType } from './articles.fixture.ts'
import { type CommentScene, commentScene } from './comments.fixture.ts'
import { topicsPersonalData } from './personal-data.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
const { scene, as, write, reply, read, remove, like } = commentScene(platform)
let companyId: CommentScene['companyId']
let chief: CommentScene['chief']
let learner: CommentScene['learner']
let other: CommentScene['other']
let stranger: CommentScene['stranger']
let item: CommentScene['item']

beforeEach(() => {
  ;({ companyId, chief, learner, other, stranger, item } = scene)
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
      ['mentions', 0],
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
