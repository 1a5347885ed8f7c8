import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { articles, articlesModule, shortType } from './articles.fixture.ts'
import { type CommentScene, commentScene } from './comments.fixture.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
const { scene, as, write, reply, read, remove, restore, like, count } = commentScene(platform)
let companyId: CommentScene['companyId']
let chief: CommentScene['chief']
let branchAdmin: CommentScene['branchAdmin']
let learner: CommentScene['learner']
let other: CommentScene['other']
let stranger: CommentScene['stranger']
let item: CommentScene['item']

beforeEach(() => {
  ;({ companyId, chief, branchAdmin, learner, other, stranger, item } = scene)
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
