/** Series of classes and templates over HTTP. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  CLASS_CANCELLED,
  CLASS_MISSING,
  CLASS_NOT_FOR_YOU,
  CLASS_NOT_READY,
  CLASS_STATUS,
  SERIES_FULL,
} from '../contract/codes.ts'
import { seriesAtOnceMax, seriesClassesMax } from '../contract/series.ts'
import { buildActivity, buildSeries } from './classes.fixture.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  stranger: ['class-staff'],
  otherCompany: ['super-admin'],
})
const { as, build } = classesOn(platform, () => roles.owner)
const dayMs = 86_400_000

const createSeries = (by: BuiltMember | undefined, one: TestClass, startsAt: readonly number[], name = '领导力') =>
  as(by).createSeries({ ...one, body: { name, startsAt: [...startsAt] } })
const keepTemplate = (by: BuiltMember | undefined, one: TestClass) =>
  as(by).keepTemplate({ ...one, body: { name: '标准班' } })
const managed = async (query: object, by = roles.owner) => (await as(by).managedClasses({ query })).items

describe('a series', () => {
  it('is drafts with moved times, without people and rooms, which the list shows together', async () => {
    const { now } = platform
    const startsAt = now + 7 * dayMs
    const one = await build({ name: '领导力一期', enrollmentFrom: now, startsAt, participants: [roles.member.id] })
    await buildActivity(platform.db, { classId: one.params.id, companyId: roles.companyId, title: '须知' })
    const made = await createSeries(roles.owner, one, [startsAt + 60 * dayMs, startsAt + 30 * dayMs])
    const rows = await managed({ seriesId: made.seriesId, pageSize: 50 })
    const shown = rows
      .map(({ id, name, series, startsAt: begins, state, placesTaken }) => ({
        id,
        name,
        series,
        begins,
        state,
        placesTaken,
      }))
      .toSorted((left, right) => (left.series?.number ?? 0) - (right.series?.number ?? 0))
    const series = (number: number) => ({ id: made.seriesId, name: '领导力', number })
    expect(shown).toMatchObject([
      { id: one.params.id, name: '领导力一期', series: series(1), begins: startsAt, state: 3, placesTaken: 1 },
      { name: '领导力一期 (2)', series: series(2), begins: startsAt + 30 * dayMs, state: 1, placesTaken: 0 },
      { name: '领导力一期 (3)', series: series(3), begins: startsAt + 60 * dayMs, state: 1, placesTaken: 0 },
    ])
    const second = { params: { id: shown[1]?.id ?? '' } }
    expect(await as(roles.owner).editedClass(second)).toMatchObject({ enrollmentFrom: now + 30 * dayMs })
    const { activities } = await as(roles.owner).editedActivities(second)
    expect(activities).toMatchObject([{ kind: 'notice', title: '须知', opensAt: 1 + 30 * dayMs, roomId: null }])
    // More of the same series, from any of its classes.
    const more = await createSeries(roles.owner, second, [startsAt + 90 * dayMs], '另一个名称')
    expect(more.seriesId).toBe(made.seriesId)
    expect(await managed({ seriesId: made.seriesId, pageSize: 50 })).toHaveLength(4)
    const [listed] = (await as(roles.owner).series({ query: { search: '领导力' } })).items
    expect(listed).toEqual({ id: made.seriesId, name: '领导力', classes: 4 })
  })

  it('is made by those who run the class, and seen by those who run one of it', async () => {
    const one = await build()
    let days = 30
    const startsAt = () => [platform.now + ++days * dayMs]
    const staffAlone = {
      owner: 'accepted',
      administrator: 'accepted',
      colleague: 10_138,
      member: 10_138,
      stranger: 10_138,
      otherCompany: 64_104,
      nobody: 401,
    } as const
    await expectRoles(roles, {
      series: { ...staffAlone, call: (caller) => createSeries(caller, one, startsAt()) },
      template: { ...staffAlone, call: (caller) => keepTemplate(caller, one) },
    })
    const named = async (by: BuiltMember) =>
      (await as(by).series({ query: { search: '领导力', pageSize: 100 } })).items.length
    expect(await named(roles.administrator)).toBeGreaterThan(0)
    expect(await named(roles.stranger)).toBe(0)
    expect(await named(roles.otherCompany)).toBe(0)
  })

  it('needs a class with a start, and has its bounds', async () => {
    const draft = await build({ status: 'draft', startsAt: null, endsAt: null })
    expect(await refusal(createSeries(roles.owner, draft, [platform.now]))).toMatchObject({
      errorCode: CLASS_NOT_READY.code,
    })
    const one = await build()
    const days = (count: number) => Array.from({ length: count }, (_, at) => platform.now + (at + 10) * dayMs)
    expect((await refusal(createSeries(roles.owner, one, days(seriesAtOnceMax + 1)))).status).toBe(422)
    expect((await createSeries(roles.owner, one, days(seriesAtOnceMax))).classes).toHaveLength(seriesAtOnceMax)
    const full: string[] = []
    const last = await build()
    full.push(last.params.id)
    const seriesId = await buildSeries(platform.db, { ...roles, name: '满', classIds: full, now: platform.now })
    await sql`update classes.class set series_number = ${seriesClassesMax} where series_id = ${seriesId}`.execute(
      platform.root,
    )
    expect(await refusal(createSeries(roles.owner, last, days(1)))).toMatchObject({
      errorCode: SERIES_FULL.code,
      data: { max: seriesClassesMax },
    })
  })

  it('shows its other dates to members, as far as they are published and meant for them', async () => {
    const { now } = platform
    const at = (days: number) => ({ startsAt: now + days * dayMs, endsAt: now + (days + 1) * dayMs })
    const all = [
      await build(at(5)),
      await build({ ...at(20), name: '下一期' }),
      await build({ ...at(30), status: 'draft' }),
      await build({ ...at(40), organizationIds: [roles.stranger.organizationId] }),
      await build({ ...at(50), closedAt: now }),
    ] as const
    const classIds = all.map(({ params }) => params.id)
    await buildSeries(platform.db, { ...roles, name: '各期', classIds, now })
    expect(await as(roles.member).otherDates(all[0])).toMatchObject([{ name: '下一期', own: null }])
    expect(await as(roles.member).otherDates(await build())).toEqual([])
    const refused = [await build({ status: 'off-shelf' }), { params: { id: roles.member.id } }, all[3]] as const
    const codes = await Promise.all(refused.map((one) => refusal(as(roles.member).otherDates(one))))
    expect(codes.map(({ errorCode }) => errorCode)).toEqual([
      ...[CLASS_CANCELLED.code, CLASS_MISSING.code, CLASS_NOT_FOR_YOU.code],
    ])
  })
})

describe('a template', () => {
  it('keeps settings and activities, is never published, and classes are copied from it', async () => {
    const startsAt = platform.now + 7 * dayMs
    const one = await build({ startsAt, venue: '一号楼', participants: [roles.member.id] })
    await buildActivity(platform.db, { classId: one.params.id, companyId: roles.companyId, title: '须知' })
    const { id } = await keepTemplate(roles.owner, one)
    const template = { params: { id } }
    const [row] = (await managed({ isTemplate: true, pageSize: 50 })).filter((item) => item.id === id)
    expect(row).toMatchObject({ name: '标准班', isTemplate: true, series: null, placesTaken: 0, state: 1 })
    expect(row?.possible).not.toContain('publish')
    expect((await managed({ pageSize: 100 })).map((item) => item.id)).not.toContain(id)
    expect(await refusal(as(roles.owner).publishClass({ ...template, body: { revision: 0 } }))).toMatchObject({
      errorCode: CLASS_STATUS.code,
    })
    const begins = startsAt + 100 * dayMs
    const copy = await as(roles.owner).copyClass({ ...template, body: { name: '新班', startsAt: begins } })
    const made = { params: { id: copy.id } }
    expect(await as(roles.owner).editedClass(made)).toMatchObject({ name: '新班', startsAt: begins, venue: '一号楼' })
    expect((await as(roles.owner).editedActivities(made)).activities).toMatchObject([{ opensAt: 1 + 100 * dayMs }])
    expect((await as(roles.owner).editedClass(made)).isTemplate).toBe(false)
    // A series from a template has its classes alone.
    const series = await createSeries(roles.owner, template, [begins, begins + dayMs], '模板系列')
    const numbers = (await managed({ seriesId: series.seriesId })).map((item) => item.series?.number)
    expect(numbers.toSorted()).toEqual([1, 2])
  })
})
