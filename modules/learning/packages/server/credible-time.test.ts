/** Results that come sooner than their author finds credible. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { cmi5, credibleStage, done12, h5p, minuteMs, place, sco } from './credible-time.fixture.ts'
import { waivePackage } from './runtime/cmi5-satisfied.ts'

const platform = testPlatform({ poolSize: 6 })
const { cast, stage, outcomes, set, completions, counted, made, launched, speak, saysDone } = credibleStage(platform)

it.each(saysDone)(
  '[COURSE-057] of %s a result within 1.5 s is kept, and counts once, after 15 s',
  async (_, files, say) => {
    const packageId = await made(files)
    const launch = await launched(packageId)
    await launch.sign()
    platform.now += 1500
    await say(launch)
    expect(counted()).toEqual([])
    expect(outcomes.at(-1)).toMatchObject({ completed: false, passed: null, scorePercent: 90, progressPercent: 99 })
    expect(outcomes.at(-1)).toMatchObject({ waitsMs: 13_500 })
    expect(await launch.state()).toMatchObject({ waitsMs: 13_500, units: [{ isDone: true }] })
    expect(await completions(packageId)).toMatchObject({
      learnerCount: 1,
      countedCount: 0,
      waitedCount: 1,
      waitingCount: 1,
    })
    platform.now += 13_499
    expect(await launch.sign()).toBe(1)
    expect(counted()).toEqual([])
    platform.now += 1
    expect(await launch.sign()).toBe(null)
    expect(counted()).toMatchObject([
      { completed: true, passed: true, scorePercent: 90, progressPercent: 100, waitsMs: null },
    ])
    const [first] = counted()
    expect((await launch.state()).waitsMs).toBe(null)
    platform.now += minuteMs
    await launch.sign()
    // Nothing is announced a second time: nothing has changed.
    expect(counted()).toEqual([first])
    expect(await completions(packageId)).toEqual({
      learnerCount: 1,
      countedCount: 1,
      waitedCount: 1,
      waitingCount: 0,
      medianSeconds: 15,
    })
  },
)

it.each(saysDone)(
  'of %s a result after 15 s counts at once, and so does any where the author set 0',
  async (_, files, say) => {
    const packageId = await made(files)
    const launch = await launched(packageId)
    platform.now += 15_000
    await say(launch)
    expect(counted()).toHaveLength(1)
    await set(packageId, 0)
    await say(await launched(packageId))
    expect(counted()).toHaveLength(2)
    expect(await completions(packageId)).toMatchObject({ learnerCount: 2, countedCount: 2, waitedCount: 0 })
  },
)

it('a pass that does not complete waits as well, and a failure never does', async () => {
  const packageId = await made(sco('2004'), 30)
  const launch = await launched(packageId)
  await launch.commit({ completion_status: 'incomplete', success_status: 'failed' })
  expect(outcomes.at(-1)).toMatchObject({ passed: false, waitsMs: null })
  await launch.commit({ completion_status: 'incomplete', success_status: 'passed' })
  expect(outcomes.at(-1)).toMatchObject({ passed: null, completed: false, waitsMs: 30_000 })
  platform.now += 30_000
  await launch.sign()
  expect(outcomes.at(-1)).toMatchObject({ passed: true, completed: false, waitsMs: null })
  // The time has passed: what comes later counts at once.
  await launch.commit({ completion_status: 'completed' })
  expect(outcomes.at(-1)).toMatchObject({ completed: true })
})

it('a preview waits for nothing, and another round of the course begins its time again', async () => {
  const packageId = await made(sco('1.2'), 30)
  const preview = await launched(packageId, place(), 'preview')
  expect((await preview.commit(done12)).waitsMs).toBe(null)
  expect((await preview.state()).waitsMs).toBe(null)
  const first = await launched(packageId)
  platform.now += 30_000
  await first.commit(done12)
  expect(counted()).toHaveLength(1)
  const round = await launched(packageId)
  expect((await round.commit(done12)).waitsMs).toBe(30_000)
  expect(await completions(packageId)).toMatchObject({ learnerCount: 2, countedCount: 1, waitingCount: 1 })
})

it('counts once when several windows say at the same moment that the time has passed', async () => {
  const packageId = await made(h5p, 15)
  const key = place()
  const launch = await launched(packageId, key)
  await speak(launch)
  const { rows } = await sql<{ id: string }>`select id from packages.attempt where package_id = ${packageId}`.execute(
    platform.root,
  )
  const locked = () => sql`select 1 from packages.attempt where id = ${rows[0]?.id} for update`
  const begin = async () => {
    outcomes.length = 0
    platform.now += 15_000
  }
  const answers = await race<unknown>(platform, 5, (index) => (index < 4 ? speak(launch) : launch.sign()), {
    begin,
    locked,
  })
  expect(answers.accepted).toBe(5)
  expect(outcomes.filter(({ completed }) => completed)).toHaveLength(1)
})

it('a process that is killed before the result counts has kept nothing by halves', async () => {
  const packageId = await made(h5p, 15)
  const launch = await launched(packageId)
  const id = newId()
  await speak(launch, 'completed', id)
  platform.now += 15_000
  stage.isKilled = true
  expect((await speak(launch, 'completed', id)).statusCode).toBe(500)
  stage.isKilled = false
  expect((await launch.state()).waitsMs).toBe(15_000)
  await speak(launch, 'completed', id)
  expect(counted()).toHaveLength(1)
})

describe('a waiver', () => {
  it.each([
    ['cmi5', cmi5],
    ['H5P', h5p],
  ] as const)('of %s lets what waits count at once, and once', async (kind, files) => {
    const packageId = await made(files, 600)
    const registrationKey = place()
    const launch = await launched(packageId, registrationKey)
    await saysDone.find(([name]) => name === kind)?.[2](launch)
    expect((await launch.state()).waitsMs).toBe(600_000)
    const { companyId, id: memberId } = (await cast).learner
    await waivePackage(platform.db, platform.outside, {
      companyId,
      memberId,
      packageId,
      registrationKey,
      now: platform.now,
    })
    expect((await launch.state()).waitsMs).toBe(null)
    expect(await completions(packageId)).toMatchObject({ countedCount: 1, waitedCount: 1, waitingCount: 0 })
    const before = counted().length
    await set(packageId, 0)
    await platform.runJobs()
    expect(counted()).toHaveLength(before)
  })
})
