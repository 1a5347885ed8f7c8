/** Saves of several candidates at one moment, over HTTP: they share their statements, and nothing else. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { codeOf } from '#test/outcomes.ts'
import { meeting } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { endGraceMs, writersMax } from '../contract/answering.ts'
import { ATTEMPT_OVER, ATTEMPT_RESET, EVENTS_MISSING, NOT_IN_PAPER } from '../contract/codes.ts'
import { answeringOn, chosen, essay, examsOn, scoredQuestions, truth } from './taking.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
const roles = testRoles(platform, { owner: ['lecturer'] })
const { as, build, answer } = examsOn(platform, () => roles.owner)
const { start, tab, answersOf } = answeringOn(as, () => roles.member)
const members: BuiltMember[] = []

beforeAll(async () => {
  for (let count = 0; count < 12; count++)
    members.push(await buildMember(platform.db, { companyId: roles.owner.companyId }))
})

const memberAt = (at: number) => members[at] as BuiltMember

it('each is stored or refused by itself, whatever the others are', async () => {
  const exam = await build({ rules: { attemptsMax: 0 } })
  const attempts = await Promise.all(members.map((member) => start(exam, member)))
  const paramsAt = (at: number) => attempts[at]?.params as { id: string }
  const tabs = members.map((member, at) => tab(paramsAt(at), member))
  const tabAt = (at: number) => tabs[at] as ReturnType<typeof tab>
  // Each writer has come to another number by then.
  for (const at of [6, 7, 8, 9, 10, 11]) await tabAt(at).send(...Array(at).fill(answer(1, chosen(0))))
  await as(roles.owner).forceSubmit({ params: paramsAt(4) })
  await as(roles.owner).resetAttempt({ params: paramsAt(5), body: { reason: '' } })
  const save = (at: number) => {
    const one = tabAt(at)
    if (at === 1) return one.sendAs(2, answer(1, chosen(1)))
    if (at === 2) return one.send(answer(1, truth(true)))
    if (at === 3) return tab(paramsAt(0), memberAt(3)).send(answer(1, chosen(2)))
    return one.send(answer(1, chosen(at % 3)), answer(2, truth(at > 6)))
  }
  const settled = await Promise.allSettled(members.map((_, at) => save(at)))
  const codes = settled.map((one) => (one.status === 'rejected' ? codeOf(one.reason) : 0))
  const refused = [0, EVENTS_MISSING.code, NOT_IN_PAPER.code, 900_005, ATTEMPT_OVER.code, ATTEMPT_RESET.code]
  expect(codes).toEqual([...refused, ...Array(6).fill(0)])
  const given = (at: number) => answeringOn(as, () => memberAt(at)).answersOf(paramsAt(at))
  const own = (at: number) => [
    [1, chosen(at % 3)],
    [2, truth(at > 6)],
  ]
  expect(await given(0)).toEqual(own(0))
  for (const at of [1, 2, 3]) expect(await given(at)).toEqual([])
  for (const at of [6, 7, 8, 9, 10, 11]) expect(await given(at)).toEqual(own(at))
})

it('one that no database can store fails by itself', async () => {
  const exam = await build({ rules: { attemptsMax: 0 } }, [...scoredQuestions, essay])
  const attempts = await Promise.all(members.slice(0, 6).map((member) => start(exam, member)))
  const text = (at: number) => (at === 2 ? 'a\u0000' : at === 3 ? 'b\ud800' : '先报警')
  const settled = await Promise.allSettled(
    attempts.map(({ params }, at) =>
      tab(params, memberAt(at)).send(answer(4, { kind: 'short-answer', text: text(at) })),
    ),
  )
  expect(settled.map(({ status }) => status)).toEqual(
    [0, 1, 2, 3, 4, 5].map((at) => (at === 2 || at === 3 ? 'rejected' : 'fulfilled')),
  )
  const stored = await Promise.all(
    attempts.map(({ params }, at) => answeringOn(as, () => memberAt(at)).answersOf(params)),
  )
  expect(stored.map(({ length }) => length)).toEqual([1, 1, 0, 0, 1, 1])
})

it('one whose attempt somebody else has locked waits, and the others do not', async () => {
  const exam = await build({ rules: { attemptsMax: 0 } })
  const [waiting, free] = [await start(exam, memberAt(0)), await start(exam, memberAt(1))]
  const late = tab(waiting.params, memberAt(0))
  const quick = tab(free.params, memberAt(1))
  const locked = sql`select from exams.attempt where id = ${waiting.params.id} for update`
  let isStored = false
  const taken = await meeting(platform, 1, locked, async () => {
    const slow = late.send(answer(1, chosen(2))).finally(() => {
      isStored = true
    })
    expect(await quick.send(answer(1, chosen(1)))).toMatchObject({ acknowledged: 1 })
    expect(isStored).toBe(false)
    return slow
  })
  expect(taken).toMatchObject({ acknowledged: 1 })
})

it('two devices of one candidate at one moment lose nothing of each other', async () => {
  const { params } = await start(await build({ rules: { attemptsMax: 0 } }))
  const [phone, desk] = [tab(params), tab(params)]
  platform.now += 60_000
  await Promise.all([
    phone.send(answer(1, chosen(1)), answer(2, truth(true))),
    desk.send(answer(3, { kind: 'fill-in', texts: ['119', ''] })),
  ])
  expect(await answersOf(params)).toEqual([
    [1, chosen(1)],
    [2, truth(true)],
    [3, { kind: 'fill-in', texts: ['119', ''] }],
  ])
})

it('what is beyond the limits, or far ahead, is refused and stores nothing', async () => {
  const { params } = await start(await build({ rules: { attemptsMax: 0 } }))
  const one = tab(params)
  const beyond = { refused: 900_001 }
  await bounds(200, (count) => tab(params).send(...Array(count).fill(answer(1, chosen(1)))), beyond)
  const text = (length: number) => tab(params).send(answer(3, { kind: 'fill-in', texts: ['字'.repeat(length)] }))
  await bounds(1000, text, beyond)
  const far = await refusal(one.sendAs(100_000, answer(1, chosen(0))))
  expect(far).toMatchObject({ errorCode: EVENTS_MISSING.code, data: { wanted: 1 } })
  expect(await refusal(one.sendAs(100_001, answer(1, chosen(0))))).toMatchObject({ errorCode: 900_001 })
  expect(await refusal(one.send(answer(1001, chosen(0))))).toMatchObject({ errorCode: 900_001 })
  expect(await refusal(one.send(answer(1000, chosen(0))))).toMatchObject({ errorCode: NOT_IN_PAPER.code })
  expect(await answersOf(params)).toEqual([
    [1, chosen(1)],
    [3, { kind: 'fill-in', texts: ['字'.repeat(1000)] }],
  ])
})

it('more tabs than any examinee opens are refused, and those that are known go on', async () => {
  const { params } = await start(await build({ rules: { attemptsMax: 0 } }))
  const first = tab(params)
  await first.send(answer(1, chosen(0)))
  await sql`insert into exams.writer (attempt_id, writer_id, company_id, last_number)
    select ${params.id}::uuid, gen_random_uuid(), ${roles.owner.companyId}::uuid, 1
    from generate_series(2, ${writersMax - 1}::int)`.execute(platform.root)
  await bounds(1, (count) => tab(params).send(...Array(count).fill(answer(1, chosen(1)))), {
    refused: 900_008,
  })
  expect(await first.send(answer(1, chosen(2)))).toMatchObject({ acknowledged: 2 })
})

it('one that arrives after the grace is refused beside one in time', async () => {
  const short = await build({ rules: { durationMinutes: 1, attemptsMax: 0 } })
  const long = await build({ rules: { durationMinutes: 60, attemptsMax: 0 } })
  const [over, open] = [await start(short, memberAt(0)), await start(long, memberAt(1))]
  const [late, early] = [tab(over.params, memberAt(0)), tab(open.params, memberAt(1))]
  platform.now = over.attempt.endsAt + endGraceMs + 1
  const [one, other] = await Promise.allSettled([late.send(answer(1, chosen(0))), early.send(answer(1, chosen(1)))])
  expect(one.status === 'rejected' && codeOf(one.reason)).toBe(ATTEMPT_OVER.code)
  expect(other).toMatchObject({ status: 'fulfilled', value: { acknowledged: 1 } })
})

it('a number that only another writer has reached is a gap', async () => {
  const { params } = await start(await build({ rules: { attemptsMax: 0 } }))
  await tab(params).send(answer(1, chosen(0)), answer(1, chosen(1)))
  const body = { writer: uuid(), first: 3, events: [answer(1, chosen(2))] }
  expect(await refusal(as(roles.member).recordEvents({ params, body }))).toMatchObject({ data: { wanted: 1 } })
})
