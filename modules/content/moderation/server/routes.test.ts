import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { moderation } from '#modules/content/moderation/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { articles, articlesModule } from '#modules/content/topics/server/articles.fixture.ts'
import { type CommentScene, commentScene } from '#modules/content/topics/server/comments.fixture.ts'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { buildWords } from '#modules/platform/words/server/words.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'

const platform = testPlatform({ poolSize: 5, modules: [...serverModules, articlesModule] })
const { scene, write, read, remove, restore } = commentScene(platform)
const DAY = 86_400_000
let { chief, branchAdmin, learner, other, stranger } = {} as CommentScene
let second: BuiltMember

beforeEach(async () => {
  // The members of the scene have signed in by the real clock.
  platform.now = Date.now()
  ;({ chief, branchAdmin, learner, other, stranger } = scene)
  const { companyId } = scene
  second = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
})

/** Time passes, and everybody has signed in again. */
async function later(ms: number) {
  platform.now += ms
  const again = async (one: BuiltMember) => ({ ...one, token: await buildSession(platform.db, one, platform.now) })
  ;[chief, second, learner, other] = [await again(chief), await again(second), await again(learner), await again(other)]
  Object.assign(scene, { chief, learner, other })
}

const as = (member: BuiltMember) => platform.client(moderation, member)
const report = (businessId: string, by = other, body: object = {}) =>
  as(by).accuse({ body: { businessId, reason: '广告', reasonCode: 'spam', ...body } })
const queue = async (by = chief, query: object = {}) => (await as(by).queue({ query })).items
const details = (id: string, by = chief) => as(by).details({ params: { id } })
const keep = { outcome: 'keep', reasonCode: 'none', note: '', warn: false, muteDays: 0, revision: 0 } as const
const removal = { ...keep, outcome: 'remove', reasonCode: 'spam', note: '请勿发布广告' } as const
const decide = (id: string, by = chief, body: object = {}) =>
  as(by).decide({ params: { id }, body: { ...removal, ...body } })
const appeal = (id: string, by = learner, text = '这不是广告') => as(by).appeal({ params: { id }, body: { text } })
const decideAppeal = (id: string, by: BuiltMember, outcome: 'upheld' | 'overturned', revision = 2) =>
  as(by).decideAppeal({ params: { id }, body: { revision, outcome, note: '' } })
const inbox = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ type }) => type)

/** A comment of the learner that another has reported: its case. */
async function reported() {
  const comment = await write('加微信领优惠')
  await report(comment.id)
  const [row] = await queue()
  return { commentId: comment.id, id: row?.id ?? '' }
}

describe('a report', () => {
  it('[COMMUNITY-192] isAccuse answers whether the caller has reported it', async () => {
    const { commentId } = await reported()
    const asked = (by: BuiltMember, query: object = {}) =>
      as(by).isAccuse({ query: { businessId: commentId, ...query } })
    expect(await asked(other)).toEqual({ isAccuse: true })
    expect(await asked(other, { businessType: 104 })).toEqual({ isAccuse: true })
    expect(await asked(other, { businessType: 105 })).toEqual({ isAccuse: false })
    expect(await asked(chief)).toEqual({ isAccuse: false })
  })

  it('[COMMUNITY-193] of several members is one case, oldest first', async () => {
    const { commentId, id } = await reported()
    await report(commentId, second, { reasonCode: 'abuse', businessType: 104 })
    const later = await write('另一条')
    platform.now += 1
    await report(later.id)
    expect(await queue()).toMatchObject([
      { id, reportCount: 2, causes: ['report'], label: { cn: '评论' }, author: { memberId: learner.id } },
      { businessId: later.id, reportCount: 1 },
    ])
    expect((await details(id)).reports).toMatchObject([
      { reporter: { memberId: other.id }, reasonCode: 'spam', reason: '广告' },
      { reporter: { memberId: second.id }, reasonCode: 'abuse' },
    ])
    const first = await as(chief).queue({ query: { pageSize: 1 } })
    expect(first.items.map((row) => row.id)).toEqual([id])
    const next = await as(chief).queue({ query: { pageSize: 1, after: first.next ?? '' } })
    expect(next).toMatchObject({ items: [{ businessId: later.id }], next: null })
  })

  it('[COMMUNITY-106] a second time by the same member answers 10202, at one moment too', async () => {
    const comment = await write('加微信')
    const { accepted, refused } = await race(platform, 4, () => report(comment.id), { begin: () => Promise.resolve() })
    expect([accepted, Object.keys(refused)]).toEqual([1, ['10202']])
    expect(await refusal(report(comment.id))).toMatchObject({ status: 422, errorCode: 10202 })
    expect((await queue())[0]?.reportCount).toBe(1)
  })

  it('[COMMUNITY-107] of what is gone, hidden or of another company answers 10203', async () => {
    const comment = await write('加微信')
    expect(await refusal(report(comment.id, stranger))).toMatchObject({ errorCode: 10203 })
    expect(await refusal(report(uuid()))).toMatchObject({ errorCode: 10203 })
    await remove(comment.id)
    expect(await refusal(report(comment.id))).toMatchObject({ status: 422, errorCode: 10203 })
    expect(await refusal(report(comment.id, other, { businessType: 31_999 }))).toMatchObject({ errorCode: 900001 })
    expect(await queue()).toEqual([])
  })

  it('[COMMUNITY-108] takes a reason of 1000 characters', async () => {
    const comment = await write('加微信')
    expect(await refusal(report(comment.id, other, { reason: '长'.repeat(1001) }))).toMatchObject({ errorCode: 900001 })
    await report(comment.id, other, { reason: '长'.repeat(1000) })
  })

  it('of the own content is refused', async () => {
    const comment = await write('加微信')
    expect(await refusal(report(comment.id, learner))).toMatchObject({ errorCode: 900012 })
  })

  it('and a removal at one moment leave no open case', async () => {
    for (let round = 0; round < 4; round++) {
      const comment = await write('加微信')
      await Promise.allSettled([remove(comment.id), report(comment.id), report(comment.id, second)])
      expect((await read()).items.find(({ id }) => id === comment.id)?.removed).toBe('author')
    }
    expect(await queue()).toEqual([])
  })

  it('and a decision at one moment leave no open case', async () => {
    for (let round = 0; round < 4; round++) {
      const { commentId, id } = await reported()
      await Promise.all([decide(id), report(commentId, second).catch(() => undefined)])
      expect(await queue()).toEqual([])
    }
  })

  it('is not evaded by an author who takes the comment away and brings it back', async () => {
    const { commentId, id } = await reported()
    await remove(commentId)
    expect(await queue()).toEqual([])
    expect(await details(id)).toMatchObject({ state: 'closed', outcome: 'withdrawn' })
    await restore(commentId)
    const [again] = await queue()
    expect(again).toMatchObject({ id, businessId: commentId, reportCount: 1, state: 'open', outcome: null })
    expect(await refusal(report(commentId))).toMatchObject({ errorCode: 10202 })
    await decide(id, chief, { revision: again?.revision })
    expect((await read()).items.find((one) => one.id === commentId)?.removed).toBe('moderator')
  })
})

describe('the queue', () => {
  it('has words for review with their places, cut to organizations and filters', async () => {
    await buildWords(platform.db, {
      ...{ companyId: scene.companyId, by: chief.id, now: 1 },
      words: [{ word: '加班', level: 'review' }],
    })
    await write('又要加班', other)
    const { commentId } = await reported()
    for (const after of [`1_${'-'.repeat(36)}`, `${'9'.repeat(20)}_${commentId}`])
      expect(await refusal(queue(chief, { after }))).toMatchObject({ errorCode: 900001 })
    const causes = async (query: object, by = chief) => (await queue(by, query)).map((row) => row.causes)
    expect(await causes({})).toEqual([['words'], ['report']])
    expect(await causes({ cause: 'words' })).toEqual([['words']])
    expect(await causes({ cause: 'report' })).toEqual([['report']])
    expect(await causes({ cause: 'review' })).toEqual([])
    expect(await causes({ cause: 'appeal' })).toEqual([])
    expect(await causes({ businessType: 105 })).toEqual([])
    expect(await causes({ organizationId: scene.branch })).toEqual([['words']])
    expect(await causes({}, branchAdmin)).toEqual([['words']])
    expect(await queue(stranger)).toEqual([])
    expect(await refusal(queue(learner))).toMatchObject({ status: 403 })
    const [flagged, elsewhere] = await queue()
    expect(await details(flagged?.id ?? '')).toMatchObject({
      text: '又要加班',
      hits: [{ start: 2, end: 4, word: '加班' }],
      contentState: 'shown',
      isOwn: false,
    })
    expect(elsewhere?.businessId).toBe(commentId)
    const hidden = { params: { id: elsewhere?.id ?? '' } }
    expect(await refusal(as(branchAdmin).details(hidden))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).claim(hidden))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).release(hidden))).toMatchObject({ errorCode: 900005 })
  })

  it('a claim lasts 15 minutes or until it is given back', async () => {
    const { id } = await reported()
    const claim = (by: BuiltMember) => as(by).claim({ params: { id } })
    expect(await claim(chief)).toEqual({ until: platform.now + 900_000 })
    expect(await refusal(claim(second))).toMatchObject({ errorCode: 10205 })
    expect(await refusal(decide(id, second))).toMatchObject({ errorCode: 10205 })
    expect((await queue(chief, { state: 'claimed' })).length).toBe(1)
    expect(await queue(chief, { state: 'open' })).toEqual([])
    await as(chief).release({ params: { id } })
    await claim(second)
    platform.now += 899_999
    expect(await refusal(claim(chief))).toMatchObject({ errorCode: 10205 })
    platform.now += 1
    expect((await queue(chief, { state: 'open' })).length).toBe(1)
    await claim(chief)
    await decide(id)
    expect(await refusal(claim(chief))).toMatchObject({ errorCode: 10204 })
    expect(await queue(chief, { state: 'decided' })).toMatchObject([{ id, claim: null, outcome: 'remove' }])
  })
})

describe('a decision', () => {
  it('removes, warns and mutes; author and reporters learn of it, the author of no name', async () => {
    const { commentId, id } = await reported()
    await decide(id, chief, { warn: true, muteDays: 3 })
    expect((await read()).items.find((one) => one.id === commentId)?.removed).toBe('moderator')
    expect(await refusal(write('还写'))).toMatchObject({ errorCode: 900034, data: { until: platform.now + 3 * DAY } })
    expect(await inbox(learner)).toContain('moderation.decided')
    expect(await inbox(other)).toContain('moderation.report-decided')
    const own = await as(learner).ownDecisions({ query: { businessId: commentId } })
    expect(own.items).toMatchObject([
      { id, outcome: 'remove', reasonCode: 'spam', note: '请勿发布广告', warned: true, muteDays: 3, mayAppeal: true },
    ])
    expect(JSON.stringify(own)).not.toContain(other.id)
    expect(await details(id)).toMatchObject({ contentState: 'removed', authorMutedUntil: platform.now + 3 * DAY })
    await later(3 * DAY)
    const again = await write('又来了')
    await report(again.id)
    const [row] = await queue()
    expect((await details(row?.id ?? '')).history).toMatchObject([{ id, outcome: 'remove', reasonCode: 'spam' }])
  })

  it('names a rule, and is not about oneself', async () => {
    const { id } = await reported()
    expect(await refusal(decide(id, chief, { reasonCode: 'none' }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(decide(id, chief, { muteDays: 366 }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(decide(id, chief, { note: '长'.repeat(1001) }))).toMatchObject({ errorCode: 900001 })
    const own = await write('自己的', chief)
    await report(own.id)
    const mine = (await queue()).find((row) => row.businessId === own.id)
    expect((await details(mine?.id ?? '')).isOwn).toBe(true)
    expect(await refusal(decide(mine?.id ?? ''))).toMatchObject({ errorCode: 900012 })
    const comment = await write('我举报的')
    await report(comment.id, chief)
    const reportedByMe = (await queue()).find((row) => row.businessId === comment.id)
    expect(await refusal(decide(reportedByMe?.id ?? ''))).toMatchObject({ errorCode: 900012 })
    await decide(id, chief, keep)
    expect(await inbox(learner)).not.toContain('moderation.decided')
    expect((await as(learner).ownDecisions()).recordCount).toBe(0)
  })

  it('is made once, of several at one moment', async () => {
    const { id } = await reported()
    const outcomes = [removal, { ...keep, warn: true, reasonCode: 'abuse' }]
    const { accepted, refused } = await race(
      platform,
      4,
      (index) => decide(id, index % 2 === 0 ? chief : second, outcomes[index % 2]),
      { begin: () => Promise.resolve() },
    )
    expect([accepted, Object.keys(refused)]).toEqual([1, ['10204']])
    expect(await refusal(decide(id))).toMatchObject({ errorCode: 10204, data: { revision: 1 } })
    expect((await inbox(learner)).filter((type) => type === 'moderation.decided')).toHaveLength(1)
  })

  it('is taken back by a restoration', async () => {
    const { commentId, id } = await reported()
    const takeBack = (revision: number, by = second) => as(by).restore({ params: { id }, body: { revision, note: '' } })
    expect(await refusal(takeBack(0))).toMatchObject({ errorCode: 10204 })
    await decide(id)
    await takeBack(1)
    expect((await read()).items.find((one) => one.id === commentId)?.removed).toBeNull()
    expect(await refusal(takeBack(2))).toMatchObject({ errorCode: 10204 })
    expect(await refusal(appeal(id))).toMatchObject({ errorCode: 10204 })
    expect(await refusal(as(stranger).restore({ params: { id }, body: { revision: 2, note: '' } }))).toMatchObject({
      errorCode: 900005,
    })
  })
})

describe('an appeal', () => {
  it('is made once, within 14 days, by the author', async () => {
    const { id } = await reported()
    await decide(id)
    expect(await refusal(appeal(id, other))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(appeal(id, learner, '长'.repeat(1001)))).toMatchObject({ errorCode: 900001 })
    await later(14 * DAY)
    const { accepted, refused } = await race(platform, 3, () => appeal(id, learner, '长'.repeat(1000)), {
      begin: () => Promise.resolve(),
    })
    expect([accepted, Object.keys(refused)]).toEqual([1, ['10207']])
    expect(await queue(chief, { cause: 'appeal' })).toMatchObject([{ id, state: 'appealed' }])
    const late = await reported()
    const row = (await queue()).find(({ businessId }) => businessId === late.commentId)
    await decide(row?.id ?? '')
    await later(14 * DAY + 1)
    expect(await refusal(appeal(row?.id ?? ''))).toMatchObject({ errorCode: 10206 })
  })

  it('is decided by another moderator; overturned it restores and ends the mute', async () => {
    const { commentId, id } = await reported()
    await decide(id, chief, { muteDays: 30 })
    await appeal(id)
    expect((await details(id)).needsOther).toBe(true)
    expect(await refusal(decideAppeal(id, chief, 'upheld'))).toMatchObject({ errorCode: 10208 })
    expect(await refusal(decideAppeal(id, second, 'upheld', 1))).toMatchObject({ errorCode: 10204 })
    const third = await buildMember(platform.db, {
      companyId: scene.companyId,
      roles: ['super-admin'],
      now: platform.now,
    })
    await as(third).claim({ params: { id } })
    expect(await refusal(decideAppeal(id, second, 'upheld'))).toMatchObject({ errorCode: 10205 })
    await as(third).release({ params: { id } })
    expect(await decideAppeal(id, second, 'overturned')).toEqual({ revision: 3, bySameModerator: false })
    expect((await read()).items.find((one) => one.id === commentId)?.removed).toBeNull()
    await write('又能写了')
    expect(await inbox(learner)).toContain('moderation.appeal-decided')
    expect((await as(learner).ownDecisions()).items).toMatchObject([
      { outcome: 'restored', mayAppeal: false, appeal: { outcome: 'overturned', bySameModerator: false } },
    ])
  })

  it('that is overturned ends its mute alone: those of other decisions hold on, shorter and longer ones', async () => {
    const muted = async (days: number) => {
      const { id: businessId } = await write(`广告 ${days}`)
      await report(businessId)
      return { days, id: (await queue()).find((row) => row.businessId === businessId)?.id ?? '' }
    }
    const cases = [await muted(10), await muted(30), await muted(5)]
    for (const { id, days } of cases) await decide(id, chief, { muteDays: days })
    const until = async () => {
      const { items } = await platform.client(topics, chief).listMutes({ query: {} })
      return items.map((one) => Math.round((one.until - platform.now) / DAY))
    }
    const overturn = async ({ id }: { id: string }) => {
      await appeal(id)
      await decideAppeal(id, second, 'overturned')
    }
    const [ten, thirty, five] = cases as [(typeof cases)[0], (typeof cases)[0], (typeof cases)[0]]
    expect(await until()).toEqual([30])
    await overturn(thirty)
    expect(await until()).toEqual([10])
    expect(await refusal(write('还不能写'))).toMatchObject({ errorCode: 900034 })
    await overturn(five)
    expect(await until()).toEqual([10])
    await overturn(ten)
    expect(await until()).toEqual([])
    await write('又能写了')
  })

  it('of two decisions at one moment leaves both mutes, and one that a moderator sets replaces them', async () => {
    const comments = [await write('一'), await write('二')]
    for (const { id } of comments) await report(id)
    const ids = (await queue()).map(({ id }) => id)
    await Promise.all(ids.map((id, at) => decide(id, at === 0 ? chief : second, { muteDays: 10 + at })))
    const { rows } = await sql<{ all: number }>`select 1 + jsonb_array_length(shorter) as all from moderation.mute
      where member_id = ${learner.id}`.execute(platform.root)
    expect(rows).toEqual([{ all: 2 }])
    const own = { memberId: learner.id, until: platform.now + 2 * DAY, reason: '冷静一下' }
    await platform
      .client(topics, chief)
      .muteMember({ params: { id: own.memberId }, body: { until: own.until, reason: own.reason } })
    for (const id of ids) {
      await appeal(id)
      await decideAppeal(id, id === ids[0] ? second : chief, 'overturned')
    }
    expect(await refusal(write('还不能写'))).toMatchObject({ errorCode: 900034, data: { until: own.until } })
  })

  it('brings back what the case removed; who moderates the item alone does not, and brings back what they removed', async () => {
    articles.set(scene.item.businessId, { name: '读书笔记', companyId: scene.companyId, moderator: other.id })
    const { commentId, id } = await reported()
    await decide(id)
    const shown = async (by: BuiltMember) => (await read(by)).items.find((one) => one.id === commentId)
    expect([(await shown(other))?.mayRestore, (await shown(chief))?.mayRestore]).toEqual([false, true])
    expect(await refusal(restore(commentId, other))).toMatchObject({ status: 403, errorCode: 10138 })
    expect((await shown(other))?.removed).toBe('moderator')
    await appeal(id)
    await decideAppeal(id, second, 'overturned')
    expect((await shown(learner))?.removed).toBeNull()
    platform.now += 1
    await remove(commentId, other, '与内容无关')
    expect((await shown(other))?.mayRestore).toBe(true)
    await restore(commentId, other)
    expect((await shown(learner))?.removed).toBeNull()
  })

  it('is decided by the same moderator where there is no other, and says so', async () => {
    const { id } = await reported()
    await decide(id)
    await appeal(id)
    await sql`update identity.member set enabled = false where id = ${second.id}`.execute(platform.root)
    expect(await decideAppeal(id, chief, 'upheld')).toEqual({ revision: 3, bySameModerator: true })
    expect((await as(learner).ownDecisions()).items[0]?.appeal).toMatchObject({
      outcome: 'upheld',
      bySameModerator: true,
    })
  })

  it('counts in the statistics', async () => {
    const { id } = await reported()
    platform.now += 60_000
    await decide(id)
    await appeal(id)
    await decideAppeal(id, second, 'upheld')
    const period = { from: platform.now - DAY, to: platform.now + 1 }
    expect(await as(chief).statistics({ query: period })).toMatchObject({
      reasons: [{ reasonCode: 'spam', reports: 1, decided: 1, removed: 1 }],
      ...{ medianMs: 60_000, appealed: 1, upheld: 1, overturned: 0 },
    })
    expect(await as(stranger).statistics({ query: period })).toMatchObject({ days: [], appealed: 0, medianMs: null })
    const wrong = () => as(chief).statistics({ query: { from: platform.now, to: platform.now - 1 } })
    expect(await refusal(wrong())).toMatchObject({ errorCode: 900001 })
  })
})
