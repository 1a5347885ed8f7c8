/** What hangs on the contents of a column with a price: pictures, videos, captions, and what is said about them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { NOT_BOUGHT, prices } from '#modules/commerce/prices/contract.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { contents, emptyFields } from '#modules/community/contents/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusals, testPlatform } from '#test/harness.ts'
import { columnBusinessType } from '../contract/shapes.ts'
import { columns } from '../contract.ts'

const platform = testPlatform()
const contentBusinessType = 16
let staff: BuiltMember
let owner: BuiltMember
let foreigner: BuiltMember
let accountId: string
let number = 0

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  staff = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  owner = await buildMember(platform.db, { companyId })
  foreigner = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
  accountId = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
})

const trade = tradeOf(platform, () => staff)
const itemOf = (itemId: string) => ({ businessType: columnBusinessType, itemId })
const aMember = () => buildMember(platform.db, { companyId: staff.companyId, now: platform.now })
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function picture(): Promise<string> {
  const { companyId, id: ownerId } = owner
  const file = { companyId, ownerId, kind: 'rich-image', name: '图.png', content: png } as const
  return (await storeFile(platform.db, platform.outside, { ...file, now: platform.now })).id
}
const shows = (id: string) => `<p>看图</p><figure><img src="/api/v1/human/file/${id}" alt=""></figure>`
async function status(id: string, member: BuiltMember): Promise<number> {
  const headers = { authorization: `Bearer ${member.token}` }
  return (await platform.app.inject({ url: `/api/v1/human/file/${id}`, headers })).statusCode
}
const statuses = (id: string, members: readonly BuiltMember[]) =>
  Promise.all(members.map((member) => status(id, member)))

/** A video content with captions, and an article with a picture and a cover. */
async function twoContents() {
  platform.now += 61_000
  const calls = platform.client(contents, owner)
  const { companyId, id: ownerId } = owner
  const { id: fileId } = await buildFile(platform.db, { companyId, ownerId, durationMs: 600_000, audience: 'company' })
  const text = 'WEBVTT\n\n00:01.000 --> 00:03.000\n先看记录\n'
  const caption = await calls.saveCaption({ body: { accountId, fileId, language: 'zh-CN', text } })
  const [inText, cover] = [await picture(), await picture()]
  const publish = async (type: 1 | 2, change: object) => {
    const fields = { ...emptyFields, title: `第 ${++number} 讲`, html: '<p>先看记录。</p>', ...change }
    const draft = await calls.saveDraft({ body: { accountId, type, revision: 0, fields } })
    return (await calls.publish({ body: { draftId: draft.id, revision: draft.revision } })).id
  }
  const article = await publish(1, { html: shows(inText), coverFileId: cover })
  const video = await publish(2, { fileId, captions: [caption] })
  return { article, video, inText, cover, fileId, captionId: caption.id }
}
type Two = Awaited<ReturnType<typeof twoContents>>

async function columnOf(contentIds: readonly string[]) {
  platform.now += 2500
  const body = { comeEnjoyId: accountId, title: `专栏 ${++number}`, introduce: '三十讲' }
  const { id } = await platform.client(columns, owner).createColumn({ body })
  const release = (ids: readonly string[]) =>
    platform.client(columns, owner).releaseContents({ body: { id, questionIds: [...ids] } })
  if (contentIds.length > 0) await release(contentIds)
  return { id, release }
}
async function setsPrice(id: string) {
  const desk = platform.client(prices, staff)
  const { terms, revision } = await desk.price({ params: itemOf(id) })
  const costs = { ...terms, isPay: 1 as const, payType: 1 as const, coin: 500, discountCoin: 500 }
  await desk.setPrice({ params: itemOf(id), body: { terms: costs, specials: [], revision } })
}

function parts(member: BuiltMember, { article, captionId }: Two, commentId: string) {
  const calls = platform.client(contents, member)
  const talk = platform.client(topics, member)
  const about = { businessType: contentBusinessType, businessId: article }
  return [
    () => calls.caption({ query: { id: captionId } }),
    () => calls.discussions({ query: { businessId: article } }),
    () => calls.discuss({ body: { businessId: article, content: '好' } }),
    () => talk.listComments({ query: about }),
    () => talk.addComment({ body: { ...about, content: '好' } }),
    () => talk.listReplies({ params: { id: commentId }, query: {} }),
    () => talk.addReply({ params: { id: commentId }, body: { content: '同意' } }),
    () => talk.likeComment({ params: { id: commentId } }),
  ]
}

describe('what hangs on the contents of a column with a price', () => {
  it('the address of a video ends within a minute after the column was taken back', async () => {
    const two = await twoContents()
    const { id } = await columnOf([two.article, two.video])
    await setsPrice(id)
    const buyer = await aMember()
    await trade.buys(buyer, itemOf(id))
    const { url } = await platform.client(contents, buyer).shownFile({ query: { id: two.video } })
    const headers = { authorization: `Bearer ${buyer.token}` }
    const asked = async () => (await platform.app.inject({ url, headers })).statusCode
    expect(await asked()).not.toBe(403)
    await trade.takesBack(buyer, itemOf(id))
    platform.now += 60_000
    expect(await asked()).toBe(403)
  })

  it('is closed from the price on, opens with a purchase, and closes when it is taken back', async () => {
    const two = await twoContents()
    const { id } = await columnOf([two.article, two.video])
    const [buyer, other] = [await aMember(), await aMember()]
    const said = await platform.client(contents, owner).discuss({ body: { businessId: two.article, content: '请看' } })
    expect(await statuses(two.inText, [other])).toEqual([200])
    await setsPrice(id)
    const codesOf = async (member: BuiltMember) =>
      (await refusals(parts(member, two, said.id).map((way) => way()))).map(({ errorCode }) => errorCode)
    const all = parts(other, two, said.id).map(() => NOT_BOUGHT.code)
    expect(await codesOf(other)).toEqual(all)
    expect(await statuses(two.inText, [owner, other, foreigner])).toEqual([200, 403, 422])
    expect(await statuses(two.fileId, [other, foreigner])).toEqual([403, 422])
    expect(await statuses(two.cover, [owner, buyer, other])).toEqual([200, 200, 200])
    await trade.buys(buyer, itemOf(id))
    for (const way of parts(buyer, two, said.id)) await way()
    expect(await statuses(two.inText, [buyer])).toEqual([200])
    await trade.takesBack(buyer, itemOf(id))
    expect(await codesOf(buyer)).toEqual(all)
    expect(await statuses(two.inText, [buyer])).toEqual([403])
  })

  it('is closed too where the content is released, or changed, after the column got its price', async () => {
    const two = await twoContents()
    const { id, release } = await columnOf([])
    await setsPrice(id)
    const other = await aMember()
    expect(await statuses(two.inText, [other])).toEqual([200])
    await release([two.article])
    expect(await statuses(two.inText, [other])).toEqual([403])
    const added = await picture()
    const calls = platform.client(contents, owner)
    const { revision, fields } = await calls.forEdit({ query: { id: two.article } })
    platform.now += 61_000
    await calls.change({ body: { id: two.article, revision, fields: { ...fields, html: shows(added) } } })
    expect(await statuses(added, [other])).toEqual([403])
    expect(await statuses(two.cover, [other])).toEqual([200])
  })

  it('opens where it stands in a content that is open as well', async () => {
    const two = await twoContents()
    const { id } = await columnOf([two.article])
    await setsPrice(id)
    const other = await aMember()
    const calls = platform.client(contents, owner)
    const fields = { ...emptyFields, title: `第 ${++number} 讲`, html: shows(two.inText) }
    const draft = await calls.saveDraft({ body: { accountId, type: 1, revision: 0, fields } })
    await calls.publish({ body: { draftId: draft.id, revision: draft.revision } })
    expect(await statuses(two.inText, [other])).toEqual([200])
  })
})
