/** The shortest credible time of a package, as its author sees and sets it. */
import { describe, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { credibleStage, done12, place, sco } from './credible-time.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const { cast, stage, outcomes, authored, set, completions, counted, made, launched } = credibleStage(platform)

describe('the author', () => {
  it('sets less: what has its time counts without anybody opening it, but for what is taken off the shelf', async () => {
    const packageId = await made(sco('1.2'), 600)
    const offShelf = place()
    for (const [index, at] of [place(), offShelf, place()].entries()) {
      const launch = await launched(packageId, at)
      await launch.commit(done12)
      platform.now += (index + 1) * 20_000
      await launch.sign()
    }
    await set(packageId, 50)
    await platform.runJobs()
    expect(counted()).toMatchObject([{ waitsMs: null }])
    stage.withdrawn.add(offShelf.courseId)
    await set(packageId, 0)
    await platform.runJobs()
    expect(counted()).toHaveLength(2)
    expect(await completions(packageId)).toMatchObject({ waitedCount: 3, waitingCount: 1 })
    stage.withdrawn.clear()
    await set(packageId, 1)
    await set(packageId, 0)
    await platform.runJobs()
    expect(counted()).toHaveLength(3)
    await set(packageId, 9)
    await platform.runJobs()
    expect(counted()).toHaveLength(3)
  })

  it('sets more: nobody waits longer than was said, and what counts goes on counting', async () => {
    const packageId = await made(sco('1.2'), 30)
    const [waiting, finished] = [await launched(packageId), await launched(packageId)]
    await waiting.commit(done12)
    platform.now += 30_000
    await finished.commit(done12)
    expect(counted()).toHaveLength(1)
    await set(packageId, 3600)
    await waiting.sign()
    expect(counted()).toHaveLength(2)
    await finished.commit(done12)
    expect(outcomes.at(-1)).toMatchObject({ completed: true, waitsMs: null })
    expect((await (await launched(packageId)).commit(done12)).waitsMs).toBe(3600_000)
  })

  it('sees it, may set up to four hours, and only of a package that is theirs', async () => {
    const packageId = await made(sco('1.2'))
    expect(await (await authored()).getPackage({ params: { id: packageId } })).toMatchObject({ shortestSeconds: 15 })
    await bounds(14_400, (seconds) => set(packageId, seconds), { refused: 900001, path: 'seconds' })
    await bounds(0, (seconds) => set(packageId, seconds), { refused: 900001, path: 'seconds', beyond: -1 })
    expect(await set(packageId, 90)).toMatchObject({ id: packageId, shortestSeconds: 90 })
    const { companyId } = (await cast).author
    const colleague = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const elsewhere = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
    })
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    for (const who of [colleague, elsewhere]) {
      const change = (await authored(who)).setShortestTime({ params: { id: packageId }, body: { seconds: 0 } })
      expect(await refusal(change)).toMatchObject({ errorCode: 900005 })
      const look = (await authored(who)).packageCompletions({ params: { id: packageId } })
      expect(await refusal(look)).toMatchObject({ errorCode: 900005 })
    }
    const byChief = await (await authored(chief)).setShortestTime({ params: { id: packageId }, body: { seconds: 60 } })
    expect(byChief).toMatchObject({ shortestSeconds: 60 })
    expect(await (await authored()).packageCompletions({ params: { id: packageId } })).toEqual({
      learnerCount: 0,
      countedCount: 0,
      waitedCount: 0,
      waitingCount: 0,
      medianSeconds: null,
    })
  })

  const lom = (time: string) =>
    `<metadata><lom><educational><typicalLearningTime><duration>${time}</duration></typicalLearningTime></educational></lom></metadata>`
  const old = (time: string) =>
    `<metadata><lom><educational><typicallearningtime><datetime>${time}</datetime></typicallearningtime></educational></lom></metadata>`
  it.each([
    ['2004', lom('PT1H'), 1, 3600, 360],
    ['2004', lom('PT10M'), 3, 1800, 180],
    ['1.2', old('00:05:00'), 1, 300, 30],
    ['1.2', old('PT1M'), 1, 60, 15],
    ['2004', lom('P2D'), 1, 172_800, 1800],
    ['2004', lom('P9Y'), 1, null, 15],
    ['2004', lom('soon'), 1, null, 15],
    ['1.2', '', 2, null, 15],
  ] as const)(
    'finds a tenth of the typical learning time: %s, %s',
    async (version, metadata, units, typical, shortest) => {
      const identifiers = ['A', 'B', 'C'].slice(0, units)
      const id = await made(sco(version, identifiers, metadata))
      const info = await (await authored()).getPackage({ params: { id } })
      expect(info).toMatchObject({ typicalSeconds: typical, shortestSeconds: shortest })
    },
  )
})
