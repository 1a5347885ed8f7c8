/** No name of an author reaches a reviewer: tried through every call, file, message and list that a reviewer can open. */
import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { videoBytes } from '#modules/platform/files/server/content.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { AUTHOR_NAMED, FILE_UNFIT } from '../contract/codes.ts'
import { authorName, contestsOn, pdfBytes, type TestContest } from './contests-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['admin'], administrator: ['admin'], otherCompany: ['super-admin'] })
const { as, build, handIn, store, video, toReview, toEnd } = contestsOn(platform, () => roles.owner)

let author: BuiltMember
let reviewer: BuiltMember
beforeAll(async () => {
  const home = { companyId: roles.companyId, organizationId: roles.organizationId }
  author = await buildMember(platform.db, { ...home, fullName: authorName, name: 'ouyangjingyi' })
  reviewer = await buildMember(platform.db, { ...home, fullName: '评审甲' })
})

const assign = (one: TestContest, reviewers: readonly BuiltMember[]) => {
  const reviewerIds = reviewers.map(({ id }) => id)
  return as(roles.owner).assignReviewers({ ...one, body: { round: 0, reviewerIds, perWork: reviewers.length } })
}
const traces = () => [authorName, 'ouyangjingyi', author.id]
const expectNameless = (answer: unknown) => {
  const text = JSON.stringify(answer)
  for (const trace of traces()) expect(text).not.toContain(trace)
}

/** Everything that a member can ask of a contest and its work. */
async function allAnswers(member: BuiltMember, one: TestContest, work: TestContest): Promise<unknown[]> {
  const calls = as(member)
  const reviews = await calls.contestReviews({ query: { filter: 'all' } })
  const sheets = await Promise.all(reviews.items.map(({ id }) => calls.contestReview({ params: { id } })))
  const inbox = platform.client(messages, member)
  return [
    ...[
      reviews,
      sheets,
      await calls.contest(one),
      await calls.works(one),
      await calls.works({ ...one, query: { search: authorName } }),
    ],
    ...[
      await calls.work(work),
      await calls.contestResults(one),
      await calls.recommendedContests(),
      await calls.contests(),
    ],
    ...[await calls.contestsByIds({ query: { ids: one.params.id } }), await inbox.listNotifications({ query: {} })],
    await inbox.findMyUnfinished({ query: {} }),
  ]
}

async function download(member: BuiltMember, url: string | null) {
  const answer = await platform.app.inject({ url: url ?? '', headers: { authorization: `Bearer ${member.token}` } })
  expect(answer.statusCode).toBe(200)
  return answer
}

describe('an anonymous contest', () => {
  it('hides its authors from reviewers in every call, list, file and message', async () => {
    const one = await build({ name: '匿名大赛' })
    const work = await handIn(author, one)
    await as(roles.owner).recommendWork({
      params: { ...one.params, workId: work.params.id },
      body: { isRecommended: true },
    })
    await as(roles.owner).recommendContest({ ...one, body: { isRecommended: true } })
    await assign(one, [reviewer])
    toReview()
    const answers = await allAnswers(reviewer, one, work)
    expect(JSON.stringify(answers)).toContain('五步查隐患')
    expectNameless(answers)
    // The search for the name finds nothing, for that would tell whose work it is.
    expect((await as(reviewer).works({ ...one, query: { search: authorName } })).recordCount).toBe(0)
    const [item] = (await as(reviewer).contestReviews({})).items
    const sheet = await as(reviewer).contestReview({ params: { id: item?.id ?? '' } })
    expect(sheet.file).toMatchObject({ kind: 'video', name: 'work-1-1.mp4', copy: 'made' })
    const answer = await download(reviewer, sheet.file.url)
    expectNameless([answer.headers, sheet.file])
    expect(answer.rawPayload.toString('latin1')).not.toContain(authorName)
    // Neither the copy nor the original says more by the calls of files.
    const copyId = /file\/([0-9a-f-]{36})/.exec(sheet.file.url ?? '')?.[1] ?? ''
    for (const id of [copyId, (await as(author).contest(one)).own[0]?.versions[0]?.fileId ?? ''])
      expect(await refusal(platform.client(files, reviewer).fileInfo({ params: { id } }))).toMatchObject({
        errorCode: 10_138,
      })
    await as(roles.owner).recommendWork({
      params: { ...one.params, workId: work.params.id },
      body: { isRecommended: false },
    })
  })

  it('is anonymous for voters as well, and shows its authors once the results are published', async () => {
    const one = await build()
    const work = await handIn(author, one)
    toReview()
    expectNameless(await allAnswers(roles.member, one, work))
    expect((await as(roles.member).work(work)).file.name).toBe('work-1-1.mp4')
    // The author sees the own name and the own file.
    expect(await as(author).work(work)).toMatchObject({ author: { fullName: authorName }, isOwn: true })
    toEnd()
    await as(roles.owner).publishResults(one)
    expect((await as(roles.member).works(one)).items[0]?.author?.fullName).toBe(authorName)
    expect((await as(roles.member).contestResults(one)).items[0]?.work.author?.fullName).toBe(authorName)
  })

  it('hides its authors also from a reviewer who runs the contest, until somebody else scores', async () => {
    const one = await build()
    const work = await handIn(author, one)
    expect((await as(roles.administrator).managedWorks(one)).items[0]?.author?.fullName).toBe(authorName)
    await assign(one, [roles.administrator])
    toReview()
    const run = as(roles.administrator)
    expectNameless(await allAnswers(roles.administrator, one, work))
    expectNameless([
      ...[await run.managedWorks(one), await run.managedWorks({ ...one, query: { search: authorName } })],
      ...[
        await run.ranking({ ...one, query: { round: 0 } }),
        await run.managedContests(),
        await run.editedContest(one),
      ],
      ...[await run.assignments({ ...one, query: { round: 0 } }), await run.managedVotes(one)],
    ])
    expect((await run.managedWorks({ ...one, query: { search: authorName } })).recordCount).toBe(0)
    const sheet = await platform.app.inject({
      url: `/api/v1/microclass/competition-manage/${one.params.id}/export?round=0`,
      headers: { authorization: `Bearer ${roles.administrator.token}` },
    })
    expect(sheet.statusCode).toBe(200)
    expect(sheet.rawPayload.includes(Buffer.from(authorName))).toBe(false)
    const auditor = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const log = await platform.client(operations, auditor).listAudit({ query: { pageSize: 100 } })
    expect(log.items.map(({ action }) => action)).toContain('contests.assignReviewers')
    expectNameless(log.items)
    // Who runs it and does not review sees everything.
    expect((await as(roles.owner).managedWorks(one)).items[0]?.author?.fullName).toBe(authorName)
  })

  it('takes no work that says the name of its author, and no file whose name everybody can read', async () => {
    const one = await build()
    const fileId = await video(author)
    const hand = (rest: { title?: string; text?: string; fileId?: string }) =>
      as(author).handIn({ ...one, body: { title: '巡检', text: '', groupKey: null, fileId, ...rest } })
    for (const field of ['title', 'text'])
      expect(await refusal(hand({ [field]: `${authorName}的微课` }))).toMatchObject({
        ...{ errorCode: AUTHOR_NAMED.code, data: { field } },
      })
    // Neither signs between its letters nor letters of other scripts make another name of it.
    for (const name of ['欧 阳·静-怡', '欧阳\u200b静怡', 'OuYangJingYi', 'ouyаngjingyi', 'ｏｕｙａｎｇｊｉｎｇｙｉ'])
      expect(await refusal(hand({ text: `由${name}讲解` }))).toMatchObject({ errorCode: AUTHOR_NAMED.code })
    const open = await store(author, '公开.pdf', await pdfBytes(), 'company')
    expect(await refusal(hand({ fileId: open }))).toMatchObject({
      errorCode: FILE_UNFIT.code,
      data: { reason: 'audience' },
    })
  })

  it('shows nothing of a file from which no copy could be made, and says so to its author alone', async () => {
    const one = await build()
    const fileId = await store(author, `${authorName}.mp4`, brokenVideo())
    const { id } = await as(author).handIn({ ...one, body: { title: '巡检', text: '', groupKey: null, fileId } })
    await platform.runJobs()
    expect((await as(author).contest(one)).own[0]?.versions[0]?.copy).toBe('failed')
    const inbox = await platform.client(messages, author).listNotifications({ query: {} })
    expect(inbox.items.map(({ type }) => type)).toContain('contest.copy-failed')
    await assign(one, [reviewer])
    toReview()
    const shown = await as(reviewer).work({ params: { id } })
    expect(shown.file).toEqual({ kind: 'video', name: '', url: null, pdfUrl: null, copy: 'failed' })
  })
})

/** A video that players show, with a box at its end that is longer than the file. */
function brokenVideo(): Buffer {
  const box = Buffer.alloc(16)
  box.writeUInt32BE(4096)
  box.write('udta', 4)
  return Buffer.concat([videoBytes, box])
}
