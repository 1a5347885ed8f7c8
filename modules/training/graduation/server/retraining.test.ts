/** Retraining: who is due hears it once, and the managers have a to-do until it is arranged. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { graduation } from '../contract.ts'
import { dayMs, graduationsOn } from './graduations-on.fixture.ts'
import { retrainingJob } from './retraining.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'] })
const { build, rule, graduate, revoke } = graduationsOn(platform, roles)
const monthMs = 30 * dayMs
let startedAt = 0

beforeAll(() => {
  startedAt = platform.now
})

const tokenOf = (member: BuiltMember) => buildSession(platform.db, member, platform.now)
async function tellDue(): Promise<void> {
  await enqueue(platform.db, retrainingJob, {})
  await platform.runJobs()
}

async function newsOf(member: BuiltMember): Promise<number> {
  const client = platform.client(messages, await tokenOf(member))
  const { items } = await client.listNotifications({ query: { pageSize: 100 } })
  return items.filter(({ type }) => type === 'class.retraining').length
}
async function todosOf(member: BuiltMember): Promise<string[]> {
  const { items } = await platform.client(messages, await tokenOf(member)).findMyUnfinished({})
  return items.filter(({ kind }) => kind === 'class.retraining').map(({ link }) => link)
}

describe('retraining', () => {
  it('is announced once when it is due, to members and managers, until it is arranged', async () => {
    const one = await build()
    await rule(one, { requiresActivities: false, retrainingMonths: 2 })
    await graduate(one)
    await platform.runJobs()
    await revoke(one, [roles.colleague])
    platform.now = startedAt + monthMs
    await tellDue()
    expect([await newsOf(roles.member), await todosOf(roles.owner)]).toEqual([0, []])
    platform.now = startedAt + 63 * dayMs
    for (let again = 0; again < 2; again += 1) await tellDue()
    expect([await newsOf(roles.member), await newsOf(roles.colleague)]).toEqual([1, 0])
    expect(await todosOf(roles.owner)).toEqual([`/admin/classes/${one.params.id}/graduation?outcome=retraining`])
    const owner = platform.client(graduation, await tokenOf(roles.owner))
    const due = async () =>
      (await owner.graduationForecast({ ...one, query: { outcome: 'retraining' } })).items.map(
        ({ member }) => member.id,
      )
    expect(await due()).toEqual([roles.member.id])
    const memberIds = [roles.member.id, roles.colleague.id]
    expect(await owner.settleRetraining({ ...one, body: { memberIds } })).toEqual({ settled: 1, left: 1 })
    expect([await due(), await todosOf(roles.owner)]).toEqual([[], []])
    expect((await owner.graduationFigures(one)).retraining).toBe(0)
    platform.now = startedAt
  })

  it('asks nobody for what is arranged before it is announced, and ends where the graduation is revoked', async () => {
    const [early, late] = [await build(), await build()]
    for (const one of [early, late]) {
      await rule(one, { requiresActivities: false, retrainingMonths: 2 })
      await graduate(one)
    }
    await platform.runJobs()
    platform.now = startedAt + 63 * dayMs
    const before = await newsOf(roles.member)
    const owner = platform.client(graduation, await tokenOf(roles.owner))
    const memberIds = [roles.member.id, roles.colleague.id]
    expect(await owner.settleRetraining({ ...early, body: { memberIds } })).toEqual({ settled: 2, left: 0 })
    await tellDue()
    expect((await newsOf(roles.member)) - before).toBe(1)
    expect(await todosOf(roles.owner)).toEqual([`/admin/classes/${late.params.id}/graduation?outcome=retraining`])
    const takeBack = (id: string) => owner.revokeGraduations({ ...late, body: { memberIds: [id], reason: '考勤有误' } })
    await takeBack(roles.member.id)
    expect(await todosOf(roles.owner)).toHaveLength(1)
    await takeBack(roles.colleague.id)
    expect(await todosOf(roles.owner)).toEqual([])
    platform.now = startedAt
  })
})
