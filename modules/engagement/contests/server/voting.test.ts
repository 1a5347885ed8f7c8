/** Votes over HTTP: one a member a work, so many a day, none for the own work; and what a script leaves behind. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import {
  ALREADY_VOTED,
  CONTEST_NOT_FOR_YOU,
  OWN_WORK,
  REASON_NEEDED,
  RESULTS_PUBLISHED,
  VOTES_USED_UP,
  VOTING_CLOSED,
  VOTING_TOO_FAST,
  WORK_OUT,
} from '../contract/codes.ts'
import { contestsOn, type TestContest } from './contests-on.fixture.ts'
import { votePauseMs } from './voting.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['admin'], otherCompany: ['super-admin'] })
const { as, build, handIn, toReview, toEnd } = contestsOn(platform, () => roles.owner)

const vote = (member: BuiltMember, work: TestContest) => as(member).vote(work)
const pause = () => {
  platform.now += votePauseMs
}
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildMember(platform.db, { companyId: roles.companyId })))
const votesOf = async (work: TestContest) => (await as(roles.owner).work(work)).votes

async function works(count: number, input: Parameters<typeof build>[0] = {}) {
  const one = await build({ worksPerMember: 10, ...input })
  const made: TestContest[] = []
  for (let at = 0; at < count; at += 1) made.push(await handIn(roles.member, one, { title: `作品${at + 1}` }))
  toReview()
  return { one, made: made as [TestContest, TestContest, TestContest, TestContest] }
}

describe('a vote', () => {
  it('is one a member a work, for somebody else, so many a day', async () => {
    const { one, made } = await works(4, { votesPerDay: 2 })
    const [first, second, third] = made
    expect(await vote(roles.colleague, first)).toEqual({ votes: 1, votesLeft: 1 })
    pause()
    expect(await refusal(vote(roles.colleague, first))).toMatchObject({ errorCode: ALREADY_VOTED.code })
    expect(await vote(roles.colleague, second)).toEqual({ votes: 1, votesLeft: 0 })
    pause()
    const used = await refusal(vote(roles.colleague, third))
    expect(used).toMatchObject({ status: 422, errorCode: VOTES_USED_UP.code, data: { max: 2 } })
    expect(await refusal(vote(roles.member, first))).toMatchObject({ errorCode: OWN_WORK.code })
    expect(await as(roles.colleague).contest(one)).toMatchObject({ votesLeft: 0, isVotingOpen: true })
    expect(await as(roles.colleague).work(third)).toMatchObject({ obstacle: 'none-left', hasVoted: false })
    expect(await as(roles.colleague).work(first)).toMatchObject({ obstacle: 'voted', hasVoted: true, votes: 1 })
    expect((await as(roles.member).work(first)).obstacle).toBe('own')
  })

  it('counts while voting is open, from its first instant to its last', async () => {
    const { made } = await works(1)
    const [work] = made
    toEnd()
    expect(await refusal(vote(roles.colleague, work))).toMatchObject({ errorCode: VOTING_CLOSED.code })
    expect((await as(roles.colleague).work(work)).obstacle).toBe('closed')
    platform.now -= 1
    expect(await vote(roles.colleague, work)).toMatchObject({ votes: 1 })
  })

  it('is not given before works are shown, for a work that is out, or by somebody that the contest is not meant for', async () => {
    const elsewhere = await buildOrganization(platform.db, {
      companyId: roles.companyId,
      parentId: roles.companyId,
      name: '外部',
    })
    const outsider = await buildMember(platform.db, { companyId: roles.companyId, organizationId: elsewhere })
    const one = await build({ organizationIds: [roles.organizationId] })
    const work = await handIn(roles.member, one)
    expect(await refusal(vote(roles.colleague, work))).toMatchObject({ errorCode: 900_005 })
    toReview()
    expect(await refusal(vote(outsider, work))).toMatchObject({ errorCode: CONTEST_NOT_FOR_YOU.code })
    expect(await refusal(vote(roles.otherCompany, work))).toMatchObject({ errorCode: 900_005 })
    // Whoever reviews in it may open it, and still has no vote.
    await as(roles.owner).assignReviewers({ ...one, body: { round: 0, reviewerIds: [outsider.id], perWork: 1 } })
    expect(await refusal(vote(outsider, work))).toMatchObject({ errorCode: CONTEST_NOT_FOR_YOU.code })
    const exclude = { isExcluded: true, reason: '抄袭' }
    await as(roles.owner).excludeWork({ params: { ...one.params, workId: work.params.id }, body: exclude })
    expect(await refusal(vote(roles.colleague, work))).toMatchObject({ errorCode: WORK_OUT.code })
  })

  it('is one however many requests of a member come at one moment', async () => {
    let work: TestContest = { params: { id: '' } }
    const begin = async () => {
      work = (await works(1)).made[0]
    }
    const result = await race(platform, 6, () => vote(roles.colleague, work), { begin })
    expect(result.accepted).toBe(1)
    expect(await votesOf(work)).toBe(1)
  })

  it('uses no more than the votes of a day, for however many works at one moment', async () => {
    let made: readonly TestContest[] = []
    let contestId = ''
    const begin = async () => {
      const built = await works(4, { votesPerDay: 2 })
      made = built.made
      contestId = built.one.params.id
      await vote(roles.colleague, built.made[0])
      pause()
    }
    let at = 0
    const next = () => vote(roles.colleague, made[(at++ % 3) + 1] as TestContest)
    const locked = () => sql`select from contests.vote_day where contest_id = ${contestId} for update`
    const result = await race(platform, 3, next, { begin, locked })
    expect(result).toMatchObject({ accepted: 1, refused: { [VOTES_USED_UP.code]: 2 } })
  })
})

describe('votes by script', () => {
  it('come too fast to be of a person, and are refused', async () => {
    const { made } = await works(2, { votesPerDay: 100 })
    await vote(roles.colleague, made[0])
    platform.now += votePauseMs - 1
    expect(await refusal(vote(roles.colleague, made[1]))).toMatchObject({ errorCode: VOTING_TOO_FAST.code })
    // The refused one has used no vote.
    platform.now += 1
    expect(await vote(roles.colleague, made[1])).toMatchObject({ votesLeft: 98 })
  })

  it('are flagged where a member votes for one work after the other', async () => {
    const { one, made } = await works(4, { votesPerDay: 100 })
    for (const work of made) {
      await vote(roles.colleague, work)
      pause()
    }
    const { items } = await as(roles.owner).managedVotes({ ...one, query: { isSuspicious: true } })
    expect(items).toMatchObject([{ suspicion: 'fast', workNumber: 4 }])
  })

  it('are flagged where many come from one address, void with a reason, and counted again when that was wrong', async () => {
    const { one, made } = await works(1)
    const [work] = made
    for (const member of await people(12)) await vote(member, work)
    const { items, recordCount } = await as(roles.owner).managedVotes({ ...one, query: { isSuspicious: true } })
    expect([recordCount, items[0]?.suspicion]).toEqual([2, 'address'])
    const voteIds = items.map(({ id }) => id)
    const change = (isVoid: boolean, reason: string) =>
      as(roles.owner).voidVotes({ ...one, body: { voteIds, isVoid, reason } })
    expect(await refusal(change(true, ' '))).toMatchObject({ errorCode: REASON_NEEDED.code })
    expect(await votesOf(work)).toBe(12)
    expect(await change(true, '同一地址刷票')).toEqual({ changed: 2 })
    expect(await change(true, '同一地址刷票')).toEqual({ changed: 0 })
    expect(await votesOf(work)).toBe(10)
    expect(await change(false, '')).toEqual({ changed: 2 })
    expect(await votesOf(work)).toBe(12)
    toEnd()
    await as(roles.owner).publishResults(one)
    expect(await refusal(change(true, '刷票'))).toMatchObject({ errorCode: RESULTS_PUBLISHED.code })
  })

  it('of a voter who is erased stay counted once the results are published, without the address', async () => {
    const running = await build()
    const other = await handIn(roles.member, running)
    const { one, made } = await works(2)
    const voter = await buildMember(platform.db, { companyId: roles.companyId })
    for (const work of [made[1], other]) {
      await vote(voter, work)
      pause()
    }
    toEnd()
    await as(roles.owner).publishResults(one)
    const ranking = async () =>
      (await as(roles.owner).contestResults(one)).items.map(({ work, rank, votes }) => [work.number, rank, votes])
    const published = await ranking()
    expect(published).toEqual([
      [2, 1, 1],
      [1, 2, 0],
    ])
    const part = personalData.all().find(({ module }) => module === 'contests')
    await part?.erase(platform.db, { companyId: roles.companyId, memberId: voter.id, now: platform.now })
    expect(await ranking()).toEqual(published)
    const { rows } = await sql<{ contestId: string; address: string }>`
      select contest_id as "contestId", address from contests.vote where member_id = ${voter.id}`.execute(platform.root)
    expect(rows).toEqual([{ contestId: one.params.id, address: '' }])
  })

  it('are flagged as a burst where a work gets more in a minute than people give', async () => {
    const { one, made } = await works(1)
    for (const member of await people(21)) await vote(member, made[0])
    const { items } = await as(roles.owner).managedVotes({ ...one, query: { isSuspicious: true } })
    expect(items.filter(({ suspicion }) => suspicion === 'burst')).toHaveLength(1)
  })
})
