/** Classes over HTTP as those see them who run them: written, published, revoked, copied, closed, deleted. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  ACTIVITIES_UNFINISHED,
  CAPACITY_TOO_SMALL,
  CLASS_CANCELLED,
  CLASS_CHANGED,
  CLASS_CLOSED,
  CLASS_MISSING,
  CLASS_NOT_READY,
  CLASS_STATUS,
  HAS_PARTICIPANTS,
  REASON_REQUIRED,
} from '../contract/codes.ts'
import { type ClassInput, classNameLengthMax, newClass } from '../contract/fields.ts'
import { type BuiltClass, buildActivity } from './classes.fixture.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'
import { classesTables } from './db.ts'
import { classesData } from './personal-data.ts'

const platform = testPlatform({ poolSize: 5 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build, change, edited, enroll, publish, stateOf } = classesOn(platform, () => roles.owner)
const dayMs = 86_400_000

const input = (rest: Partial<ClassInput> = {}): ClassInput => ({
  ...{ ...newClass, name: '新任经理训练营', startsAt: platform.now + 7 * dayMs, endsAt: platform.now + 9 * dayMs },
  ...rest,
})
const create = (rest: Partial<ClassInput> = {}, by: BuiltMember = roles.owner) =>
  as(by).createClass({ body: input(rest) })
const revoke = (one: TestClass, reason = '讲师生病') => as(roles.owner).revokeClass({ ...one, body: { reason } })
const close = (one: TestClass, isConfirmed = false) => as(roles.owner).closeClass({ ...one, body: { isConfirmed } })
const newsOf = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })).items.map(({ type }) => type)

describe('those who wait', () => {
  const waitingOf = async (one: TestClass) => {
    const { placesTaken, waiting, offered } = await as(roles.owner).rosterFigures(one)
    return { placesTaken, waiting, offered }
  }
  /** A full class in which so many wait. */
  async function buildFull(waiting: number, input: Partial<BuiltClass> = {}) {
    const one = await build({ capacity: 1, participants: [roles.owner.id], ...input })
    await sql`
      insert into classes.enrollment (id, class_id, member_id, company_id, state, source, queued_at)
      select gen_random_uuid(), ${one.params.id}, gen_random_uuid(), ${roles.companyId}, 'waiting', 'self', n
      from generate_series(1, ${waiting}::int) n`.execute(classesTables(platform.db))
    return one
  }

  it('are offered all places that come with a greater capacity, however many', async () => {
    const one = await buildFull(450)
    await change(one, { capacity: 421 })
    expect(await waitingOf(one)).toEqual({ placesTaken: 421, waiting: 30, offered: 420 })
  })

  it('are offered the place of a member who is erased', async () => {
    const one = await build({ capacity: 1, participants: [roles.member.id] })
    expect(await enroll(roles.stranger, one)).toEqual({ state: 'waiting' })
    await classesData.erase(platform.db, { companyId: roles.companyId, memberId: roles.member.id, now: platform.now })
    await platform.runJobs()
    expect(await stateOf(roles.stranger, one)).toBe('offered')
    expect(await waitingOf(one)).toEqual({ placesTaken: 1, waiting: 0, offered: 1 })
  })

  it('keep their place in line while they are disabled, and are offered nothing meanwhile', async () => {
    const colleague = () => buildMember(platform.db, { companyId: roles.companyId })
    const [inside, first, second] = [await colleague(), await colleague(), await colleague()]
    const one = await build({ capacity: 1, participants: [inside.id] })
    for (const member of [first, second]) expect(await enroll(member, one)).toEqual({ state: 'waiting' })
    const setEnabled = (enabled: boolean) =>
      sql`update identity.member set enabled = ${enabled} where id = ${first.id}`.execute(classesTables(platform.db))
    await setEnabled(false)
    await as(inside).withdrawFromClass({ ...one, body: { reason: '出差' } })
    await platform.runJobs()
    expect(await stateOf(second, one)).toBe('offered')
    expect(await waitingOf(one)).toEqual({ placesTaken: 1, waiting: 1, offered: 1 })
    await setEnabled(true)
    await as(second).withdrawFromClass({ ...one, body: { reason: '' } })
    await platform.runJobs()
    expect(await stateOf(first, one)).toBe('offered')
  })

  it('are offered what became free while the class was revoked', async () => {
    const one = await buildFull(3)
    await revoke(one)
    await change(one, { capacity: 3 })
    expect(await waitingOf(one)).toEqual({ placesTaken: 1, waiting: 3, offered: 0 })
    await publish(one)
    expect(await waitingOf(one)).toEqual({ placesTaken: 3, waiting: 1, offered: 2 })
  })
})

describe('a class', () => {
  it('is written, published, and found by its members', async () => {
    const { id } = await create({ managerIds: [roles.administrator.id], summary: '目标与辅导', venue: '301 教室' })
    const one = { params: { id } }
    expect(await edited(one)).toMatchObject({ state: 1, possible: ['edit', 'publish', 'delete'], placesTaken: 0 })
    expect(await refusal(as(roles.member).class(one))).toMatchObject({ errorCode: CLASS_MISSING.code })
    expect(await publish(one)).toMatchObject({ id, versionNumber: 1, applied: false })
    expect(await edited(one)).toMatchObject({ state: 3, possible: ['edit', 'revoke'], hasUnpublishedChanges: false })
    expect(await as(roles.member).class(one)).toMatchObject({
      ...{ state: 3, venue: '301 教室', capacity: 30, obstacle: null, isOpen: false, isStaff: false },
      managers: [{ fullName: 'administrator' }],
    })
    const listed = (await as(roles.member).classes({ query: { search: '经理', state: 3 } })).items
    expect(listed.map((item) => item.id)).toContain(id)
    expect((await as(roles.member).classes({ query: { mine: true } })).recordCount).toBe(0)
    const again = await refusal(publish(one))
    expect(again).toMatchObject({ errorCode: CLASS_STATUS.code, data: { action: 'publish' } })
  })

  it('[TRAINING-030] has between 1 and 10,000 places', async () => {
    for (const capacity of [1, 10_000]) expect(await create({ capacity })).toMatchObject({ revision: 0 })
    for (const capacity of [0, 10_001, 1.5, -1])
      expect(await refusal(create({ capacity }))).toMatchObject({ status: 422, errorCode: 900_001 })
  })

  it('[TRAINING-007] keeps its name, status, start, end, enrollment window and capacity, each within its bounds', async () => {
    const { now } = platform
    const fields = {
      ...{ name: '新任经理训练营', startsAt: now + 7 * dayMs, endsAt: now + 9 * dayMs, capacity: 45 },
      ...{ enrollmentFrom: now + dayMs, enrollmentUntil: now + 6 * dayMs },
    }
    const one = { params: { id: (await create(fields)).id } }
    expect(await edited(one)).toMatchObject({ ...fields, state: 1 })
    await publish(one)
    expect(await as(roles.member).class(one)).toMatchObject({ ...fields, state: 2 })
    const next = { name: '班组长训练营', startsAt: now + 8 * dayMs, capacity: 10_000, enrollmentFrom: null }
    await change(one, next)
    expect(await as(roles.member).class(one)).toMatchObject({ ...fields, ...next, state: 3 })
    await bounds(classNameLengthMax, (length) => create({ name: '训'.repeat(length) }), { refused: 900_001 })
    await bounds(10_000, (capacity) => create({ capacity }), { refused: 900_001 })
    await bounds(1, (capacity) => create({ capacity }), { refused: 900_001, beyond: 0 })
    for (const field of ['startsAt', 'endsAt', 'enrollmentFrom', 'enrollmentUntil'] as const)
      for (const value of ['2026-12-01', -1, 1.5, Number.MAX_SAFE_INTEGER])
        expect(await refusal(create({ [field]: value as number })), `${field} ${value}`).toMatchObject({
          ...{ status: 422, errorCode: 900_001 },
        })
    for (const name of ['', ' ', '班\u0000', '\u200b'])
      expect(await refusal(create({ name }))).toMatchObject({ errorCode: 900_001 })
  })

  it('is not published before its times fit together', async () => {
    const { now } = platform
    const wrong: readonly [Partial<ClassInput>, readonly string[]][] = [
      [{ startsAt: null }, ['times']],
      [{ endsAt: now + 7 * dayMs }, ['times']],
      [{ enrollmentFrom: now + 8 * dayMs }, ['enrollment-times']],
      [{ enrollmentUntil: now + 10 * dayMs }, ['enrollment-times']],
    ]
    for (const [rest, reasons] of wrong) {
      const one = { params: { id: (await create(rest)).id } }
      const refused = await refusal(publish(one))
      expect(refused).toMatchObject({ errorCode: CLASS_NOT_READY.code, data: { reasons } })
    }
    const one = await build()
    expect(await refusal(change(one, { startsAt: null }))).toMatchObject({ errorCode: CLASS_NOT_READY.code })
  })

  it('is changed by the newest revision alone, and a new time or venue is announced', async () => {
    const one = await build({ participants: [roles.member.id] })
    const { revision } = await change(one, { summary: '新简介' })
    expect(await newsOf(roles.member)).not.toContain('class.changed')
    const body = { ...input(), revision: revision - 1 }
    const late = await refusal(as(roles.owner).changeClass({ ...one, body }))
    expect(late).toMatchObject({ errorCode: CLASS_CHANGED.code, data: { revision } })
    await change(one, { venue: '五楼报告厅' })
    expect(await newsOf(roles.member)).toContain('class.changed')
    expect((await as(roles.member).class(one)).venue).toBe('五楼报告厅')
  })

  it('never has fewer places than are taken; more places go to who waits', async () => {
    const one = await build({ capacity: 2, participants: [roles.member.id, roles.stranger.id] })
    await enroll(roles.colleague, one)
    const small = await refusal(change(one, { capacity: 1 }))
    expect(small).toMatchObject({ errorCode: CAPACITY_TOO_SMALL.code, data: { enrolled: 2 } })
    await change(one, { capacity: 3 })
    expect(await stateOf(roles.colleague, one)).toBe('offered')
  })

  it('names people and organizations of its company alone', async () => {
    for (const rest of [
      { managerIds: [roles.otherCompany.id] },
      { organizationIds: [roles.otherCompany.companyId] },
      { quotas: [{ organizationId: roles.otherCompany.companyId, places: 1 }] },
      { coverFileId: roles.member.id },
    ])
      expect(await refusal(create(rest))).toMatchObject({ errorCode: 900_005 })
  })

  it('takes one quota an organization', async () => {
    const { organizationId } = roles.owner
    const quotas = [1, 2].map((places) => ({ organizationId, places }))
    const twice = await refusal(create({ quotas }))
    expect(twice).toMatchObject({ errorCode: 900_001, data: { fields: [{ path: 'quotas.1.organizationId' }] } })
  })

  it('takes a key once in its form, and none that every object has', async () => {
    const asks = (...keys: string[]) => {
      const form = keys.map((key) => ({ key, label: '部门', kind: 'text' as const, choices: [], isRequired: false }))
      return create({ enrollment: { ...newClass.enrollment, form } })
    }
    const twice = await refusal(asks('unit', 'size', 'unit'))
    expect(twice).toMatchObject({ errorCode: 900_001, data: { fields: [{ path: 'enrollment.form.2.key' }] } })
    expect(await refusal(asks('constructor'))).toMatchObject({ status: 422, errorCode: 900_001 })
    await asks('constructors', 'a-constructor')
  })

  it('takes no choice that offers nothing: whoever had to answer it could never enroll', async () => {
    const asks = (...choices: string[]) => {
      const question = { key: 'meal', label: '餐饮要求', kind: 'choice' as const, choices, isRequired: true }
      return create({ enrollment: { ...newClass.enrollment, form: [question] } })
    }
    const nothing = await refusal(asks())
    expect(nothing).toMatchObject({ errorCode: 900_001, data: { fields: [{ path: 'enrollment.form.0.choices' }] } })
    await asks('清真')
  })
})

describe('who may do what', () => {
  it('to a class is decided by the one who runs it', async () => {
    const one = await build()
    const state = async () => (await edited(one)).revision
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
      edited: { ...staffAlone, call: (caller) => as(caller).editedClass(one) },
      activities: { ...staffAlone, call: (caller) => as(caller).editedActivities(one) },
      copy: {
        ...{ ...staffAlone, state },
        call: (caller) => as(caller).copyClass({ ...one, body: { name: '下一期', startsAt: null } }),
      },
      preview: { ...staffAlone, call: (caller) => as(caller).previewClass(one) },
    })
  })
})

describe('a revocation', () => {
  it('says why to all who take part, and is taken back by publishing again', async () => {
    const one = await build({ participants: [roles.member.id] })
    await proves(['TRAINING-037', 'TRAINING-038'], async () => {
      expect(await refusal(revoke(one, '  '))).toMatchObject({ status: 422, errorCode: REASON_REQUIRED.code })
    })
    await revoke(one)
    expect(await newsOf(roles.member)).toContain('class.revoked')
    expect(await edited(one)).toMatchObject({
      state: 8,
      revocation: '讲师生病',
      possible: ['edit', 'republish', 'delete'],
    })
    expect(await refusal(as(roles.member).classContent(one))).toMatchObject({ errorCode: CLASS_CANCELLED.code })
    expect(await refusal(revoke(one))).toMatchObject({ errorCode: CLASS_STATUS.code })
    expect(await refusal(as(roles.owner).deleteClass(one))).toMatchObject({ errorCode: HAS_PARTICIPANTS.code })
    await proves('TRAINING-015', async () => {
      expect(await publish(one)).toMatchObject({ applied: false })
      expect(await edited(one)).toMatchObject({ state: 3, revocation: '' })
      expect(await refusal(publish(one))).toMatchObject({ errorCode: CLASS_STATUS.code })
    })
    expect(await stateOf(roles.member, one)).toBe('enrolled')
  })
})

describe('a republication', () => {
  it('[TRAINING-015] is refused in every state but "revoked"', async () => {
    const { now } = platform
    const [started, over] = [
      { startsAt: now - dayMs, endsAt: now + dayMs },
      { startsAt: now - 2 * dayMs, endsAt: now - dayMs },
    ]
    const states: readonly [number, Partial<BuiltClass>][] = [
      [2, { enrollmentFrom: now + 1 }],
      [3, {}],
      [4, { enrollmentUntil: now }],
      [5, started],
      [6, over],
      [7, { ...over, closedAt: now }],
      [8, { status: 'off-shelf' }],
    ]
    for (const [state, facts] of states) {
      const one = await build(facts)
      const { possible } = await edited(one)
      expect([(await edited(one)).state, possible.includes('republish')]).toEqual([state, state === 8])
      if (state === 8) expect(await publish(one)).toMatchObject({ applied: false })
      else
        expect(await refusal(publish(one))).toMatchObject({
          ...{ status: 422, errorCode: state === 7 ? CLASS_CLOSED.code : CLASS_STATUS.code },
        })
    }
    // A draft is published, for the first time; there is nothing to publish again.
    const draft = await build({ status: 'draft' })
    expect(await edited(draft)).toMatchObject({ state: 1, possible: ['edit', 'publish', 'delete'] })
  })
})

describe('closing', () => {
  const over = () => ({ startsAt: platform.now - 2 * dayMs, endsAt: platform.now - dayMs })

  it('is possible once the class has started', async () => {
    const early = await refusal(close(await build()))
    expect(early).toMatchObject({ errorCode: CLASS_STATUS.code, data: { action: 'close', status: 3 } })
    const running = await build({ startsAt: platform.now - 1, endsAt: platform.now + dayMs })
    await close(running)
    expect(await edited(running)).toMatchObject({ state: 7, possible: [], closedAt: platform.now })
  })

  it('ends what is on the way into the class, with its places', async () => {
    const { now } = platform
    const times = { startsAt: now + 1000, endsAt: now + dayMs }
    const one = await build({ ...times, capacity: 2, participants: [roles.owner.id], enrollment: { isReviewed: true } })
    expect(await enroll(roles.member, one)).toEqual({ state: 'pending' })
    expect(await enroll(roles.stranger, one)).toEqual({ state: 'waiting' })
    platform.now = now + 1000
    await close(one, true)
    const figures = await as(roles.owner).rosterFigures(one)
    expect(figures).toMatchObject({ placesTaken: 1, enrolled: 1, pending: 0, waiting: 0, withdrawn: 2 })
  })

  it('warns of unfinished activities, and is done where that is confirmed', async () => {
    const one = await build({ ...over(), participants: [roles.member.id, roles.stranger.id] })
    const activityId = await buildActivity(platform.db, {
      ...{ classId: one.params.id, companyId: roles.companyId, title: '开班通知' },
    })
    await as(roles.member).openActivity({ params: { ...one.params, activityId } })
    await proves(['TRAINING-018', 'TRAINING-019'], async () => {
      const warning = await refusal(close(one))
      expect(warning).toMatchObject({ errorCode: ACTIVITIES_UNFINISHED.code, data: { learners: 1, activities: 1 } })
      expect((await edited(one)).state).toBe(6)
      await close(one, true)
      expect((await edited(one)).state).toBe(7)
    })
    const done = await build({ ...over(), participants: [roles.member.id] })
    await close(done)
    expect((await edited(done)).state).toBe(7)
  })

  it('ends every edit of the class', async () => {
    const one = await build({ ...over(), participants: [roles.member.id] })
    await close(one)
    const { revision } = await edited(one)
    await proves(['TRAINING-016', 'TRAINING-017', 'TRAINING-067'], async () => {
      const owner = as(roles.owner)
      const refused = await Promise.all([
        refusal(owner.changeClass({ ...one, body: { ...input(), revision } })),
        refusal(owner.changeActivities({ ...one, body: { phases: [{ title: '一' }], activities: [], revision } })),
        refusal(owner.publishClass({ ...one, body: { revision } })),
        refusal(owner.withdrawClass(one)),
        refusal(revoke(one)),
        refusal(close(one, true)),
        refusal(owner.deleteClass(one)),
      ])
      expect(refused.map(({ status, errorCode }) => [status, errorCode])).toEqual(
        refused.map(() => [422, CLASS_CLOSED.code]),
      )
      expect(await edited(one)).toMatchObject({ revision, state: 7 })
    })
    expect(await as(roles.member).class(one)).toMatchObject({ state: 7, obstacle: 'enrolled', isOpen: true })
  })
})

describe('a copy', () => {
  it('takes settings and activities, no people, and moves all times with its start', async () => {
    const { now } = platform
    const quotas = [{ organizationId: roles.organizationId, places: 5 }]
    const one = await build({ participants: [roles.member.id], quotas, enrollmentUntil: now + 6 * dayMs, venue: '301' })
    await buildActivity(platform.db, { classId: one.params.id, companyId: roles.companyId, title: '开班通知' })
    const body = { name: '第二期', startsAt: now + 37 * dayMs }
    const copy = { params: { id: (await as(roles.owner).copyClass({ ...one, body })).id } }
    expect(await edited(copy)).toMatchObject({
      ...{ name: '第二期', state: 1, placesTaken: 0, quotas, venue: '301' },
      ...{ startsAt: now + 37 * dayMs, endsAt: now + 39 * dayMs, enrollmentUntil: now + 36 * dayMs },
    })
    expect((await as(roles.owner).editedActivities(copy)).activities).toMatchObject([{ title: '开班通知' }])
    const plain = await as(roles.owner).copyClass({ ...one, body: { name: '无日期', startsAt: null } })
    expect(await edited({ params: { id: plain.id } })).toMatchObject({ startsAt: null, endsAt: null })
  })
})

describe('a draft', () => {
  it('lies in the recycle bin after its deletion', async () => {
    const { id } = await create()
    const one = { params: { id } }
    await as(roles.owner).deleteClass(one)
    expect(await refusal(edited(one))).toMatchObject({ errorCode: CLASS_MISSING.code })
    const running = await build()
    expect(await refusal(as(roles.owner).deleteClass(running))).toMatchObject({ errorCode: CLASS_STATUS.code })
  })
})

describe('the lookup by ids', () => {
  it('[TRAINING-063] answers the classes that the caller may see, in the order of the ids', async () => {
    const [first, second] = [await build(), await build({ name: '第二个班' })]
    const hidden = await build({ organizationIds: [roles.organizationId] })
    const ids = [second, hidden, first, { params: { id: roles.member.id } }].map(({ params }) => params.id)
    const seen = async (member: BuiltMember) => (await as(member).classesByIds({ query: { ids } })).map(({ id }) => id)
    expect(await seen(roles.member)).toEqual(ids.slice(0, 3))
    expect(await seen(roles.otherCompany)).toEqual([])
    const elsewhere = await seen(roles.stranger)
    expect(elsewhere).toEqual([second.params.id, first.params.id])
  })
})
