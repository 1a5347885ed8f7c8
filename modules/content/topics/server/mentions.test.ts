import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { serverModules } from '#server/modules.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { articlesModule } from './articles.fixture.ts'
import { commentScene } from './comments.fixture.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
const { scene, article, as, read, remove, reply } = commentScene(platform)

const write = (content: string, more: object = {}, member = scene.learner, to = scene.item) =>
  as(member).addComment({ body: { ...to, content, ...more } })
const inbox = async (member: { token: string }) => {
  await platform.runJobs()
  return (await platform.client(messages, member).listNotifications({ query: {} })).items
}

describe('a comment', () => {
  it('quotes another one of its item, whose words go when it is removed', async () => {
    const quoted = await write('被引用的话'.repeat(60))
    const { id } = await write('我同意', { quotedId: quoted.id }, scene.other)
    const shown = async () => (await read()).items.find((item) => item.id === id)?.quoted
    expect(await shown()).toMatchObject({ id: quoted.id, author: { memberFullName: '林知远' } })
    expect([...((await shown())?.content ?? '')]).toHaveLength(200)
    const answer = await as(scene.other).addReply({
      params: { id },
      body: { content: '补充', quotedId: quoted.id, mentionIds: [scene.learner.id] },
    })
    expect(answer).toMatchObject({ quoted: { id: quoted.id }, mentions: [{ memberId: scene.learner.id }] })
    await remove(quoted.id)
    expect(await shown()).toEqual({ id: quoted.id, content: '', author: null })
    expect(await refusal(write('太晚', { quotedId: quoted.id }))).toMatchObject({ errorCode: 900036 })
    const elsewhere = await write('别处', {}, scene.learner, article())
    for (const quotedId of [elsewhere.id, uuid()])
      expect(await refusal(write('引用别处', { quotedId }))).toMatchObject({ errorCode: 900005 })
  })

  it('names colleagues, who hear of it once if they see the item', async () => {
    const quiet = await buildMember(platform.db, { companyId: scene.companyId })
    await as(quiet).quietThread({ body: { ...scene.item, quiet: true } })
    const mentionIds = [scene.other.id, quiet.id, scene.learner.id]
    const { id } = await write('请看', { mentionIds })
    const [shown] = (await read(scene.other)).items
    expect(shown?.mentions.map(({ memberId }) => memberId).sort()).toEqual(mentionIds.sort())
    expect(await inbox(scene.other)).toMatchObject([{ title: '林知远在评论中提到了您', repeats: 1 }])
    expect(await inbox(quiet)).toEqual([])
    expect(await inbox(scene.learner)).toEqual([])
    await remove(id)
    expect((await read(scene.other)).items).toEqual([])
    const foreign = { mentionIds: [scene.stranger.id] }
    expect(await refusal(write('外人', foreign))).toMatchObject({ errorCode: 900005 })
  })

  it('names 20 at most; thousands of ids are refused', async () => {
    const ids = await Promise.all(
      Array.from({ length: 21 }, async () => (await buildMember(platform.db, { companyId: scene.companyId })).id),
    )
    await bounds(20, (count) => write('大家好', { mentionIds: ids.slice(0, count) }), {
      ...{ refused: 900001, path: 'mentionIds' },
    })
    const thousands = Array.from({ length: 10_000 }, () => uuid())
    expect(await refusal(write('人海', { mentionIds: thousands }))).toMatchObject({ errorCode: 900001 })
  })
})

describe('the best comment', () => {
  it('is marked by who wrote the item, one at a time, and loses the mark when it is removed', async () => {
    scene.item = article(undefined, { author: scene.chief.id })
    const [one, two] = [await write('一'), await write('二', {}, scene.other)]
    const nested = await reply(one.id, '回复')
    const mark = (id: string, member = scene.chief) => as(member).markBest({ params: { id } })
    const best = async () => (await read()).best?.id
    expect(await refusal(mark(one.id, scene.learner))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(mark(one.id, scene.stranger))).toMatchObject({ errorCode: 900005 })
    expect([(await read(scene.chief)).mayMarkBest, (await read()).mayMarkBest]).toEqual([true, false])
    await mark(one.id)
    await mark(one.id)
    expect(await best()).toBe(one.id)
    await Promise.all([mark(two.id), mark(nested.id)])
    expect([two.id, nested.id]).toContain(await best())
    await mark(two.id)
    expect((await read()).items.filter((item) => item.best).map(({ id }) => id)).toEqual([two.id])
    const unmark = (member = scene.chief) => as(member).unmarkBest({ params: { id: two.id } })
    expect(await refusal(unmark(scene.learner))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(unmark(scene.stranger))).toMatchObject({ errorCode: 900005 })
    await unmark()
    expect(await best()).toBeUndefined()
    await mark(two.id)
    await remove(two.id, scene.other)
    expect(await best()).toBeUndefined()
    expect(await refusal(mark(two.id))).toMatchObject({ errorCode: 900036 })
  })
})
