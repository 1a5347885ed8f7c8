import { beforeEach, describe, expect, it } from 'vitest'
import { moderation } from '#modules/content/moderation/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 3 })
const { scene, as, fields, publish } = contentScene(platform)
let moderator: BuiltMember

beforeEach(async () => {
  const { companyId } = scene
  moderator = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
})

const setRule = (review: 'none' | 'before' | 'after') =>
  platform
    .client(settings, moderator)
    .changeRule({ params: { key: 'CONTENT_REVIEW_CONFIG' }, body: { value: { review } } })
const info = (id: string, member = scene.reader) => as(member).questionInfo({ query: { id } })
const unseen = async (id: string) => expect(await refusal(info(id))).toMatchObject({ errorCode: 900005 })
const calls = () => platform.client(moderation, moderator)
const cases = async () => (await calls().queue({ query: {} })).items

/** The author takes the content out of the recycle bin. */
async function bringBack() {
  const recycleBin = platform.client(operations, scene.author)
  const [recycled] = (await recycleBin.listRecycled({ query: {} })).items
  await recycleBin.restoreRecycled({ params: { id: recycled?.id ?? '' } })
}

async function decide(outcome: 'keep' | 'remove') {
  const [found] = await cases()
  if (!found) throw new Error('nothing waits')
  const body = {
    ...{ revision: found.revision, outcome, reasonCode: outcome === 'keep' ? ('none' as const) : ('spam' as const) },
    ...{ note: '请去掉广告', warn: false, muteDays: 0 },
  } as const
  await calls().decide({ params: { id: found.id }, body })
  return found
}

describe('a review before readers see it', () => {
  it('holds a content until a moderator agrees', async () => {
    await setRule('before')
    const { id, outcome } = await publish({ title: '待审的' })
    expect(outcome).toBe('review')
    await unseen(id)
    expect((await as(scene.reader).list({ query: {} })).items).toEqual([])
    await proves('COMMUNITY-187', async () => {
      expect(await as(scene.author).auditStatus({ query: { id } })).toEqual({ status: 'waiting', reason: null })
      expect(await refusal(as(scene.reader).auditStatus({ query: { id } }))).toMatchObject({ errorCode: 900005 })
    })
    expect((await as(scene.author).managed({ query: { id: scene.accountId, state: 'review' } })).recordCount).toBe(1)
    expect(await decide('keep')).toMatchObject({ title: '待审的', businessId: id })
    expect(await info(id)).toMatchObject({ reviewState: 'none', publishedAt: platform.now })
  })

  it('sends it back with the reason, and a change is reviewed again', async () => {
    await setRule('before')
    const { id } = await publish()
    await decide('remove')
    await unseen(id)
    await proves('COMMUNITY-104', async () => {
      const status = await as(scene.author).auditStatus({ query: { id } })
      expect(status).toEqual({ status: 'rejected', reason: '请去掉广告' })
    })
    const body = { id, revision: 1, fields: fields({ title: '改过的' }) }
    expect(await as(scene.author).change({ body })).toEqual({ id, outcome: 'review' })
    await decide('keep')
    expect(await info(id)).toMatchObject({ title: '改过的' })
  })

  it('waits for the time of the content as well', async () => {
    await setRule('before')
    const publishAt = platform.now + 600_000
    const { id } = await publish({ publishAt })
    await decide('keep')
    await unseen(id)
    platform.now = publishAt
    await platform.runJobs()
    expect(await info(id, scene.author)).toMatchObject({ reviewState: 'none' })
  })

  it('ends where the author removes the content, and goes on where it comes back', async () => {
    await setRule('before')
    const { id } = await publish()
    await as(scene.author).remove({ params: { id } })
    expect(await cases()).toEqual([])
    await bringBack()
    await unseen(id)
    await decide('keep')
    expect(await info(id)).toMatchObject({ reviewState: 'none' })
  })

  it('lets readers see what was sent back, where the author’s appeal is granted', async () => {
    await setRule('before')
    const { id } = await publish()
    const refused = await decide('remove')
    await unseen(id)
    await platform.client(moderation, scene.author).appeal({ params: { id: refused.id }, body: { text: '没有广告' } })
    const { companyId } = scene
    const other = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const body = { revision: 2, outcome: 'overturned', note: '' } as const
    await platform.client(moderation, other).decideAppeal({ params: { id: refused.id }, body })
    expect(await info(id)).toMatchObject({ reviewState: 'none', publishedAt: platform.now })
  })
})

describe('a review afterwards', () => {
  it('by rule or by words lets readers see the content, until a moderator removes it', async () => {
    await setRule('after')
    const { id, outcome } = await publish()
    expect(outcome).toBe('published')
    expect(await info(id)).toMatchObject({ id })
    await decide('remove')
    await unseen(id)
    expect(await refusal(info(id, scene.owner))).toMatchObject({ errorCode: 900005 })
    await platform.runJobs()
    const inbox = await platform.client(messages, scene.author).listNotifications({ query: {} })
    expect(inbox.items.length).toBeGreaterThan(0)
    await setRule('none')
    const words = [{ word: '加班', level: 'review' as const }]
    await buildWords(platform.db, { companyId: scene.companyId, by: moderator.id, words, now: platform.now })
    const second = await publish({ title: '加班指南' })
    expect(second.outcome).toBe('published')
    expect(await decide('keep')).toMatchObject({ businessId: second.id })
    expect(await info(second.id)).toMatchObject({ title: '加班指南' })
  })
})
