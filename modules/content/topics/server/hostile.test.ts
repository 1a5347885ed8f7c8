/** What members with bad intent try with comments. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { messages } from '#modules/platform/messages/contract.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { articles, articlesModule } from './articles.fixture.ts'
import { commentScene } from './comments.fixture.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
const { scene, as, write, reply, read, remove, restore } = commentScene(platform)

describe('places in a thread', () => {
  it.each(['9007199254740991', '-9007199254740991', '3000000000', '0x10', ' 1', ''])('%s is none', async (value) => {
    const { id } = await write('一')
    await reply(id, '二')
    for (const order of ['newest', 'hottest'] as const) {
      const answer = await as(scene.learner)
        .listComments({ query: { ...scene.item, order, after: `${value}_${uuid()}` } })
        .catch((error: { status: number }) => error)
      expect('status' in answer ? answer.status : 200).toBeLessThan(500)
    }
    const replies = await as(scene.learner)
      .listReplies({ params: { id }, query: { after: `${value}_${uuid()}` } })
      .catch((error: { status: number }) => error)
    expect('status' in replies ? replies.status : 200).toBeLessThan(500)
  })
})

describe('a moderator', () => {
  it('does not bring back the own comment that another one removed', async () => {
    const { chief } = scene
    const own = await write('广告', scene.branchAdmin)
    await remove(own.id, chief, '广告')
    expect(await refusal(restore(own.id, scene.branchAdmin))).toMatchObject({ errorCode: 10138 })
    await restore(own.id, chief)
    expect((await read()).items.find(({ id }) => id === own.id)?.removed).toBeNull()
  })
})

describe('who no longer sees an item', () => {
  it('reads in no message what is answered or liked there', async () => {
    const { learner, item, companyId } = scene
    const comment = await write('我先说')
    const article = { name: '读书笔记', companyId }
    articles.set(item.businessId, { ...article, hiddenFrom: learner.id })
    await reply(comment.id, '圈内机密')
    await as(scene.other).likeComment({ params: { id: comment.id } })
    await platform.runJobs()
    const { items } = await platform.client(messages, learner).listNotifications({ query: {} })
    expect(JSON.stringify(items)).not.toContain('圈内机密')
    expect(items.filter(({ type }) => type.startsWith('comment.'))).toEqual([])
  })
})
