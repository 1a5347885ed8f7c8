/** Contests over HTTP as those see them who run them: written, published, changed, ranked, awarded. */
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { currency } from '#modules/platform/currency/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  AWARDS_WRONG,
  CONTEST_CHANGED,
  CONTEST_IN_USE,
  CONTEST_NOT_READY,
  CONTEST_STATUS,
  REASON_NEEDED,
  RECOMMENDED_FULL,
  RESULTS_PUBLISHED,
  ROUND_RUNS,
} from '../contract/codes.ts'
import { type ContestInput, contestFields, newContest } from '../contract/fields.ts'
import { contestsOn, shortRound, type TestContest } from './contests-on.fixture.ts'
import { votePauseMs } from './voting.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['admin'],
  administrator: ['admin'],
  stranger: ['admin'],
  otherCompany: ['super-admin'],
})
const { as, build, handIn, toReview, toEnd } = contestsOn(platform, () => roles.owner)

const empty = newContest({ name: '微课大赛', round: '初赛', criteria: ['内容', '表现'] })
const input = (rest: Partial<ContestInput> = {}): ContestInput => ({
  ...empty,
  rounds: [shortRound(platform.now)],
  ...rest,
})
const create = (rest: Partial<ContestInput> = {}) => as(roles.owner).createContest({ body: input(rest) })
const edited = (one: TestContest) => as(roles.owner).editedContest(one)

async function change(one: TestContest, rest: Partial<ContestInput>, revision?: number) {
  const now = await edited(one)
  const fields = Object.fromEntries(Object.keys(contestFields).map((key) => [key, now[key as keyof ContestInput]]))
  const body = { ...(fields as ContestInput), ...rest, revision: revision ?? now.revision }
  return as(roles.owner).changeContest({ ...one, body })
}
const publish = async (one: TestContest) =>
  as(roles.owner).publishContest({ ...one, body: { revision: (await edited(one)).revision } })
const newsOf = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })).items.map(({ type }) => type)
const first = {
  key: 'first',
  level: 'first',
  name: '一等奖',
  text: '奖杯',
  count: 1,
  certificateTemplateId: null,
} as const

describe('a contest', () => {
  it('is written, published, found by its members, and taken down', async () => {
    const { id } = await create({ name: '安全微课大赛' })
    const one = { params: { id } }
    expect(await edited(one)).toMatchObject({ status: 'draft', actions: ['edit', 'publish', 'delete'], works: 0 })
    expect(await refusal(as(roles.member).contest(one))).toMatchObject({ errorCode: 900_005 })
    expect(await publish(one)).toMatchObject({ id, applied: false })
    expect(await as(roles.member).contest(one)).toMatchObject({
      state: 'open',
      obstacle: null,
      isRun: false,
      votesLeft: 3,
    })
    expect((await as(roles.member).contests({ query: { search: '安全微课', state: 'open' } })).items[0]?.id).toBe(id)
    expect((await as(roles.member).contests({ query: { search: '安全微课', state: 'over' } })).recordCount).toBe(0)
    expect((await as(roles.member).contests({ query: { mine: true, search: '安全微课' } })).recordCount).toBe(0)
    expect(await refusal(publish(one))).toMatchObject({ errorCode: CONTEST_STATUS.code, data: { action: 'publish' } })
    await as(roles.owner).takeDownContest(one)
    expect(await refusal(as(roles.member).contest(one))).toMatchObject({ errorCode: 900_005 })
    await as(roles.owner).deleteContest(one)
    expect(await refusal(edited(one))).toMatchObject({ errorCode: 900_005 })
  })

  it('[TRAINING-065] is found by ids, in their order, without those that the caller may not see', async () => {
    const [a, b] = [await build({ name: '甲' }), await build({ name: '乙' })]
    const [draft, elsewhere] = [
      await build({ status: 'draft' }),
      await build({ organizationIds: [roles.stranger.organizationId] }),
    ]
    const ids = [b, draft, a, elsewhere, b].map(({ params }) => params.id)
    const found = await as(roles.member).contestsByIds({ query: { ids } })
    expect(found.map(({ id }) => id)).toEqual([b.params.id, a.params.id])
    expect(await as(roles.otherCompany).contestsByIds({ query: { ids } })).toEqual([])
  })

  it('is not published before its times follow each other', async () => {
    const good = shortRound(platform.now)
    const later = shortRound(platform.now + 1_200_000, '决赛')
    const wrong: readonly [Partial<ContestInput>, string][] = [
      [{ rounds: [{ ...good, reviewUntil: null }] }, 'times'],
      [{ rounds: [{ ...good, closesAt: good.opensAt }] }, 'order'],
      [{ rounds: [{ ...good, reviewUntil: good.closesAt }] }, 'order'],
      [{ rounds: [{ ...good, votingUntil: good.closesAt }] }, 'order'],
      [{ rounds: [good, { ...later, opensAt: (good.reviewUntil ?? 0) - 1 }] }, 'order'],
      [{ rounds: [good, good] }, 'order'],
      [{ awards: [first, first] }, 'keys'],
    ]
    for (const [rest, reason] of wrong) {
      const { id } = await create(rest)
      expect(await refusal(publish({ params: { id } }))).toMatchObject({
        ...{ errorCode: CONTEST_NOT_READY.code, data: { reasons: [reason] } },
      })
    }
    const { id } = await create({ rounds: [good, { ...later, opensAt: good.reviewUntil }] })
    expect(await publish({ params: { id } })).toMatchObject({ applied: false })
    expect(await refusal(change({ params: { id } }, { rounds: [{ ...good, reviewUntil: null }] }))).toMatchObject({
      errorCode: CONTEST_NOT_READY.code,
    })
  })

  it('keeps what works and scores stand on', async () => {
    const groups = [{ key: 'a', name: '内勤' }]
    const one = await build({ groups, awards: [first] })
    const work = await handIn(roles.member, one, { groupKey: 'a' })
    await as(roles.owner).assignReviewers({ ...one, body: { round: 0, reviewerIds: [roles.colleague.id], perWork: 1 } })
    toReview()
    const [review] = (await as(roles.colleague).contestReviews({})).items
    const scores = ['criterion-1', 'criterion-2'].map((key) => ({ key, points: 40 }))
    await as(roles.colleague).scoreWork({ params: { id: review?.id ?? '' }, body: { scores, comment: '' } })
    await as(roles.owner).setAwards({ ...one, body: { winners: [{ workId: work.params.id, awardKey: 'first' }] } })
    const [round = shortRound(0)] = (await edited(one)).rounds
    const taken: readonly [Partial<ContestInput>, string][] = [
      [{ groups: [] }, 'group'],
      [{ awards: [] }, 'award'],
      [{ rubric: empty.rubric.slice(0, 1) }, 'rubric'],
      [{ isAnonymous: false }, 'anonymity'],
      [{ rounds: [{ ...round, closesAt: (round.closesAt ?? 0) + 1 }] }, 'times'],
      [{ rounds: [{ ...round, opensAt: (round.opensAt ?? 0) - 1 }] }, 'times'],
    ]
    const later = { ...round, reviewUntil: (round.reviewUntil ?? 0) + 1, votingUntil: null }
    expect(await change(one, { rounds: [later] })).toMatchObject({ id: one.params.id })
    for (const [rest, reason] of taken)
      expect(await refusal(change(one, rest))).toMatchObject({ errorCode: CONTEST_IN_USE.code, data: { reason } })
    expect(await refusal(change(one, {}, 0).then(() => change(one, {}, 0)))).toMatchObject({
      errorCode: CONTEST_CHANGED.code,
    })
    expect(await change(one, { name: '新名称', groups: [...groups, { key: 'b', name: '外勤' }] })).toMatchObject({
      id: one.params.id,
    })
  })

  it('is run by its author and by whoever manages its organization', async () => {
    const one = await build({ organizationIds: [roles.organizationId] })
    const runs = {
      owner: 'accepted',
      administrator: 'accepted',
      stranger: 10_138,
      member: 10_138,
      colleague: 10_138,
      otherCompany: 900_005,
      nobody: 401,
    } as const
    const opens = { ...runs, member: 'accepted', colleague: 'accepted', stranger: 394_004 } as const
    await expectRoles(roles, {
      edited: { ...runs, call: (caller) => as(caller).editedContest(one) },
      works: { ...runs, call: (caller) => as(caller).managedWorks(one) },
      votes: { ...runs, call: (caller) => as(caller).managedVotes(one) },
      assignments: { ...runs, call: (caller) => as(caller).assignments({ ...one, query: { round: 0 } }) },
      ranking: { ...runs, call: (caller) => as(caller).ranking({ ...one, query: { round: 0 } }) },
      awards: { ...runs, call: (caller) => as(caller).setAwards({ ...one, body: { winners: [] } }) },
      contest: { ...opens, call: (caller) => as(caller).contest(one) },
      list: { ...opens, call: (caller) => as(caller).works(one) },
    })
  })

  it('has limits', async () => {
    const text = (length: number) => '书'.repeat(length)
    await bounds(100, (length) => create({ name: text(length) }), { refused: 900001, path: 'name' })
    await bounds(100, (reviewWeight) => create({ reviewWeight }), { refused: 900001, path: 'reviewWeight' })
    await bounds(100, (votesPerDay) => create({ votesPerDay }), { refused: 900001, path: 'votesPerDay' })
    await bounds(1, (votesPerDay) => create({ votesPerDay }), { refused: 900001, path: 'votesPerDay', beyond: 0 })
  })
})

describe('recommendations', () => {
  it('are eight contests and five works of a contest at most', async () => {
    await proves('SYSTEM-225', async () => {
      const made: TestContest[] = []
      for (let at = 0; at < 9; at += 1) made.push(await build({ name: `推荐${at}` }))
      const recommend = (one: TestContest, isRecommended = true) =>
        as(roles.owner).recommendContest({ ...one, body: { isRecommended } })
      for (const one of made.slice(0, 8)) await recommend(one)
      const [ninth, eighth] = made.toReversed() as [TestContest, TestContest]
      expect(await refusal(recommend(ninth))).toMatchObject({ errorCode: RECOMMENDED_FULL.code, data: { max: 8 } })
      expect((await as(roles.member).recommendedContests()).contests).toHaveLength(8)
      await recommend(eighth, false)
      await recommend(ninth)
      expect((await as(roles.member).recommendedContests()).contests.map(({ id }) => id)).toContain(ninth.params.id)
      expect(await refusal(recommend(await build({ status: 'draft' })))).toMatchObject({
        errorCode: CONTEST_STATUS.code,
      })
    })
    await proves('SYSTEM-226', async () => {
      const recommendAll = async () => {
        const one = await build({ worksPerMember: 10 })
        const works: TestContest[] = []
        for (let at = 0; at < 6; at += 1) works.push(await handIn(roles.member, one, { title: `作品${at}` }))
        const recommend = (work: TestContest | undefined) =>
          as(roles.owner).recommendWork({
            ...{ params: { ...one.params, workId: work?.params.id ?? '' }, body: { isRecommended: true } },
          })
        for (const work of works.slice(0, 5)) await recommend(work)
        return refusal(recommend(works[5]))
      }
      expect(await recommendAll()).toMatchObject({ errorCode: RECOMMENDED_FULL.code, data: { max: 5 } })
      // Not before works are shown; and five of all contests together.
      expect((await as(roles.member).recommendedContests()).works).toHaveLength(0)
      await recommendAll()
      toReview()
      expect((await as(roles.member).recommendedContests()).works).toHaveLength(5)
    })
  })
})

describe('the places of recommendations', () => {
  const recommendedOf = async (one: TestContest) =>
    (await as(roles.owner).managedWorks({ ...one, query: { pageSize: 50 } })).items.filter((work) => work.isRecommended)

  it('are given back by what is out, and never become one more by what comes back', async () => {
    const one = await build({ worksPerMember: 10 })
    const works: TestContest[] = []
    for (let at = 0; at < 6; at += 1) works.push(await handIn(roles.member, one))
    const at = (index: number) => ({ ...one.params, workId: works[index]?.params.id ?? '' })
    const recommend = (index: number) =>
      as(roles.owner).recommendWork({ params: at(index), body: { isRecommended: true } })
    const exclude = (isExcluded: boolean) =>
      as(roles.owner).excludeWork({ params: at(0), body: { isExcluded, reason: '复核' } })
    for (const index of [0, 1, 2, 3, 4]) await recommend(index)
    await exclude(true)
    await recommend(5)
    await exclude(false)
    expect(await recommendedOf(one)).toHaveLength(5)
    await as(roles.member).withdrawWork({ params: { id: at(1).workId } })
    expect(await recommendedOf(one)).toHaveLength(4)
  })

  it('of contests are lost by what is taken down', async () => {
    const [full] = (await as(roles.member).recommendedContests()).contests
    const leave = { params: { id: full?.id ?? '' }, body: { isRecommended: false } }
    await as(roles.owner).recommendContest(leave)
    const one = await build()
    await as(roles.owner).recommendContest({ ...one, body: { isRecommended: true } })
    await as(roles.owner).takeDownContest(one)
    await publish(one)
    expect((await edited(one)).isRecommended).toBe(false)
  })
})

describe('results', () => {
  it('begin with the best of all groups for those who choose the winners, and go group after group for members', async () => {
    const groups = ['a', 'b'].map((key) => ({ key, name: `${key} 组` }))
    const one = await build({ rounds: [shortRound(platform.now)], groups, reviewWeight: 0, worksPerMember: 10 })
    const made: TestContest[] = []
    for (const groupKey of ['a', 'a', 'b', 'b']) made.push(await handIn(roles.member, one, { groupKey }))
    const [, second, third] = made
    toReview()
    for (const work of [second, third]) {
      await as(roles.colleague).vote(work as TestContest)
      platform.now += votePauseMs
    }
    const numbers = (items: readonly { readonly work: { readonly number: number } }[]) =>
      items.map(({ work }) => work.number)
    const query = { round: 0 }
    expect(numbers((await as(roles.owner).ranking({ ...one, query })).items)).toEqual([2, 3, 1, 4])
    expect(numbers((await as(roles.owner).ranking({ ...one, query: { ...query, pageSize: 2 } })).items)).toEqual([2, 3])
    toEnd()
    await as(roles.owner).publishResults(one)
    expect(numbers((await as(roles.member).contestResults(one)).items)).toEqual([2, 1, 3, 4])
  })

  it('rank by review and votes, are awarded, published once, and rewarded', async () => {
    const rounds = [shortRound(platform.now)]
    const one = await build({ rounds, awards: [first], reviewWeight: 70, worksPerMember: 2 })
    const [good, liked] = [
      await handIn(roles.member, one, { title: '扎实' }),
      await handIn(roles.colleague, one, { title: '热闹' }),
    ]
    await as(roles.owner).assignReviewers({
      ...one,
      body: { round: 0, reviewerIds: [roles.administrator.id, roles.stranger.id], perWork: 2 },
    })
    toReview()
    for (const reviewer of [roles.administrator, roles.stranger])
      for (const item of (await as(reviewer).contestReviews({ query: { contestId: one.params.id } })).items) {
        const points = item.title === '扎实' ? 45 : 25
        const scores = ['criterion-1', 'criterion-2'].map((key) => ({ key, points }))
        await as(reviewer).scoreWork({ params: { id: item.id }, body: { scores, comment: '' } })
      }
    for (const voter of [roles.owner, roles.member]) await as(voter).vote(liked)
    platform.now += votePauseMs
    await as(roles.owner).vote(good)
    const ranking = (await as(roles.owner).ranking({ ...one, query: { round: 0 } })).items
    // 70 % of 90 and 30 % of a half; 70 % of 50 and 30 % of all.
    expect(ranking).toMatchObject([
      { rank: 1, reviews: 2, votes: 1, reviewScore: 9000, voteScore: 5000, score: 7800, work: { title: '扎实' } },
      { rank: 2, reviews: 2, votes: 2, reviewScore: 5000, voteScore: 10_000, score: 6500, work: { title: '热闹' } },
    ])
    expect((await as(roles.member).contestResults(one)).recordCount).toBe(0)
    const award = (winners: readonly { workId: string; awardKey: string }[]) =>
      as(roles.owner).setAwards({ ...one, body: { winners: [...winners] } })
    const win = (work: TestContest, awardKey = 'first') => ({ workId: work.params.id, awardKey })
    expect(await refusal(award([win(good), win(liked)]))).toMatchObject({
      errorCode: AWARDS_WRONG.code,
      data: { key: 'first' },
    })
    expect(await refusal(award([win(good, 'second')]))).toMatchObject({ errorCode: AWARDS_WRONG.code })
    await award([win(good)])
    expect(await refusal(as(roles.owner).publishResults(one))).toMatchObject({ errorCode: ROUND_RUNS.code })
    toEnd()
    await as(roles.owner).publishResults(one)
    await platform.runJobs()
    expect(await refusal(as(roles.owner).publishResults(one))).toMatchObject({ errorCode: RESULTS_PUBLISHED.code })
    expect(await refusal(award([]))).toMatchObject({ errorCode: RESULTS_PUBLISHED.code })
    expect(await refusal(change(one, {}))).toMatchObject({ errorCode: RESULTS_PUBLISHED.code })
    expect((await as(roles.colleague).contestResults(one)).items).toMatchObject([
      { rank: 1, work: { award: '一等奖', author: { fullName: 'member' } }, awardLevel: 'first' },
      { rank: 2, work: { award: null } },
    ])
    expect(await as(roles.colleague).work(good)).toMatchObject({ rank: 1, score: 7800, award: '一等奖' })
    expect(await newsOf(roles.member)).toEqual(expect.arrayContaining(['contest.awarded', 'contest.results']))
    expect(await newsOf(roles.colleague)).not.toContain('contest.awarded')
    expect(await newsOf(roles.administrator)).toContain('contest.assigned')
    const points = await platform.client(currency, roles.member).awardRecords({ query: {} })
    expect(JSON.stringify(points)).toContain('10000')
    const sheet = await platform.app.inject({
      url: `/api/v1/microclass/competition-manage/${one.params.id}/export?round=0`,
      headers: { authorization: `Bearer ${roles.owner.token}`, 'accept-language': 'en' },
    })
    const rows = await readSheet(sheet.rawPayload)
    expect(rows.map((row) => [row[1], row[3], row[4], row[10]])).toEqual([
      ['Rank', 'Work', 'Author', 'Score'],
      [1, '扎实', 'member', 78],
      [2, '热闹', 'colleague', 65],
    ])
  })

  it('let works get on to the next round, where votes and reviews count again', async () => {
    const rounds = [shortRound(platform.now), shortRound(platform.now + 1_500_000, '决赛')]
    const one = await build({ rounds, worksPerMember: 2 })
    const [up, out] = [
      await handIn(roles.member, one, { title: '晋级' }),
      await handIn(roles.member, one, { title: '止步' }),
    ]
    const advance = (...works: TestContest[]) =>
      as(roles.owner).advanceWorks({ ...one, body: { round: 0, workIds: works.map(({ params }) => params.id) } })
    toReview()
    await as(roles.colleague).vote(up)
    expect(await refusal(advance(up))).toMatchObject({ errorCode: ROUND_RUNS.code })
    toEnd()
    expect((await as(roles.member).contest(one)).state).toBe('between')
    expect(await advance(up)).toEqual({ advanced: 1 })
    expect(await advance(up)).toEqual({ advanced: 0 })
    expect(await newsOf(roles.member)).toContain('contest.advanced')
    platform.now = (rounds[1]?.opensAt ?? 0) + 1
    expect((await as(roles.member).contest(one)).own.map(({ isOpen }) => isOpen)).toEqual([true, false])
    platform.now = (rounds[1]?.closesAt ?? 0) + 1
    expect(await as(roles.colleague).work(up)).toMatchObject({ votes: 0, hasVoted: false, obstacle: null, round: 1 })
    expect((await as(roles.colleague).work(out)).obstacle).toBe('closed')
    expect((await as(roles.owner).ranking({ ...one, query: { round: 1 } })).items).toMatchObject([
      { work: { title: '晋级' } },
    ])
    expect((await as(roles.owner).ranking({ ...one, query: { round: 0 } })).recordCount).toBe(2)
    expect(await refusal(change(one, { rounds: rounds.slice(0, 1) }))).toMatchObject({ data: { reason: 'round' } })
  })

  it('have nothing of an excluded work, whose author hears why', async () => {
    const one = await build()
    const work = await handIn(roles.member, one)
    const exclude = (isExcluded: boolean, reason: string, by = roles.owner) =>
      as(by).excludeWork({ params: { ...one.params, workId: work.params.id }, body: { isExcluded, reason } })
    expect(await refusal(exclude(true, ' '))).toMatchObject({ errorCode: REASON_NEEDED.code })
    await exclude(true, '与主题不符')
    toReview()
    expect((await as(roles.colleague).works(one)).recordCount).toBe(0)
    expect((await as(roles.owner).ranking({ ...one, query: { round: 0 } })).recordCount).toBe(0)
    expect((await as(roles.member).contest(one)).own).toMatchObject([{ state: 'excluded', reason: '与主题不符' }])
    expect(await newsOf(roles.member)).toContain('contest.excluded')
    await exclude(false, '')
    expect((await as(roles.colleague).works(one)).recordCount).toBe(1)
  })

  it('are nothing that somebody decides about the own work', async () => {
    const one = await build({ awards: [first] })
    const own = await handIn(roles.administrator, one)
    const params = { ...one.params, workId: own.params.id }
    const run = as(roles.administrator)
    toReview()
    const self = { status: 422, errorCode: 900_012 }
    expect(await refusal(run.excludeWork({ params, body: { isExcluded: true, reason: '试' } }))).toMatchObject(self)
    const winners = [{ workId: own.params.id, awardKey: 'first' }]
    expect(await refusal(run.setAwards({ ...one, body: { winners } }))).toMatchObject(self)
    await as(roles.owner).setAwards({ ...one, body: { winners } })
    expect(await refusal(run.setAwards({ ...one, body: { winners: [] } }))).toMatchObject(self)
  })
})
