import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { moderation } from '#modules/content/moderation/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform()
const { scene, as, fields, publish, save } = contentScene(platform)

it('a muted member saves drafts, and publishes and discusses nothing until the mute ends', async () => {
  const { companyId, author } = scene
  const { id } = await publish({ title: '以前的' })
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  const until = platform.now + 60_000
  await platform.client(topics, chief).muteMember({ params: { id: author.id }, body: { until, reason: '' } })
  const { id: draftId, revision } = await save({ title: '写好的' })
  for (const call of [
    () => as(author).publish({ body: { draftId, revision } }),
    () => as(author).change({ body: { id, revision: 1, fields: fields({ title: '改的' }) } }),
    () => as(author).discuss({ body: { businessId: id, content: '补充一句' } }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 900034, data: { until } })
  platform.now = until
  expect(await as(author).publish({ body: { draftId, revision } })).toMatchObject({ outcome: 'published' })
})

it('what a muted member has scheduled waits for the end of the mute, and nothing appears by closing it and showing it again', async () => {
  const { companyId, author, owner, reader } = scene
  const publishAt = platform.now + 60_000
  const waiting = await publish({ title: '定时的', publishAt })
  const closed = await publish({ title: '关闭的', publishAt })
  await as(author).close({ params: { id: closed.id } })
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  const until = platform.now + 600_000
  await platform.client(topics, chief).muteMember({ params: { id: author.id }, body: { until, reason: '' } })
  const runLateJobs = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(platform.root)
    await platform.runJobs()
  }
  const listed = async () => (await as(reader).list({ query: {} })).items.map(({ title }) => title)
  platform.now = publishAt + 1
  await runLateJobs()
  expect(await listed()).toEqual([])
  expect(await as(owner).questionInfo({ query: { id: waiting.id } })).toMatchObject({ publishAt: until })
  await sql`update contents.content set publish_at = null where id = ${closed.id}`.execute(platform.root)
  const activate = () => as(author).activate({ params: { id: closed.id } })
  expect(await refusal(activate())).toMatchObject({ errorCode: 900034, data: { until } })
  expect(await listed()).toEqual([])
  platform.now = until
  await runLateJobs()
  expect(await listed()).toEqual(['定时的'])
  await activate()
  expect((await listed()).toSorted()).toEqual(['关闭的', '定时的'].toSorted())
})

it('a content that a reader reports is removed for everybody, its author learns why, and a restoration brings it back', async () => {
  const { companyId, author, reader } = scene
  const { id } = await publish({ title: '加微信领优惠' })
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  const moderating = platform.client(moderation, chief)
  const body = { businessId: id, businessType: 16, reason: '广告', reasonCode: 'spam' } as const
  await platform.client(moderation, reader).accuse({ body })
  const [found] = (await moderating.queue({ query: { businessType: 16 } })).items
  const params = { id: found?.id ?? '' }
  const removal = { outcome: 'remove', reasonCode: 'spam', note: '请勿发布广告', warn: false, muteDays: 0 } as const
  await moderating.decide({ params, body: { revision: 0, ...removal } })
  for (const one of [reader, author, scene.owner])
    expect(await refusal(as(one).questionInfo({ query: { id } }))).toMatchObject({ errorCode: 900005 })
  const own = await platform.client(moderation, author).ownDecisions({ query: { businessId: id } })
  expect(own.items).toMatchObject([{ outcome: 'remove', reasonCode: 'spam', note: '请勿发布广告', mayAppeal: true }])
  await moderating.restore({ params, body: { revision: 1, note: '' } })
  expect(await as(reader).questionInfo({ query: { id } })).toMatchObject({ title: '加微信领优惠' })
})
