/** What members with bad intent try with contents. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { sharing } from '#modules/community/sharing/contract.ts'
import { moderation } from '#modules/content/moderation/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 3 })
const { scene, as, fields, publish, save, build } = contentScene(platform)
let moderator: BuiltMember

beforeEach(async () => {
  const { companyId } = scene
  moderator = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
})

const info = (id: string, member = scene.reader) => as(member).questionInfo({ query: { id } })
const moderating = (member = moderator) => platform.client(moderation, member)
const queue = async (member = moderator) => (await moderating(member).queue({ query: {} })).items
const removal = { outcome: 'remove', reasonCode: 'spam', note: '广告', warn: false, muteDays: 0 } as const
const keep = { ...removal, outcome: 'keep', reasonCode: 'none' } as const

describe('places in a list', () => {
  const list = (after: string) => as(scene.reader).list({ query: { after } })
  const followed = (after: string) => as(scene.reader).followed({ query: { after } })
  const hot = (after: string) => as(scene.reader).hot({ query: { after } })
  const recommended = (after: string) => as(scene.reader).recommended({ query: { after } })
  const placed = (value: string) => `${value}_${uuid()}`

  it.each(['1e300', '9e18', '99999999999999999999', '1e-400', '0x10', ' 5', 'NaN', 'Infinity', '1e+999'])(
    '%s is no place in any',
    async (value) => {
      await build()
      for (const call of [list, hot, followed, recommended])
        expect(await refusal(call(placed(value)))).toMatchObject({ status: 422, errorCode: 900001 })
    },
  )

  it.each(['1e+300', '-1e+300', '5e-324', '0.25'])('%s is a score, and no instant', async (value) => {
    await build()
    for (const call of [list, followed])
      expect(await refusal(call(placed(value)))).toMatchObject({ status: 422, errorCode: 900001 })
    for (const call of [hot, recommended]) expect((await call(placed(value))).items.length).toBeLessThan(2)
  })
})

describe('sensitive words', () => {
  it('are looked for in the titles of chapters as well', async () => {
    const { companyId } = scene
    await buildWords(platform.db, { companyId, by: scene.owner.id, words: ['内部机密'], now: platform.now })
    const { id: draftId, revision } = await save({ chapters: [{ ms: 0, title: '内部机密' }] })
    expect(await refusal(as(scene.author).publish({ body: { draftId, revision } }))).toMatchObject({
      errorCode: 900010,
    })
  })
})

describe('what a reader may no longer see', () => {
  it('is no longer named among the own discussions', async () => {
    const { companyId, reader, owner } = scene
    const circle = await buildCircle(platform.db, { companyId, ownerId: reader.id, name: '圈子', now: platform.now })
    const id = await build({ title: '旧题目', visibility: 2, circleIds: [circle] })
    await as(reader).discuss({ body: { businessId: id, content: '同意' } })
    expect((await as(reader).myDiscussions({ query: {} })).items).toMatchObject([{ title: '旧题目' }])
    await sql`delete from community.circle_member where member_id = ${reader.id}`.execute(platform.root)
    await sql`update contents.content set title = '只给圈子' where id = ${id}`.execute(platform.root)
    expect(await refusal(info(id))).toMatchObject({ errorCode: 900005 })
    expect((await as(reader).myDiscussions({ query: {} })).items).toMatchObject([{ content: '同意', title: '' }])
    expect(owner.id).toBeTruthy()
  })
})

describe('a draft', () => {
  it('of a change has the type of its content, whatever the caller says', async () => {
    const id = await build({ type: 2 })
    const body = {
      contentId: id,
      accountId: scene.accountId,
      type: 1 as const,
      revision: 0,
      fields: fields({ title: '没有视频' }),
    }
    const { id: draftId, revision } = await as(scene.author).saveDraft({ body })
    expect(await refusal(as(scene.author).publish({ body: { draftId, revision } }))).toMatchObject({
      errorCode: 900001,
      data: { fields: [{ path: 'fields.fileId' }] },
    })
  })
})

describe('shares', () => {
  it('of one member count once, however often they are recorded', async () => {
    const id = await build()
    const share = () =>
      platform
        .client(sharing, scene.reader)
        .recordAction({ body: { businessId: id, actionType: 2, businessType: 0, itemType: 16 } })
    for (let time = 0; time < 5; time += 1) await share()
    expect((await info(id)).shareCount).toBe(1)
  })
})

describe('moderators', () => {
  it('do not agree to a text that was changed after they had read it', async () => {
    const value = { review: 'before' as const }
    await platform.client(settings, moderator).changeRule({ params: { key: 'CONTENT_REVIEW_CONFIG' }, body: { value } })
    const { id } = await publish({ title: '无害的' })
    const [read] = await queue()
    const change = { id, revision: 1, fields: fields({ title: '有害的', html: '<p>加微信</p>' }) }
    await as(scene.author).change({ body: change })
    const body = { ...keep, revision: read?.revision ?? 0 }
    const params = { id: read?.id ?? '' }
    expect(await refusal(moderating().decide({ params, body }))).toMatchObject({ errorCode: 10204 })
    expect(await refusal(info(id))).toMatchObject({ errorCode: 900005 })
    const [again] = await queue()
    await moderating().decide({ params, body: { ...keep, revision: again?.revision ?? 0 } })
    expect(await info(id)).toMatchObject({ title: '有害的' })
  })

  it('do not decide about what they have written with others', async () => {
    const { companyId } = scene
    const other = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const { id } = await publish({ title: '合写的', coAuthorIds: [moderator.id] })
    const body = { businessId: id, businessType: 16, reason: '广告', reasonCode: 'spam' } as const
    await platform.client(moderation, scene.reader).accuse({ body })
    const [found] = await queue()
    const params = { id: found?.id ?? '' }
    expect(await refusal(moderating().decide({ params, body: { ...keep, revision: 0 } }))).toMatchObject({
      errorCode: 900012,
    })
    expect(await moderating().details({ params })).toMatchObject({ isOwn: true })
    await moderating(other).decide({ params, body: { ...removal, revision: 0 } })
    expect(await refusal(moderating().restore({ params, body: { revision: 1, note: '' } }))).toMatchObject({
      errorCode: 900012,
    })
  })
})

describe('an author who names all moderators as co-authors', () => {
  it('is decided about by them, as long as there is no other moderator', async () => {
    const { companyId } = scene
    const { id } = await publish({ title: '合写的', coAuthorIds: [moderator.id] })
    const body = { businessId: id, businessType: 16, reason: '广告', reasonCode: 'spam' } as const
    await platform.client(moderation, scene.reader).accuse({ body })
    const params = { id: (await queue())[0]?.id ?? '' }
    expect(await moderating().details({ params })).toMatchObject({ isOwn: false, reports: [{ reporter: null }] })
    const other = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const decide = () => moderating().decide({ params, body: { ...removal, revision: 0 } })
    for (const call of [decide, () => moderating().claim({ params })])
      expect(await refusal(call())).toMatchObject({ errorCode: 900012 })
    await sql`update identity.role_grant set enabled = false where member_id = ${other.id}`.execute(platform.root)
    await moderating().claim({ params })
    await decide()
    expect(await refusal(info(id))).toMatchObject({ errorCode: 900005 })
  })
})

it('a content that a moderator removed is not changed by a draft that was started before', async () => {
  const { accountId, author } = scene
  const { id } = await publish({ title: '一' })
  const change = { contentId: id, accountId, type: 1 as const, revision: 0, fields: fields({ title: '二' }) }
  const draft = await as(author).saveDraft({ body: change })
  const body = { businessId: id, businessType: 16, reason: '广告', reasonCode: 'spam' } as const
  await platform.client(moderation, scene.reader).accuse({ body })
  const [found] = await queue()
  await moderating().decide({ params: { id: found?.id ?? '' }, body: { ...removal, revision: 0 } })
  const calls = [
    () => as(author).publish({ body: { draftId: draft.id, revision: draft.revision } }),
    () => as(author).change({ body: { id, revision: 1, fields: fields({ title: '三' }) } }),
    () => as(author).activate({ params: { id } }),
    () => as(author).like({ body: { businessId: id, liked: true } }),
    () => as(author).read({ body: { businessId: id } }),
    () => as(author).remove({ params: { id } }),
    () => as(author).versions({ query: { id } }),
  ]
  for (const call of calls) expect(await refusal(call())).toMatchObject({ errorCode: 900005 })
})

describe('a content for a circle', () => {
  it('is not there for others by any door', async () => {
    const { companyId, reader, owner, accountId } = scene
    const inside = await buildMember(platform.db, { companyId, now: platform.now })
    const circle = await buildCircle(platform.db, { companyId, ownerId: inside.id, name: '内部圈', now: platform.now })
    const topicId = (await platform.client(topics, owner).quickAddTopic({ body: { name: '焊接' } })).id
    const { id } = await publish({ title: '外人不看的', html: '<p>机密正文</p>' })
    await sql`update contents.content set visibility = 2 where id = ${id}`.execute(platform.root)
    await sql`insert into contents.content_circle (content_id, circle_id, company_id)
      values (${id}, ${circle}, ${companyId})`.execute(platform.root)
    expect(await info(id, inside)).toMatchObject({ title: '外人不看的' })
    const own = as(reader)
    const talk = platform.client(topics, reader)
    const item = { businessType: 16, businessId: id }
    for (const call of [
      () => own.questionInfo({ query: { id } }),
      () => own.shownFile({ query: { id } }),
      () => own.related({ query: { id } }),
      () => own.read({ body: { businessId: id } }),
      () => own.like({ body: { businessId: id, liked: true } }),
      () => own.discussStatus({ query: { id } }),
      () => own.auditStatus({ query: { id } }),
      () => own.discussions({ query: { businessId: id } }),
      () => own.discuss({ body: { businessId: id, content: '在吗' } }),
      () => own.forEdit({ query: { id } }),
      () => own.versions({ query: { id } }),
      () => own.close({ params: { id } }),
      () => own.remove({ params: { id } }),
      () => talk.listComments({ query: item }),
      () => talk.addComment({ body: { ...item, content: '在吗' } }),
    ])
      expect([
        [404, 900005],
        [422, 900005],
        [422, 10138],
        [403, 10138],
      ]).toContainEqual([(await refusal(call())).status, (await refusal(call())).errorCode])
    const texts = JSON.stringify([
      await own.list({ query: { search: '外人' } }),
      await own.list({ query: {} }),
      await own.hot({ query: {} }),
      await own.recommended({ query: {} }),
      await own.topicContents({ query: { id: topicId } }),
      await own.ofAccount({ query: { id: accountId } }),
      await own.collected({ query: {} }),
    ])
    expect(texts).not.toContain(id)
    expect(texts).not.toContain('外人不看的')
  })
})
