/** What calls about contests answer to those who do not run them, to another company, and when they come too late. */
import { describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import {
  AUTHOR_NAMED,
  CONTEST_CHANGED,
  CONTEST_NOT_FOR_YOU,
  CONTEST_STATUS,
  FILE_UNFIT,
  RESULTS_PUBLISHED,
} from '../contract/codes.ts'
import { newContest } from '../contract/fields.ts'
import { contestsOn, shortRound, type TestContest } from './contests-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['admin'], stranger: ['admin'], otherCompany: ['super-admin'] })
const { as, build, handIn, video, toReview, toEnd } = contestsOn(platform, () => roles.owner)

const [missing, forbidden] = [{ errorCode: 900_005 }, { status: 403, errorCode: 10_138 }]
const input = () => ({
  ...newContest({ name: '微课', round: '初赛', criteria: ['内容'] }),
  rounds: [shortRound(platform.now)],
})

/** All calls of those who run a contest, about this one. */
function runningCalls(one: TestContest, work: TestContest) {
  const params = { ...one.params, workId: work.params.id }
  const workIds = [work.params.id]
  return (by: BuiltMember) => {
    const run = as(by)
    return [
      () => run.editedContest(one),
      () => run.changeContest({ ...one, body: { ...input(), revision: 0 } }),
      () => run.publishContest({ ...one, body: { revision: 0 } }),
      () => run.takeDownContest(one),
      () => run.deleteContest(one),
      () => run.recommendContest({ ...one, body: { isRecommended: true } }),
      () => run.managedWorks(one),
      () => run.recommendWork({ params, body: { isRecommended: true } }),
      () => run.excludeWork({ params, body: { isExcluded: true, reason: '试' } }),
      () => run.advanceWorks({ ...one, body: { round: 0, workIds } }),
      () => run.assignments({ ...one, query: { round: 0 } }),
      () => run.assignReviewers({ ...one, body: { round: 0, reviewerIds: [roles.member.id], perWork: 1 } }),
      () => run.removeAssignments({ ...one, body: { assignmentIds: workIds } }),
      () => run.managedVotes(one),
      () => run.voidVotes({ ...one, body: { voteIds: workIds, isVoid: true, reason: '试' } }),
      () => run.ranking({ ...one, query: { round: 0 } }),
      () => run.setAwards({ ...one, body: { winners: [] } }),
      () => run.publishResults(one),
      () => run.takeBackAward({ params, body: { reason: '试' } }),
      () => run.exportRanking({ ...one, query: { round: 0 } }),
    ]
  }
}

describe('a contest', () => {
  it('is run by nobody of another organization or company', async () => {
    const one = await build()
    const callsAs = runningCalls(one, await handIn(roles.member, one))
    for (const call of callsAs(roles.stranger)) expect(await refusal(call())).toMatchObject(forbidden)
    for (const call of callsAs(roles.otherCompany)) expect(await refusal(call())).toMatchObject(missing)
  })

  it('is opened by nobody of an organization that it is not meant for', async () => {
    const one = await build({ organizationIds: [roles.organizationId] })
    const work = await handIn(roles.member, one)
    toReview()
    const callsAs = (by: BuiltMember) => [
      () => as(by).contest(one),
      () => as(by).works(one),
      () => as(by).work(work),
      () => as(by).contestResults(one),
    ]
    const outsider = { errorCode: CONTEST_NOT_FOR_YOU.code }
    for (const call of callsAs(roles.stranger)) expect(await refusal(call())).toMatchObject(outsider)
    for (const call of callsAs(roles.otherCompany)) expect(await refusal(call())).toMatchObject(missing)
    expect(await refusal(as(roles.member).contestReview(work))).toMatchObject(missing)
  })

  it('names organizations of its company alone', async () => {
    const organizationIds = [roles.otherCompany.organizationId]
    const body = { ...input(), organizationIds }
    expect(await refusal(as(roles.owner).createContest({ body }))).toMatchObject(missing)
    expect(
      await refusal(as(roles.owner).createContest({ body: { ...input(), coverFileId: roles.owner.id } })),
    ).toMatchObject(missing)
  })

  it('is changed by whoever has read its newest revision, in a state that allows it', async () => {
    const one = await build({ status: 'draft' })
    const run = as(roles.owner)
    const changed = { errorCode: CONTEST_CHANGED.code, data: { revision: 0 } }
    expect(await refusal(run.changeContest({ ...one, body: { ...input(), revision: 1 } }))).toMatchObject(changed)
    expect(await refusal(run.publishContest({ ...one, body: { revision: 1 } }))).toMatchObject(changed)
    const status = { errorCode: CONTEST_STATUS.code }
    expect(await refusal(run.takeDownContest(one))).toMatchObject(status)
    expect(await refusal(run.publishResults(one))).toMatchObject(status)
    expect(await refusal(run.deleteContest(await build()))).toMatchObject(status)
  })

  it('stays as it is once its results are published', async () => {
    const one = await build()
    const work = await handIn(roles.member, one)
    toEnd()
    await as(roles.owner).publishResults(one)
    const params = { ...one.params, workId: work.params.id }
    const late = { errorCode: RESULTS_PUBLISHED.code }
    expect(
      await refusal(as(roles.owner).excludeWork({ params, body: { isExcluded: true, reason: '试' } })),
    ).toMatchObject(late)
    const workIds = [work.params.id]
    expect(await refusal(as(roles.owner).advanceWorks({ ...one, body: { round: 0, workIds } }))).toMatchObject(late)
  })

  it('has no say about a work of another one', async () => {
    const [one, other] = [await build(), await build()]
    const work = await handIn(roles.member, other)
    const params = { ...one.params, workId: work.params.id }
    expect(await refusal(as(roles.owner).recommendWork({ params, body: { isRecommended: true } }))).toMatchObject(
      missing,
    )
    expect(
      await refusal(as(roles.owner).excludeWork({ params, body: { isExcluded: true, reason: '试' } })),
    ).toMatchObject(missing)
  })
})

describe('a version', () => {
  it('is refused as a work is', async () => {
    const one = await build()
    const work = await handIn(roles.member, one)
    const fileId = await video(roles.member)
    const version = (by: BuiltMember, rest: { title?: string; fileId?: string } = {}) =>
      as(by).handInVersion({ ...work, body: { title: '修订', text: '', fileId, ...rest } })
    expect(await refusal(version(roles.colleague))).toMatchObject(missing)
    expect(await refusal(version(roles.member, { fileId: one.params.id }))).toMatchObject({
      errorCode: FILE_UNFIT.code,
    })
    expect(await refusal(version(roles.member, { title: 'by member' }))).toMatchObject({ errorCode: AUTHOR_NAMED.code })
  })
})
