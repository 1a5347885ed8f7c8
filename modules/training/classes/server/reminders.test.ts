/** The reminder before a class begins. */
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'
import { remindParticipants } from './reminders.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'] })
const { as, build, enroll } = classesOn(platform, () => roles.owner)
/** Who takes part, who waits, and who runs the classes: their sessions last while the clock moves by days. */
let participant: BuiltMember
let waiting: BuiltMember
let staff: BuiltMember
beforeAll(async () => {
  const { companyId } = roles
  const later = async (day: number, given: readonly 'super-admin'[] = []) =>
    buildMember(platform.db, { companyId, roles: [...given], now: platform.now + day * dayMs })
  participant = await later(2)
  waiting = await later(2)
  staff = await later(2, ['super-admin'])
})
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const runJob = () => {
  const context = { outside: platform.outside, now: platform.now, signal: new AbortController().signal }
  return inTransaction(platform.db, (db) => remindParticipants.run(db, {}, context))
}
const remindersOf = async (member: BuiltMember, { params }: TestClass) => {
  const { items } = await platform.client(messages, member).listNotifications({ query: { pageSize: 100 } })
  return items.filter(({ type, link }) => type === 'class.begins' && link?.endsWith(params.id)).length
}

async function move(one: TestClass, startsAt: number): Promise<void> {
  const { revision, ...edited } = await as(staff).editedClass(one)
  const { name, summary, description, coverFileId, classType, trainType, venue, capacity, enrollmentFrom } = edited
  const { enrollmentUntil, organizationIds, managerIds, teacherIds, enrollment, quotas } = edited
  await as(staff).changeClass({
    ...one,
    body: {
      ...{ name, summary, description, coverFileId, classType, trainType, venue, capacity, enrollmentFrom },
      ...{ enrollmentUntil, organizationIds, managerIds, teacherIds, enrollment, quotas },
      ...{ startsAt, endsAt: startsAt + hourMs, revision },
    },
  })
}

it('comes once to those who take part, a day before the start, and again where that is put off by a day', async () => {
  const startsAt = platform.now + 30 * hourMs
  const one = await build({ startsAt, endsAt: startsAt + hourMs, capacity: 1, participants: [participant.id] })
  await enroll(waiting, one)
  await runJob()
  expect(await remindersOf(participant, one)).toBe(0)
  platform.now = startsAt - dayMs
  await runJob()
  await runJob()
  expect(await remindersOf(participant, one)).toBe(1)
  expect(await remindersOf(waiting, one)).toBe(0)
  await move(one, startsAt + hourMs)
  platform.now += hourMs
  await runJob()
  expect(await remindersOf(participant, one)).toBe(1)
  await move(one, startsAt + dayMs)
  await runJob()
  expect(await remindersOf(participant, one)).toBe(1)
  platform.now = startsAt
  await runJob()
  expect(await remindersOf(participant, one)).toBe(2)
})

it('does not come for a class that is revoked, closed, or has started', async () => {
  const startsAt = platform.now + hourMs
  const times = { startsAt, endsAt: startsAt + hourMs, participants: [participant.id] }
  const [revoked, closed] = [
    await build({ ...times, status: 'off-shelf' }),
    await build({ ...times, closedAt: platform.now }),
  ]
  const running = await build({ ...times, startsAt: platform.now })
  await runJob()
  for (const one of [revoked, closed, running]) expect(await remindersOf(participant, one)).toBe(0)
})
