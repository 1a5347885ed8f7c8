import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { community } from '#modules/community/community/contract.ts'
import { buildCircle } from '#modules/community/community/server/accounts.fixture.ts'
import { moderation } from '#modules/content/moderation/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const { scene, as, fields, publish, build } = contentScene(platform)
let moderator: BuiltMember
let id: string

const setRule = (review: 'none' | 'before' | 'after') =>
  platform
    .client(settings, moderator)
    .changeRule({ params: { key: 'CONTENT_REVIEW_CONFIG' }, body: { value: { review } } })
const read = (member = scene.reader) => as(member).questionInfo({ query: { id } })
const calls = (member = moderator) => platform.client(moderation, member)
const cases = async () => (await calls().queue({ query: {} })).items
const firstCase = async () => {
  const [found] = await cases()
  if (!found) throw new Error('nothing waits')
  return found
}
const decision = (revision: number, outcome: 'keep' | 'remove') =>
  ({
    ...{ revision, outcome, reasonCode: outcome === 'keep' ? ('none' as const) : ('spam' as const) },
    ...{ note: '请去掉广告', warn: false, muteDays: 0 },
  }) as const
async function decide(outcome: 'keep' | 'remove') {
  const found = await firstCase()
  await calls().decide({ params: { id: found.id }, body: decision(found.revision, outcome) })
  return found
}
const edited = (member = scene.author) => as(member).forEdit({ query: { id } })
async function change(part: Parameters<typeof fields>[0], member = scene.author) {
  const { revision } = await edited(member)
  return as(member).change({ body: { id, revision, fields: fields(part) } })
}
const titles = async (member: BuiltMember) => {
  await platform.runJobs()
  const { items } = await platform.client(messages, member).listNotifications({ query: {} })
  return items.map((item) => item.title)
}

beforeEach(async () => {
  const { companyId } = scene
  moderator = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  id = await build({ title: '第一版', text: '读者看到的', publishedAt: platform.now - 1000, now: platform.now - 1000 })
  await setRule('before')
})

describe('a change of a published content, where somebody looks at it before', () => {
  it('waits beside what readers see, and replaces it when a moderator agrees', async () => {
    const before = await read()
    expect(await change({ title: '第二版', html: '<p>新的文字</p>' })).toEqual({ id, outcome: 'review' })
    expect(await read()).toEqual(before)
    expect((await as(scene.reader).list({ query: { search: '第二版' } })).items).toEqual([])
    expect(await read(scene.author)).toMatchObject({ title: '第一版', change: { state: 'waiting', reason: null } })
    expect(await edited()).toMatchObject({ fields: { title: '第二版' }, change: { state: 'waiting' } })
    expect(await as(scene.author).auditStatus({ query: { id } })).toEqual({ status: 'waiting', reason: null })
    expect(await as(scene.reader).auditStatus({ query: { id } })).toEqual({ status: 'none', reason: null })
    const managed = (state: 'review' | 'active') => as(scene.owner).managed({ query: { id: scene.accountId, state } })
    for (const state of ['review', 'active'] as const) expect((await managed(state)).recordCount).toBe(1)
    const found = await firstCase()
    expect(found).toMatchObject({ title: '第二版', excerpt: '新的文字' })
    const details = await calls().details({ params: { id: found.id } })
    expect(details).toMatchObject({ text: '新的文字', contentState: 'waiting', link: `/share-content-detail/${id}` })
    platform.now += 5000
    await decide('keep')
    expect(await read()).toMatchObject({ title: '第二版', html: '<p>新的文字</p>', updatedAt: platform.now })
    expect(await read()).toMatchObject({ publishedAt: before.publishedAt, change: null })
    const { items } = await as(scene.author).versions({ query: { id } })
    expect(items.map(({ number, state }) => [number, state])).toEqual([
      [2, 'published'],
      [1, 'published'],
    ])
    expect(await titles(scene.author)).toContain('《第二版》已通过审核')
  })

  it('goes back to its author with the reason, who goes on with the text; readers keep the published one', async () => {
    await change({ title: '第二版', html: '<p>带广告</p>' })
    await decide('remove')
    expect(await titles(scene.author)).toContain('您的社区内容未通过审核')
    expect(await read()).toMatchObject({ title: '第一版', change: null })
    const returned = { state: 'returned', reason: '请去掉广告' }
    expect(await edited()).toMatchObject({ fields: { title: '第二版', html: '<p>带广告</p>' }, change: returned })
    expect(await as(scene.author).auditStatus({ query: { id } })).toEqual({ status: 'rejected', reason: '请去掉广告' })
    const rejected = await as(scene.author).managed({ query: { id: scene.accountId, state: 'rejected' } })
    expect(rejected.items).toMatchObject([{ id, title: '第一版', change: returned }])
    const { items } = await as(scene.author).versions({ query: { id } })
    expect(items.map(({ state }) => state)).toEqual(['returned', 'published'])
    await change({ title: '第三版' })
    await decide('keep')
    expect(await read()).toMatchObject({ title: '第三版' })
  })

  it('is published by an appeal, unless the author has sent in another one', async () => {
    await change({ title: '第二版' })
    const found = await decide('remove')
    const { revision } = await calls().details({ params: { id: found.id } })
    await calls().restore({ params: { id: found.id }, body: { revision, note: '看错了' } })
    expect(await read()).toMatchObject({ title: '第二版' })
    await change({ title: '第三版' })
    const second = await decide('remove')
    await change({ title: '第四版' })
    const decided = await calls().details({ params: { id: second.id } })
    await calls().restore({ params: { id: second.id }, body: { revision: decided.revision, note: '看错了' } })
    expect(await read()).toMatchObject({ title: '第二版' })
    expect((await cases()).map(({ title }) => title)).toEqual(['第四版'])
  })

  it('is replaced by a newer one, and nobody agrees to a text that they have not read', async () => {
    await change({ title: '第二版' })
    const read2 = await firstCase()
    await change({ title: '第三版' }, scene.owner)
    const body = decision(read2.revision, 'keep')
    expect(await refusal(calls().decide({ params: { id: read2.id }, body }))).toMatchObject({ errorCode: 10204 })
    expect(await read()).toMatchObject({ title: '第一版' })
    expect((await cases()).map(({ title }) => title)).toEqual(['第三版'])
    await decide('keep')
    expect(await read()).toMatchObject({ title: '第三版' })
  })

  const begin = (title: string, member = scene.author) =>
    as(member).saveDraft({
      body: { contentId: id, accountId: scene.accountId, type: 1, revision: 0, fields: fields({ title }) },
    })
  const sendDraft = (draft: { id: string; revision: number }, member = scene.author, more = {}) =>
    as(member).publish({ body: { draftId: draft.id, revision: draft.revision, ...more } })

  it('of one author is replaced by that of another one only knowingly', async () => {
    const [mine, theirs] = [await begin('我的'), await begin('同事的', scene.owner)]
    await sendDraft(theirs, scene.owner)
    const refused = await refusal(sendDraft(mine))
    expect(refused).toMatchObject({ errorCode: 70128 })
    expect((await cases()).map(({ title }) => title)).toEqual(['同事的'])
    const seen = await edited()
    expect(seen).toMatchObject({ fields: { title: '同事的' }, change: { state: 'waiting' } })
    expect(refused.data).toEqual({ revision: seen.revision })
    expect(await sendDraft(mine, scene.author, { contentRevision: seen.revision })).toEqual({ id, outcome: 'review' })
    expect((await cases()).map(({ title }) => title)).toEqual(['我的'])
  })

  it('is gone on with while it waits, also where a moderator agrees meanwhile', async () => {
    await change({ title: '第二版' })
    const draft = await begin('第三版')
    await decide('keep')
    expect(await read()).toMatchObject({ title: '第二版' })
    expect(await sendDraft(draft)).toEqual({ id, outcome: 'review' })
  })

  it('decided and sent in again at the same moment ends as one of the two orders', async () => {
    for (const round of ['甲', '乙', '丙']) {
      await change({ title: `${round} 先` })
      const found = await firstCase()
      const { revision } = await edited()
      const outcomes = await Promise.allSettled([
        calls().decide({ params: { id: found.id }, body: decision(found.revision, 'keep') }),
        as(scene.author).change({ body: { id, revision, fields: fields({ title: `${round} 后` }) } }),
      ])
      const shown = (await read()).title
      const waiting = (await cases()).map(({ title }) => title)
      const [decided, sent] = outcomes.map(({ status }) => status === 'fulfilled')
      if (decided) expect(shown).toBe(`${round} 先`)
      else expect(shown).not.toContain(round)
      expect(waiting).toEqual(sent ? [`${round} 后`] : [])
      expect(decided || sent).toBe(true)
      if (sent) await decide('remove')
    }
  })

  it('is sent in once, however often the call comes', async () => {
    const draft = await as(scene.author).saveDraft({
      body: { contentId: id, accountId: scene.accountId, type: 1, revision: 0, fields: fields({ title: '第二版' }) },
    })
    const body = { draftId: draft.id, revision: draft.revision }
    const answers = await Promise.all([as(scene.author).publish({ body }), as(scene.author).publish({ body })])
    expect(answers).toEqual([
      { id, outcome: 'review' },
      { id, outcome: 'review' },
    ])
    expect(await cases()).toHaveLength(1)
    await decide('keep')
    expect(await as(scene.author).publish({ body })).toEqual({ id, outcome: 'published' })
  })

  it('is taken back by its author or an administrator of the account, and nobody else', async () => {
    const withdraw = (member: BuiltMember) => as(member).withdrawChange({ params: { id } })
    expect(await refusal(withdraw(scene.author))).toMatchObject({ errorCode: 900005 })
    await change({ title: '第二版' }, scene.owner)
    for (const member of [scene.reader, scene.stranger])
      expect(await refusal(withdraw(member))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(withdraw(scene.author))).toMatchObject({ errorCode: 10138 })
    await withdraw(scene.owner)
    expect(await cases()).toEqual([])
    expect(await edited()).toMatchObject({ fields: { title: '第二版' }, change: { state: 'returned', reason: null } })
    await change({ title: '第三版' })
    await withdraw(scene.owner)
    expect(await cases()).toEqual([])
  })

  it('ends with the content, whoever removes it', async () => {
    await change({ title: '第二版' })
    await as(scene.author).remove({ params: { id } })
    expect(await cases()).toEqual([])
    id = await build({ title: '被举报', text: '原文' })
    await change({ title: '被举报（改）' })
    const report = { businessId: id, reason: '广告', reasonCode: 'spam' as const }
    await platform.client(moderation, scene.reader).accuse({ body: report })
    const reported = (await cases()).find(({ businessId }) => businessId === id)
    if (!reported) throw new Error('no case of the report')
    await calls().decide({ params: { id: reported.id }, body: decision(reported.revision, 'remove') })
    expect(await refusal(read())).toMatchObject({ errorCode: 900005 })
    expect(await cases()).toEqual([])
  })

  it('refuses a title that another content of the account has, and finds another one where it is taken meanwhile', async () => {
    await build({ title: '已有' })
    expect(await refusal(change({ title: '已 有' }))).toMatchObject({ errorCode: 70120 })
    await change({ title: '新题' })
    await build({ title: '新题' })
    await decide('keep')
    expect((await read()).title).toBe(`新题 #${id.slice(-4)}`)
  })

  it('is published at once where the rule has changed, which ends the review', async () => {
    await change({ title: '第二版' })
    await setRule('none')
    expect(await change({ title: '第三版' })).toEqual({ id, outcome: 'published' })
    expect(await read()).toMatchObject({ title: '第三版' })
    expect(await cases()).toEqual([])
    expect(await edited()).toMatchObject({ change: null })
  })

  it('counts as a publication of its author, also where it replaces one that waits (COMMUNITY-083)', async () => {
    // The publication that is there already is one of the ten.
    for (const number of [2, 3, 4, 5, 6, 7, 8, 9, 10]) await change({ title: `第 ${number} 次` })
    expect(await refusal(change({ title: '第十一次' }))).toMatchObject({ errorCode: 70999 })
  })
})

describe('the rule of reviews', () => {
  it('is there for whoever is about to publish', async () => {
    const forecast = (contentId?: string, member = scene.author) =>
      as(member).publication({ query: contentId === undefined ? {} : { contentId } })
    expect(await forecast()).toEqual({ review: 'before', isChange: false, change: null })
    expect(await forecast(id)).toEqual({ review: 'before', isChange: true, change: null })
    await change({ title: '第二版' })
    expect(await forecast(id)).toMatchObject({ change: { state: 'waiting' } })
    for (const member of [scene.reader, scene.stranger])
      expect(await refusal(forecast(id, member))).toMatchObject({ errorCode: 900005 })
    await setRule('none')
    expect(await forecast(await build({ publishedAt: null }))).toEqual({
      review: 'none',
      isChange: false,
      change: null,
    })
  })
})

describe('a first publication', () => {
  it('that was refused appears by an appeal; nobody agrees to a text that they have not read', async () => {
    id = (await publish({ title: '头一回' })).id
    const found = await decide('remove')
    const { revision } = await calls().details({ params: { id: found.id } })
    await calls().restore({ params: { id: found.id }, body: { revision, note: '看错了' } })
    expect(await read()).toMatchObject({ title: '头一回' })
    expect(await titles(scene.author)).toContain('《头一回》已通过审核')
    id = (await publish({ title: '又一回' })).id
    const waiting = await firstCase()
    await change({ title: '换了文字' })
    const body = decision(waiting.revision, 'keep')
    expect(await refusal(calls().decide({ params: { id: waiting.id }, body }))).toMatchObject({ errorCode: 10204 })
    expect(await refusal(read())).toMatchObject({ errorCode: 900005 })
    await decide('keep')
    expect(await read()).toMatchObject({ title: '换了文字' })
  })
})

describe('co-authors', () => {
  const message = '您被列为《第一版》的合著者'
  it('who are added after publication hear of it once, when readers see the change', async () => {
    await change({ title: '第一版', coAuthorIds: [scene.owner.id] })
    expect(await titles(scene.owner)).not.toContain(message)
    await decide('keep')
    expect(await titles(scene.owner)).toContain(message)
    await setRule('none')
    await change({ title: '第一版', coAuthorIds: [scene.owner.id, scene.reader.id] })
    expect((await titles(scene.owner)).filter((title) => title === message)).toHaveLength(1)
    expect(await titles(scene.reader)).toContain(message)
  })
})

describe('the circles of a change that a moderator agrees to', () => {
  const circle = (name: string, owner = scene.owner) =>
    buildCircle(platform.db, { companyId: scene.companyId, ownerId: owner.id, name, now: platform.now })
  const join = (circleId: string, member: BuiltMember) =>
    platform.client(community, member).joinCircle({ body: { circleId } })
  const seenBy = async (member: BuiltMember) => (await as(member).list({ query: {} })).items.map(({ title }) => title)

  it('are those of before, also where its author has left one of them meanwhile', async () => {
    const [kept, other] = [await circle('留下的'), await circle('离开的')]
    for (const member of [scene.author, scene.reader]) await join(kept, member)
    await join(other, scene.author)
    const circleIds = [kept, other]
    await change({ title: '圈子里的', visibility: 2, circleIds })
    await decide('keep')
    expect(await seenBy(scene.reader)).toEqual(['圈子里的'])
    await platform.client(community, scene.author).leaveCircle({ params: { id: kept } })
    await change({ title: '改过的', visibility: 2, circleIds })
    await decide('keep')
    expect(await seenBy(scene.reader)).toEqual(['改过的'])
  })

  it('are left out where others have placed it in twenty by then', async () => {
    const wanted = await circle('想放的', scene.author)
    await change({ title: '放进圈子', circleIds: [wanted] })
    const full: string[] = []
    for (let at = 0; at < 20; at += 1) full.push(await circle(`圈子 ${at}`))
    const shared = { questionId: id, itemType: 16, addCircleIds: full, removeCircleIds: [] }
    await platform.client(community, scene.owner).shareIntoCircles({ body: shared })
    await decide('keep')
    expect(await read()).toMatchObject({ title: '放进圈子', change: null })
    const { rows } = await sql`select from community.circle_share where item_id = ${id}`.execute(platform.root)
    expect(rows).toHaveLength(20)
  })
})
