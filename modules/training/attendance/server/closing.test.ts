/** What participants do in the moment in which staff end something. */
import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { messages } from '#modules/platform/messages/contract.ts'
import { CLASS_CLOSED, classes } from '#modules/training/classes/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { meeting } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { CHECK_IN_MISSING } from '../contract/codes.ts'
import { attendanceOn } from './attendance-on.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['class-teacher'] })
const { as, build, enter } = attendanceOn(platform, () => roles.owner)

/** The calls begin while `change` is not committed yet, and wait for it. */
const beside = (change: RawBuilder<unknown>, calls: readonly (() => Promise<unknown>)[]) =>
  meeting(platform, calls.length, change, () => Promise.all(calls.map((call) => refusal(call()))))

const ask = (checkInId: string, classId: string) =>
  as(roles.colleague).askLeave({ params: { id: classId }, body: { checkInId, reason: '出差', fileIds: [] } })

it('nobody checks in or asks for leave beside the end of the class', async () => {
  const at = await build([roles.member, roles.colleague])
  const closing = sql`update classes.class set closed_at = ${platform.now} where id = ${at.classId}`
  const refused = await beside(closing, [() => enter(roles.member, at), () => ask(at.id, at.classId)])
  expect(refused.map(({ errorCode }) => errorCode)).toEqual([CLASS_CLOSED.code, CLASS_CLOSED.code])
  const { figures } = await as(roles.owner).attendanceRecords({ ...at.list, query: {} })
  expect(figures.checkedIn).toBe(0)
})

it('a list that is being deleted takes no correction and no request any more', async () => {
  const at = await build([roles.member, roles.colleague])
  const deleting = sql`with locked as (select pg_advisory_xact_lock(hashtextextended(${`check-in ${at.id}`}, 0)))
    delete from attendance.check_in using locked where id = ${at.id}`
  const body = { memberIds: [roles.member.id], state: 'present' as const, minutes: null, reason: '补签' }
  const correct = () => as(roles.owner).correctAttendance({ ...at.list, body })
  const refused = await beside(deleting, [correct, () => ask(at.id, at.classId)])
  expect(refused.map(({ errorCode }) => errorCode)).toEqual([CHECK_IN_MISSING.code, CHECK_IN_MISSING.code])
})

it('requests for leave that nobody has decided on end with their class, and those who asked hear it', async () => {
  const at = await build([roles.member, roles.colleague])
  const { id } = await ask(at.id, at.classId)
  await platform.client(classes, roles.owner).closeClass({ ...at.one, body: { isConfirmed: true } })
  const { items } = await as(roles.owner).askedLeave({ ...at.one, query: {} })
  expect(items).toMatchObject([{ id, state: 'withdrawn', decidedBy: 'owner' }])
  const news = (await platform.client(messages, roles.colleague).listNotifications({})).items
  expect(news.map(({ type }) => type)).toContain('attendance.leave-ended')
  const decide = as(roles.owner).decideLeave({ ...at.one, body: { ids: [id], decision: 'agree', reason: '' } })
  expect(await refusal(decide)).toMatchObject({ errorCode: CLASS_CLOSED.code })
})
