import { beforeEach, describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { moderation } from '#modules/content/moderation/contract.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform()
const { scene, as, fields, publish } = contentScene(platform)
let circleId: string
/** Of another circle, and of the author’s company. */
let outsider: BuiltMember
let moderator: BuiltMember

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function picture(owner = scene.author): Promise<string> {
  const { companyId } = scene
  const file = { companyId, ownerId: owner.id, kind: 'rich-image', name: '图.png', content: png } as const
  return (await storeFile(platform.db, platform.outside, { ...file, now: platform.now })).id
}

const shows = (...ids: readonly string[]) =>
  `<p>看图</p>${ids.map((id) => `<figure><img src="/api/v1/human/file/${id}" alt=""></figure>`).join('')}`

async function status(id: string, member: BuiltMember): Promise<number> {
  const headers = { authorization: `Bearer ${member.token}` }
  return (await platform.app.inject({ url: `/api/v1/human/file/${id}`, headers })).statusCode
}

const statuses = (id: string, members: readonly BuiltMember[]) =>
  Promise.all(members.map((member) => status(id, member)))

beforeEach(async () => {
  const { companyId, reader } = scene
  outsider = await buildMember(platform.db, { companyId, now: platform.now })
  moderator = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  circleId = await buildCircle(platform.db, { companyId, ownerId: scene.author.id, name: '夜班', now: platform.now })
  await buildCircle(platform.db, { companyId, ownerId: outsider.id, name: '白班', now: platform.now })
  await platform.client(community, reader).joinCircle({ body: { circleId } })
})

describe('the pictures of a content for circles', () => {
  it('and its cover open for its readers, its author, the account and moderators, and for nobody else by their ids', async () => {
    const [inText, cover] = [await picture(), await picture()]
    expect(await status(inText, outsider)).toBe(200)
    await publish({ html: shows(inText), coverFileId: cover, visibility: 2, circleIds: [circleId] })
    const { author, owner, reader, stranger } = scene
    for (const id of [inText, cover])
      expect(await statuses(id, [author, owner, reader, moderator, outsider, stranger])).toEqual([
        200, 200, 200, 200, 403, 422,
      ])
    await platform.client(community, reader).joinCircle({ body: { circleId, leave: true } })
    expect(await status(inText, reader)).toBe(403)
  })

  it('open for everybody when the content does, and while another content for everybody shows them', async () => {
    const [first, second] = [await picture(), await picture()]
    const { id } = await publish({ html: shows(first, second), visibility: 2, circleIds: [circleId] })
    await publish({ title: '给大家的', html: shows(second) })
    expect(await statuses(first, [outsider])).toEqual([403])
    expect(await statuses(second, [outsider])).toEqual([200])
    const { revision } = await as(scene.author).forEdit({ query: { id } })
    await as(scene.author).change({ body: { id, revision, fields: fields({ html: shows(first) }) } })
    expect(await status(first, outsider)).toBe(200)
  })

  it('are no way to pictures of somebody else: naming an id opens nothing', async () => {
    const secret = await picture()
    await publish({ html: shows(secret), visibility: 2, circleIds: [circleId] })
    await publish({ title: '借图', html: shows(secret) }, scene.owner)
    expect(await status(secret, outsider)).toBe(403)
  })

  it('that a change brings wait with it: the account and moderators see them before', async () => {
    const { id } = await publish({ html: shows() })
    await platform
      .client(settings, moderator)
      .changeRule({ params: { key: 'CONTENT_REVIEW_CONFIG' }, body: { value: { review: 'before' } } })
    const secret = await picture()
    const { revision } = await as(scene.author).forEdit({ query: { id } })
    const change = fields({ html: shows(secret), visibility: 2, circleIds: [circleId] })
    expect(await as(scene.author).change({ body: { id, revision, fields: change } })).toMatchObject({
      outcome: 'review',
    })
    const members = [scene.author, scene.owner, moderator, scene.reader, outsider]
    expect(await statuses(secret, members)).toEqual([200, 200, 200, 403, 403])
    const calls = platform.client(moderation, moderator)
    const [waiting] = (await calls.queue({ query: {} })).items
    if (!waiting) throw new Error('nothing waits')
    const kept = { outcome: 'keep', reasonCode: 'none', note: '', warn: false, muteDays: 0 } as const
    await calls.decide({ params: { id: waiting.id }, body: { ...kept, revision: waiting.revision } })
    expect(await statuses(secret, members)).toEqual([200, 200, 200, 200, 403])
  })
})
