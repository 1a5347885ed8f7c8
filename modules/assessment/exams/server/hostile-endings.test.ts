/** The end of an exam, over HTTP: nobody reads keys and scores while somebody still sits it, or may begin later. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { endGraceMs } from '../contract/answering.ts'
import { PAPER_AFTER_END } from '../contract/codes.ts'
import { examsTables } from './db.ts'
import { examsOn } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const minute = 60_000
const closed = { errorCode: PAPER_AFTER_END.code }
const afterEnd = { scoreShown: 'after-end', viewingRule: 'after-end' } as const

type Exam = Awaited<ReturnType<typeof build>>
const paper = (id: string) => as(roles.member).viewedPaper({ params: { id } })
/** Neither the paper nor the score, by whatever call. */
async function isHidden(exam: Exam, id: string): Promise<boolean> {
  const calls = as(roles.member)
  expect(await refusal(paper(id))).toMatchObject(closed)
  expect(await refusal(calls.answerInfo({ params: { examId: exam.params.id } }))).toMatchObject(closed)
  expect(await calls.attemptOutcome({ params: { id } })).toMatchObject({ scoreTenths: null, mayViewPaper: false })
  expect(await calls.ownRecord(exam)).toMatchObject({ status: 4, scoreHundredths: null })
  const [listed] = (await calls.ownRecords({ query: { businessId: exam.params.id } })).items
  expect(listed).toMatchObject({ scoreTenths: null, mayViewPaper: false })
  return true
}

it('comes with the last one who has more time, and not with the minute that was published', async () => {
  const endAt = platform.now + 30 * minute
  const exam = await build({ rules: { ...afterEnd, endAt, durationMinutes: 30 } })
  const id = await sit(roles.member, exam)
  const other = await as(roles.colleague).startAttempt({ ...exam, body: {} })
  const more = { params: { id: other.id }, body: { minutes: 20 } }
  await as(roles.owner).extendAttempt(more)
  platform.now = endAt + 1
  expect(await isHidden(exam, id)).toBe(true)
  await as(roles.colleague).submitAttempt({ params: { id: other.id }, body: { writer: uuid(), lastNumber: 0 } })
  expect(await paper(id)).toMatchObject({ scoreTenths: 1000 })
})

it('comes when the time of the last one is over, whether or not a job has submitted the attempt', async () => {
  const endAt = platform.now + 30 * minute
  const exam = await build({ rules: { ...afterEnd, endAt, durationMinutes: 30 } })
  const id = await sit(roles.member, exam)
  await as(roles.colleague).startAttempt({ ...exam, body: {} })
  platform.now = endAt + endGraceMs
  expect(await isHidden(exam, id)).toBe(true)
  platform.now += 1
  expect(await paper(id)).toMatchObject({ scoreTenths: 1000 })
})

it('does not come for those who go on when the exam is taken off the shelf', async () => {
  const exam = await build({ rules: afterEnd })
  const id = await sit(roles.member, exam)
  const other = await as(roles.colleague).startAttempt({ ...exam, body: {} })
  await as(roles.owner).takeExamDown(exam)
  expect(await isHidden(exam, id)).toBe(true)
  await as(roles.owner).forceSubmit({ params: { id: other.id } })
  expect(await paper(id)).toMatchObject({ scoreTenths: 1000 })
})

it('waits for those who may begin later and have not, and for nobody else', async () => {
  const { companyId, organizationId } = roles
  const late = await buildMember(platform.db, { companyId, organizationId })
  const endAt = platform.now + 30 * minute
  const rules = { ...afterEnd, endAt, durationMinutes: 10, attemptsMax: 1 }
  const exam = await build({ organizationIds: [organizationId], rules })
  const others = await build({ memberIds: [roles.member.id], rules })
  const [id, elsewhere] = [await sit(roles.member, exam), await sit(roles.member, others)]
  await examsTables(platform.db)
    .insertInto('exams.accommodation')
    .values({
      ...{ id: uuid(), company_id: companyId, member_id: late.id, created_by: roles.owner.id, created_at: 0 },
      ...{ time_percent: 100, extra_attempts: 0, later_minutes: 40_000, reason: '住院' },
    })
    .execute()
  platform.now = endAt + 1
  expect(await isHidden(exam, id)).toBe(true)
  expect(await paper(elsewhere)).toMatchObject({ scoreTenths: 1000 })
  await sit(late, exam, [])
  expect(await paper(id)).toMatchObject({ scoreTenths: 1000 })
  await sql`update exams.record set attempts_used = 0 where member_id = ${late.id}`.execute(examsTables(platform.db))
  expect(await isHidden(exam, id)).toBe(true)
  await sql`update exams.accommodation set valid_until = ${endAt} where member_id = ${late.id}`.execute(
    examsTables(platform.db),
  )
  expect(await paper(id)).toMatchObject({ scoreTenths: 1000 })
})

it('is not rehearsed: neither a submission nor leaves too many tell a score that the examinee could still improve', async () => {
  const exam = await build({ rules: { leavesMax: 0 } })
  const { id } = await as(roles.member).startAttempt({ ...exam, body: {} })
  const writer = uuid()
  const leave = { leave: 'hidden', at: platform.now, ms: 60_000, isOffline: false } as const
  const dryRun = { headers: { 'x-dry-run': '1' } }
  const untried = { errorCode: 900_011, data: { reason: 'reveals' } }
  const params = { id }
  const submit = as(roles.member).submitAttempt({ params, body: { writer, lastNumber: 0 } }, dryRun)
  expect(await refusal(submit)).toMatchObject(untried)
  const leaving = as(roles.member).recordEvents({ params, body: { writer, first: 1, events: [leave] } }, dryRun)
  expect(await refusal(leaving)).toMatchObject(untried)
  expect(await as(roles.member).attemptOutcome({ params })).toMatchObject({ state: 'in-progress', scoreTenths: null })
})
