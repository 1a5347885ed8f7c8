/** What SCORM packages learn about a learner, and what the server keeps of what they report. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { scormManifest } from './archives.fixture.ts'
import { place, sco, studyStage } from './studying.fixture.ts'

const platform = testPlatform()
const stage = studyStage(platform)
const { made, opened, outcomes } = stage
let learner: BuiltMember

beforeAll(async () => {
  ;({ learner } = await stage.cast)
})

describe('SCORM 1.2', () => {
  it('begins as the specification says, and goes on where it was left', async () => {
    const packageId = await made(
      sco('1.2', '<adlcp:datafromlms>深色</adlcp:datafromlms><adlcp:masteryscore>80</adlcp:masteryscore>'),
    )
    const key = place()
    const first = await opened(packageId, key)
    expect((await first.open()).start).toMatchObject({
      core: {
        student_id: learner.id,
        credit: 'credit',
        lesson_mode: 'normal',
        entry: 'ab-initio',
        total_time: '0000:00:00',
      },
      launch_data: '深色',
      student_data: { mastery_score: '80' },
    })
    platform.now += 90_000
    await first.commit(
      {
        core: { lesson_status: 'incomplete', lesson_location: 'p7', exit: 'suspend', session_time: '0000:01:15' },
        suspend_data: 'x=1',
      },
      { activeMs: 80_000 },
    )
    platform.now += 1000
    const second = await opened(packageId, key)
    const { start } = await second.open()
    expect(start).toMatchObject({
      core: { lesson_status: 'incomplete', lesson_location: 'p7', entry: 'resume', total_time: '0000:01:15' },
      suspend_data: 'x=1',
    })
    expect(start.core).not.toHaveProperty('session_time')
    expect(start.core).not.toHaveProperty('exit')
  })

  it('keeps what was left in it when it is completed, and never takes the completion back', async () => {
    const packageId = await made(sco('1.2'))
    const key = place()
    const first = await opened(packageId, key)
    await first.commit({ core: { lesson_status: 'completed', score: { raw: '92' } }, suspend_data: 'kept' })
    expect(outcomes).toMatchObject([
      {
        packageId,
        memberId: learner.id,
        registrationKey: key,
        completed: true,
        passed: null,
        scorePercent: 92,
        progressPercent: 100,
      },
    ])
    await first.commit({ core: { lesson_status: 'incomplete', score: { raw: '10' } }, suspend_data: 'kept' })
    // Nothing of what courses know has changed.
    expect(outcomes).toHaveLength(1)
    expect((await (await opened(packageId, key)).open()).start).toMatchObject({ suspend_data: 'kept' })
  })

  it.each([
    ['passed', { lesson_status: 'passed' }, '', { completed: true, passed: true }],
    ['failed is to be tried again', { lesson_status: 'failed' }, '', { completed: false, passed: false }],
    [
      'a score below the mastery score',
      { lesson_status: 'completed', score: { raw: '79' } },
      '80',
      { completed: false, passed: false, scorePercent: 79 },
    ],
    [
      'a score that reaches it',
      { lesson_status: 'completed', score: { raw: '80' } },
      '80',
      { completed: true, passed: true, scorePercent: 80 },
    ],
    [
      'a score between bounds',
      { lesson_status: 'completed', score: { raw: '15', min: '10', max: '20' } },
      '',
      { completed: true, passed: null, scorePercent: 50 },
    ],
  ] as const)('tells courses: %s', async (_, core, mastery, expected) => {
    const more = mastery === '' ? '' : `<adlcp:masteryscore>${mastery}</adlcp:masteryscore>`
    const launch = await opened(await made(sco('1.2', more)))
    await launch.commit({ core })
    expect(outcomes.at(-1)).toMatchObject(expected)
  })

  it('may be failed first and passed then, but not the other way round', async () => {
    const launch = await opened(await made(sco('1.2')))
    await launch.commit({ core: { lesson_status: 'failed', score: { raw: '30' } } })
    await launch.commit({ core: { lesson_status: 'passed', score: { raw: '90' } } })
    await launch.commit({ core: { lesson_status: 'failed', score: { raw: '20' } } })
    expect(outcomes.at(-1)).toMatchObject({ completed: true, passed: true, scorePercent: 90 })
  })

  it('has the score of the best try of each unit', async () => {
    const items = ['A', 'B'].map((identifier) => ({ identifier, title: identifier, href: 'index.html' }))
    const manifest = scormManifest('1.2', '课', items)
    const launch = await opened(await made({ 'index.html': '<p/>', 'imsmanifest.xml': manifest }))
    const score = (raw: string, index: number) =>
      launch.commit({ core: { lesson_status: 'completed', score: { raw } } }, { index })
    await score('60', 0)
    await score('20', 0)
    await score('100', 1)
    expect(outcomes.at(-1)).toMatchObject({ completed: true, scorePercent: 80 })
  })

  it('is completed with its last unit, and its progress is that of all', async () => {
    const items = ['A', 'B', 'C'].map((identifier) => ({ identifier, title: identifier, href: 'index.html' }))
    const chapters = [{ identifier: 'T', title: '章', children: items }]
    const launch = await opened(
      await made({ 'index.html': '<p/>', 'imsmanifest.xml': scormManifest('1.2', '课', chapters) }),
    )
    expect(launch.launch.units).toMatchObject([
      { title: '章', isLaunchable: false, parentPosition: null },
      { title: 'A', isLaunchable: true, parentPosition: 0, isDone: false },
      { title: 'B' },
      { title: 'C' },
    ])
    expect(launch.launch.startUnitId).toBe(launch.unitIds[1])
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 1 })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, progressPercent: 33 })
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 3 })
    expect((await launch.call('GET', '~/launch')).body.startUnitId).toBe(launch.unitIds[2])
    await launch.commit({ core: { lesson_status: 'completed' } }, { index: 2 })
    expect(outcomes.at(-1)).toMatchObject({ completed: true, progressPercent: 100 })
  })
})

describe('SCORM 2004', () => {
  it('gets its thresholds, and is evaluated by them', async () => {
    const sequencing =
      '<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="P" satisfiedByMeasure="true">' +
      '<imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>' +
      '<imsss:limitConditions attemptAbsoluteDurationLimit="PT1H"/></imsss:sequencing>'
    const more = `<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.9"/>${sequencing}`
    const launch = await opened(await made(sco('2004', more)))
    const unit = await launch.open()
    expect(unit.start).toMatchObject({ completion_threshold: '0.9', scaled_passing_score: '0.7', entry: 'ab-initio' })
    expect(unit.start.max_time_allowed).toBe('PT1H')
    await launch.commit({ completion_status: 'completed', success_status: 'passed' })
    expect(outcomes).toHaveLength(0)
    expect(unit.endsCompleted).toBe(false)
    await launch.commit({
      completion_status: 'completed',
      progress_measure: '0.5',
      score: { scaled: '0.69' },
      success_status: 'passed',
    })
    expect(outcomes.at(-1)).toMatchObject({ completed: false, passed: false, progressPercent: 50, scorePercent: 69 })
    await launch.commit({
      completion_status: 'incomplete',
      progress_measure: '0.9',
      score: { scaled: '0.7' },
      success_status: 'failed',
    })
    expect(outcomes.at(-1)).toMatchObject({ completed: true, passed: true, progressPercent: 100, scorePercent: 70 })
  })

  it('decides itself where the manifest does not let the progress decide', async () => {
    const more = '<adlcp:completionThreshold completedByMeasure="false" minProgressMeasure="0.9"/>'
    const launch = await opened(await made(sco('2004', more)))
    expect((await launch.open()).start).not.toHaveProperty('completion_threshold')
    await launch.commit({ completion_status: 'completed', progress_measure: '0.5' })
    expect(outcomes.at(-1)).toMatchObject({ completed: true })
  })

  it('goes on where it was left, with its time and its answers', async () => {
    const packageId = await made(sco('2004'))
    const key = place()
    const first = await opened(packageId, key)
    platform.now += 14 * 60_000
    const interactions = {
      '0': { id: 'q1', type: 'choice', learner_response: 'b', result: 'incorrect' },
      '1': { id: 'q2' },
    }
    const cmi = { location: 'q2', suspend_data: '题', session_time: 'PT11M1S', exit: 'suspend', interactions }
    await first.commit(cmi)
    await first.commit({ ...cmi, interactions: { ...interactions, '1': { id: 'q2', result: 'correct' } } })
    const { start } = await (await opened(packageId, key)).open()
    expect(start).toMatchObject({
      location: 'q2',
      suspend_data: '题',
      entry: 'resume',
      total_time: 'PT0H11M1S',
      interactions: { '1': { id: 'q2' } },
    })
    const { rows } = await sql<{ identifier: string; result: string | null }>`
      select i.identifier, i.content ->> 'result' as result from packages.interaction i
        join packages.attempt a on a.id = i.attempt_id where a.package_id = ${packageId} order by i.position`.execute(
      platform.root,
    )
    expect(rows).toEqual([
      { identifier: 'q1', result: 'incorrect' },
      { identifier: 'q2', result: 'correct' },
    ])
  })
})
