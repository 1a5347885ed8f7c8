/** Reviews over HTTP: assigned evenly, scored once, before they expire. */

import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import {
  ALREADY_REVIEWED,
  CONTEST_STATUS,
  RESULTS_PUBLISHED,
  REVIEW_EXPIRED,
  REVIEW_NOT_OPEN,
  SCORES_WRONG,
  WORK_OUT,
} from '../contract/codes.ts'
import { spread } from './assigning.ts'
import { contestsOn, type TestContest } from './contests-on.fixture.ts'

const platform = testPlatform({ poolSize: 5 })
const roles = testRoles(platform, { owner: ['admin'], otherCompany: ['super-admin'] })
const { as, build, handIn, toStart, toReview, toEnd } = contestsOn(platform, () => roles.owner)

let reviewer: BuiltMember
beforeAll(async () => {
  reviewer = await buildMember(platform.db, { companyId: roles.companyId, fullName: '评审甲' })
})

const assign = (one: TestContest, reviewers: readonly BuiltMember[], perWork = reviewers.length) =>
  as(roles.owner).assignReviewers({ ...one, body: { round: 0, reviewerIds: reviewers.map(({ id }) => id), perWork } })
const good = [
  { key: 'criterion-1', points: 45 },
  { key: 'criterion-2', points: 30 },
]
const score = (id: string, scores = good, by = reviewer) =>
  as(by).scoreWork({ params: { id }, body: { scores, comment: '步骤清楚' } })
const reviewsOf = async (
  one: TestContest,
  filter: 'to-be-reviewed' | 'reviewed' | 'all' | 'expired' = 'all',
  by = reviewer,
) => as(by).contestReviews({ query: { filter, contestId: one.params.id } })

/** A contest with a work that the reviewer has to score now. */
async function toScore(): Promise<{ one: TestContest; work: TestContest; id: string }> {
  toStart()
  const one = await build()
  const work = await handIn(roles.member, one)
  await assign(one, [reviewer])
  toReview()
  const [item] = (await reviewsOf(one)).items
  return { one, work, id: item?.id ?? '' }
}

describe('a review', () => {
  it('is given once, by every criterion, before it expires', async () => {
    await proves('TRAINING-046', async () => {
      const { one, work, id } = await toScore()
      const listed = (await as(roles.colleague).works({ ...one, query: {} })).items
      expect(listed.map((item) => item.id)).toEqual([work.params.id])
      expect((await reviewsOf(one, 'to-be-reviewed')).items).toMatchObject([
        { id, workNumber: 1, totalMax: 100, total: null },
      ])
      expect(await score(id)).toEqual({ total: 75, next: null })
      const again = await refusal(score(id))
      expect(again).toMatchObject({ status: 422, errorCode: ALREADY_REVIEWED.code })
      expect(await as(reviewer).contestReview({ params: { id } })).toMatchObject({
        total: 75,
        scores: good,
        comment: '步骤清楚',
      })
      const late = await toScore()
      toEnd()
      expect(await refusal(score(late.id))).toMatchObject({ errorCode: REVIEW_EXPIRED.code })
      platform.now -= 1
      expect(await score(late.id)).toMatchObject({ total: 75 })
    })
  })

  it('[TRAINING-013] is to be reviewed, reviewed or expired, and the list counts each', async () => {
    const one = await build({ worksPerMember: 3 })
    for (const title of ['甲', '乙', '丙']) await handIn(roles.member, one, { title })
    await assign(one, [reviewer])
    expect((await reviewsOf(one)).recordCount).toBe(0)
    toReview()
    const [first] = (await reviewsOf(one, 'to-be-reviewed')).items
    const scored = await score(first?.id ?? '')
    expect(scored.next).toBe((await reviewsOf(one, 'to-be-reviewed')).items[0]?.id)
    expect((await reviewsOf(one)).counts).toEqual({ 'to-be-reviewed': 2, reviewed: 1, all: 3, expired: 0 })
    toEnd()
    expect((await reviewsOf(one, 'expired')).items.map(({ title }) => title)).toEqual(['乙', '丙'])
    expect((await reviewsOf(one)).counts).toEqual({ 'to-be-reviewed': 0, reviewed: 1, all: 3, expired: 2 })
  })

  it('is given once also by two requests at one moment', async () => {
    let id = ''
    const begin = async () => {
      id = (await toScore()).id
    }
    const locked = () => sql`select from contests.review where id = ${id} for update`
    const result = await race(platform, 4, () => score(id), { begin, locked })
    expect(result).toMatchObject({ accepted: 1, refused: { [ALREADY_REVIEWED.code]: 3 } })
  })

  it('has points for each criterion, none above its most, and none of another', async () => {
    const { id } = await toScore()
    const [first, second] = good as [(typeof good)[0], (typeof good)[0]]
    const wrong = [
      [[first], 'criterion-2'],
      [[first, { ...second, points: 51 }], 'criterion-2'],
      [[first, second, { key: 'other', points: 1 }], 'other'],
      [[first, second, first], 'criterion-1'],
    ] as const
    for (const [scores, key] of wrong)
      expect(await refusal(score(id, [...scores]))).toMatchObject({ errorCode: SCORES_WRONG.code, data: { key } })
    expect(
      await score(id, [
        { ...first, points: 0 },
        { ...second, points: 50 },
      ]),
    ).toMatchObject({ total: 50 })
  })

  it('is there for its reviewer alone, and not before works are no longer handed in', async () => {
    const one = await build()
    const work = await handIn(roles.member, one)
    await assign(one, [reviewer])
    const [assigned] = (await as(roles.owner).assignments({ ...one, query: { round: 0 } })).items
    const id = assigned?.id ?? ''
    expect(await refusal(as(reviewer).contestReview({ params: { id } }))).toMatchObject({
      errorCode: REVIEW_NOT_OPEN.code,
    })
    expect(await refusal(score(id))).toMatchObject({ errorCode: REVIEW_NOT_OPEN.code })
    toReview()
    for (const other of [roles.owner, roles.member, roles.otherCompany])
      expect(await refusal(score(id, good, other))).toMatchObject({ errorCode: 900_005 })
    const exclude = { isExcluded: true, reason: '抄袭' }
    await as(roles.owner).excludeWork({ params: { ...one.params, workId: work.params.id }, body: exclude })
    expect(await refusal(score(id))).toMatchObject({ errorCode: WORK_OUT.code })
    expect((await reviewsOf(one)).recordCount).toBe(0)
  })

  it('is a to-do with the number of works until all are scored', async () => {
    const { one, id } = await toScore()
    const todo = async () =>
      (await platform.client(messages, reviewer).findMyUnfinished({ query: { pageSize: 50 } })).items
    const ofContest = async () => (await todo()).filter(({ businessId }) => businessId === one.params.id)
    expect(await ofContest()).toMatchObject([{ kind: 'contest.review', amount: 1, link: '/contest/reviews' }])
    await score(id)
    expect(await ofContest()).toEqual([])
  })
})

describe('assignments', () => {
  it('spread works evenly, and give nobody the own one', () => {
    const works = ['a', 'b', 'c', 'd'].map((workId) => ({
      workId,
      authorId: workId === 'a' ? 'r1' : 'x',
      reviewerIds: [],
    }))
    const pairs = spread(works, ['r1', 'r2', 'r3'], 2)
    expect(pairs.filter(({ workId }) => workId === 'a').map(({ reviewerId }) => reviewerId)).toEqual(['r2', 'r3'])
    const load = ['r1', 'r2', 'r3'].map((id) => pairs.filter(({ reviewerId }) => reviewerId === id).length)
    expect(load.toSorted()).toEqual([2, 3, 3])
    expect(spread([{ workId: 'a', authorId: 'x', reviewerIds: ['r1'] }], ['r1', 'r2'], 2)).toEqual([
      { workId: 'a', reviewerId: 'r2' },
    ])
  })

  it('spare the own department where that is asked for, and say which works lack reviewers', async () => {
    const one = await build({ worksPerMember: 2 })
    const elsewhere = await buildOrganization(platform.db, {
      ...{ companyId: roles.companyId, parentId: roles.companyId, name: '评审组' },
    })
    const outside = await buildMember(platform.db, { companyId: roles.companyId, organizationId: elsewhere })
    await handIn(roles.member, one)
    await handIn(outside, one)
    const reviewers = [roles.colleague, outside]
    const body = { round: 0, reviewerIds: reviewers.map(({ id }) => id), perWork: 2, sparesColleagues: true }
    expect(await as(roles.owner).assignReviewers({ ...one, body })).toEqual({ assigned: 2, short: 2 })
    const { items } = await as(roles.owner).assignments({ ...one, query: { round: 0 } })
    expect(items.map((item) => [item.workNumber, item.reviewer.id])).toEqual([
      [1, outside.id],
      [2, roles.colleague.id],
    ])
    const all = { ...body, sparesColleagues: false }
    expect(await as(roles.owner).assignReviewers({ ...one, body: all })).toEqual({ assigned: 1, short: 1 })
  })

  it('are made of works that are in, once, and taken back until they are scored', async () => {
    const { one, id } = await toScore()
    expect(await assign(one, [reviewer])).toEqual({ assigned: 0, short: 0 })
    expect(await assign(one, [reviewer, roles.member, roles.colleague], 3)).toEqual({
      assigned: 1,
      short: 1,
    })
    await score(id)
    const listed = (await as(roles.owner).assignments({ ...one, query: { round: 0 } })).items
    expect(listed.map(({ state }) => state).toSorted()).toEqual(['reviewed', 'to-be-reviewed'])
    const assignmentIds = listed.map((item) => item.id)
    expect(await as(roles.owner).removeAssignments({ ...one, body: { assignmentIds } })).toEqual({ removed: 1 })
    expect(
      await refusal(
        as(roles.owner).assignReviewers({ ...one, body: { round: 1, reviewerIds: [reviewer.id], perWork: 1 } }),
      ),
    ).toMatchObject({ errorCode: 900_005 })
    toEnd()
    await as(roles.owner).publishResults(one)
    expect(await refusal(assign(one, [reviewer]))).toMatchObject({ errorCode: RESULTS_PUBLISHED.code })
    const draft = await build({ status: 'draft' })
    expect(await refusal(assign(draft, [reviewer]))).toMatchObject({ errorCode: CONTEST_STATUS.code })
  })
})
