/** The time for which a package was open, by which a result that came too soon counts later. */
import { describe, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'
import { packages } from '../contract.ts'
import { cmi5, credibleStage, done12, h5p, type Launched, minuteMs, place, sco, xapi } from './credible-time.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const { cast, outcomes, counted, made, launched, speaker, speak } = credibleStage(platform)

describe('what counts is the time in which the package was open', () => {
  it('in all its openings together, and not between them', async () => {
    const packageId = await made(sco('1.2'), 20)
    const key = place()
    const first = await launched(packageId, key)
    await first.commit(done12)
    platform.now += 12_000
    expect(await first.sign()).toBe(8000)
    // Gone to another page.
    platform.now += minuteMs
    const second = await launched(packageId, key)
    expect((await second.state()).waitsMs).toBe(8000)
    await second.sign()
    platform.now += 7999
    expect(await second.sign()).toBe(1)
    expect(counted()).toEqual([])
    platform.now += 1
    await second.sign()
    expect(counted()).toHaveLength(1)
  })

  it('of a silence two minutes at the most', async () => {
    const packageId = await made(cmi5, 600)
    const launch = await launched(packageId)
    await launch.sign()
    const say = await speaker(launch)
    await say('initialized')
    await say('passed', { success: true })
    platform.now += 10 * minuteMs
    expect(await launch.sign()).toBe(480_000)
    platform.now += 120_000
    expect(await launch.sign()).toBe(360_000)
    platform.now += 120_001
    expect(await launch.sign()).toBe(240_000)
    platform.now += minuteMs
    // The content speaks, not the player.
    await say('terminated')
    expect((await launch.state()).waitsMs).toBe(180_000)
  })

  it('once, however many windows are open', async () => {
    const packageId = await made(h5p, 60)
    const key = place()
    const windows = [await launched(packageId, key), await launched(packageId, key), await launched(packageId, key)]
    for (let turn = 0; turn < 5; turn += 1) {
      platform.now += 10_000
      for (const window of windows) await speak(window, 'completed')
      expect(outcomes.at(-1)).toMatchObject({ waitsMs: 60_000 - (turn + 1) * 10_000 })
    }
    platform.now += 10_000
    await speak(windows[1] as Launched, 'progressed')
    expect(counted()).toHaveLength(1)
  })

  it('by the server’s clock alone, whatever a statement or the player says of the time', async () => {
    const packageId = await made(xapi, 30)
    const launch = await launched(packageId)
    const say = await speaker(launch)
    await say('completed', { completion: true, duration: 'PT8H' }, { timestamp: '2020-01-01T00:00:00Z' })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, waitsMs: 30_000 })
    platform.now += 1000
    expect((await launch.commit({}, { unit: false, activeMs: 900_000_000 })).waitsMs).toBe(29_000)
  })

  it('and a clock that is put back takes nothing away and gives nothing', async () => {
    const packageId = await made(sco('1.2'), 30)
    const launch = await launched(packageId)
    await launch.commit(done12)
    platform.now += 10_000
    expect(await launch.sign()).toBe(20_000)
    platform.now -= 60 * minuteMs
    expect(await launch.sign()).toBe(20_000)
    platform.now += 10_000
    expect(await launch.sign()).toBe(10_000)
    platform.now += 60 * minuteMs
    const again = await launched(packageId)
    await again.commit(done12)
    expect(counted()).toEqual([])
  })

  it('also without a connection, as far as the credited time says so; the late arrival is no sign of being open', async () => {
    const packageId = await made(sco('1.2'), 300)
    const late = async (activeMs: number, waitMs: number) => {
      const launch = await launched(packageId)
      await launch.sign()
      platform.now += waitMs
      const commit = { sequence: 9, activeMs, unitId: launch.units[0]?.id ?? '', cmi: done12 }
      const body = { token: launch.token, commit }
      expect(await platform.client(packages, (await cast).learner).lateCommit({ body })).toEqual({ isRepeat: false })
      return outcomes.at(-1)
    }
    expect(await late(299_999, 10 * minuteMs)).toMatchObject({ completed: false, waitsMs: 1 })
    expect(await late(300_000, 10 * minuteMs)).toMatchObject({ completed: true })
    // Said of a time that has not been.
    expect(await late(300_000, 299_000)).toMatchObject({ completed: false, waitsMs: 1000 })
  })

  it('of the package as a whole, however many units it has', async () => {
    const packageId = await made(sco('1.2', ['A', 'B', 'C']), 30)
    const launch = await launched(packageId)
    await launch.commit(done12, { index: 0 })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, progressPercent: 33 })
    platform.now += 20_000
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 1 })
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 2 })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, progressPercent: 99, waitsMs: 10_000 })
    platform.now += 10_000
    await launch.sign()
    expect(counted()).toHaveLength(1)
  })
})
