/** Homework of a class: participants hand it in, in versions, until it is good enough. */

import { describe, expect, it } from 'vitest'
import { messages } from '#modules/platform/messages/contract.ts'
import { classes } from '#modules/training/classes/contract.ts'
import { activityInputOf } from '#modules/training/classes/server/classes.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import {
  HOMEWORK_DONE,
  HOMEWORK_FILE,
  HOMEWORK_OVERDUE,
  HOMEWORK_WAITING,
  VERSIONS_USED_UP,
} from '../contract/codes.ts'
import { homeworkOn, type TestHomework } from './homework-on.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['class-teacher'], otherCompany: ['super-admin'] })
const { as, build, handIn, file, mark } = homeworkOn(platform, () => {
  return { author: roles.owner, participants: [roles.member] }
})
const shown = (one: TestHomework) => as(roles.member).homework(one)

describe('homework', () => {
  it('is handed in with text and files, of the member alone', async () => {
    const one = await build()
    const [own, foreign] = [await file(roles.member), await file(roles.colleague)]
    expect(await refusal(handIn(roles.member, one, '', []))).toMatchObject({ errorCode: 900_001 })
    for (const id of [foreign.id, roles.member.id])
      expect(await refusal(handIn(roles.member, one, '报告', [id]))).toMatchObject({ errorCode: HOMEWORK_FILE.code })
    expect(await handIn(roles.member, one, '报告', [own.id])).toMatchObject({ version: 1, isLate: false })
    expect(await shown(one)).toMatchObject({
      ...{ state: 'waiting', versions: 1, obstacle: 'waiting', name: '团队诊断报告', text: '写一份 800 字的报告' },
      history: [{ round: 1, text: '报告', state: 'waiting', mark: null, files: [{ name: '报告.pdf' }] }],
    })
    expect(await refusal(handIn(roles.member, one))).toMatchObject({ errorCode: HOMEWORK_WAITING.code })
  })

  it('is met by participants and staff, and by nobody else', async () => {
    const one = await build()
    const work = { body: { text: '报告', fileIds: [] } }
    for (const call of [
      () => as(roles.colleague).homework(one),
      () => as(roles.colleague).ownHomework({ params: { id: one.params.id } }),
      () => as(roles.colleague).handInHomework({ ...one, ...work }),
      () => as(roles.colleague).saveHomeworkDraft({ ...one, ...work }),
      // Those who run the class look at it, and hand in nothing.
      () => as(roles.owner).handInHomework({ ...one, ...work }),
      () => as(roles.owner).saveHomeworkDraft({ ...one, ...work }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 422, errorCode: 389_005 })
    expect(await as(roles.owner).homework(one)).toMatchObject({ obstacle: 'staff' })
    expect(await refusal(as(roles.otherCompany).homework(one))).toMatchObject({ errorCode: 64_104 })
    const unknown = { params: { ...one.params, activityId: roles.member.id } }
    for (const call of [
      () => as(roles.member).homework(unknown),
      () => as(roles.member).handInHomework({ ...unknown, ...work }),
      () => as(roles.member).saveHomeworkDraft({ ...unknown, ...work }),
    ])
      expect(await refusal(call())).toMatchObject({ errorCode: 900_005 })
  })

  it('opens when it is released', async () => {
    const one = await build({ opensAt: platform.now + 1000 })
    const work = { body: { text: '报告', fileIds: [] } }
    for (const call of [
      () => as(roles.member).homework(one),
      () => as(roles.member).handInHomework({ ...one, ...work }),
      () => as(roles.member).saveHomeworkDraft({ ...one, ...work }),
    ])
      expect(await refusal(call())).toMatchObject({ errorCode: 389_013, data: { opensAt: platform.now + 1000 } })
    expect(await as(roles.member).ownHomework({ params: { id: one.params.id } })).toMatchObject([{ isReleased: false }])
    platform.now += 1000
    expect(await handIn(roles.member, one)).toMatchObject({ version: 1 })
  })

  it('keeps a draft until it is handed in', async () => {
    const one = await build()
    const [own, foreign] = [await file(roles.member), await file(roles.colleague)]
    const draft = (fileIds: string[]) =>
      as(roles.member).saveHomeworkDraft({ ...one, body: { text: '写到一半', fileIds } })
    expect(await refusal(draft([foreign.id]))).toMatchObject({ errorCode: HOMEWORK_FILE.code })
    await draft([])
    await draft([own.id])
    expect((await shown(one)).draft).toMatchObject({ text: '写到一半', files: [{ id: own.id, name: '报告.pdf' }] })
    await handIn(roles.member, one, '写完了', [own.id])
    expect((await shown(one)).draft).toBeNull()
  })

  it('is late after its due time, or refused, as its task says', async () => {
    const dueAt = platform.now + 1000
    const [marked, refused] = [await build({ dueAt }), await build({ dueAt, rules: { lateRule: 'refuse' } })]
    platform.now = dueAt
    expect(await handIn(roles.member, await build({ dueAt }))).toMatchObject({ isLate: false })
    platform.now = dueAt + 1
    expect(await handIn(roles.member, marked)).toMatchObject({ isLate: true })
    expect(await shown(marked)).toMatchObject({ isLate: true, history: [{ isLate: true }] })
    expect(await shown(refused)).toMatchObject({ obstacle: 'overdue' })
    expect(await refusal(handIn(roles.member, refused))).toMatchObject({
      errorCode: HOMEWORK_OVERDUE.code,
      data: { dueAt },
    })
  })

  it('that is returned is handed in again, after its due time as well', async () => {
    const dueAt = platform.now + 1000
    const one = await build({ dueAt, rules: { lateRule: 'refuse', versionsMax: 1 } })
    const { id } = await handIn(roles.member, one)
    await mark(roles.owner, one, roles.member, { submissionId: id, decision: 'return', comment: '请补充数据' })
    platform.now = dueAt + 1
    expect(await shown(one)).toMatchObject({ state: 'returned', obstacle: null, history: [{ opinion: '请补充数据' }] })
    const todos = await platform.client(messages, roles.member).findMyUnfinished({})
    expect(todos.items).toContainEqual(
      expect.objectContaining({ link: `/train-new/class/${one.params.id}/homework/${one.params.activityId}` }),
    )
    expect(await handIn(roles.member, one, '第二版')).toMatchObject({ version: 2, isLate: false })
  })

  it('with a mark below the pass mark is handed in again while versions are left', async () => {
    const one = await build({ rules: { versionsMax: 2, passTenths: 600 } })
    const first = await handIn(roles.member, one)
    await mark(roles.owner, one, roles.member, { submissionId: first.id, tenths: 599 })
    expect(await shown(one)).toMatchObject({ state: 'marked', tenths: 599, isPassed: false, obstacle: null })
    const second = await handIn(roles.member, one, '第二版')
    expect(await shown(one)).toMatchObject({ state: 'waiting', tenths: null })
    await mark(roles.owner, one, roles.member, { submissionId: second.id, tenths: 599 })
    expect(await refusal(handIn(roles.member, one))).toMatchObject({
      errorCode: VERSIONS_USED_UP.code,
      data: { max: 2 },
    })
  })

  it('with a mark that is enough is finished for the class', async () => {
    const one = await build({ rules: { passTenths: 600 } })
    const standing = async () => {
      const { activities } = await platform
        .client(classes, roles.member)
        .classContent({ params: { id: one.params.id } })
      return activities.map(({ link, isFinished, percent }) => ({ link, isFinished, percent }))
    }
    const link = `/train-new/class/${one.params.id}/homework/${one.params.activityId}`
    expect(await standing()).toEqual([{ link, isFinished: false, percent: 0 }])
    const { id } = await handIn(roles.member, one)
    expect(await standing()).toEqual([{ link, isFinished: false, percent: 50 }])
    await mark(roles.owner, one, roles.member, { submissionId: id, tenths: 600 })
    expect(await standing()).toEqual([{ link, isFinished: true, percent: 100 }])
    expect(await refusal(handIn(roles.member, one))).toMatchObject({ errorCode: HOMEWORK_DONE.code })
  })

  it('is not theirs to do while it waits for its mark, and is again when it is returned', async () => {
    const one = await build()
    const isHandedIn = async (member = roles.member) => {
      const content = await platform.client(classes, member).classContent({ params: { id: one.params.id } })
      return content.activities.map((activity) => activity.isHandedIn)
    }
    expect(await isHandedIn()).toEqual([false])
    const { id } = await handIn(roles.member, one)
    expect(await isHandedIn()).toEqual([true])
    expect(await isHandedIn(roles.owner)).toEqual([false])
    await mark(roles.owner, one, roles.member, { submissionId: id, decision: 'return', comment: '请补充数据' })
    expect(await isHandedIn()).toEqual([false])
    const second = await handIn(roles.member, one, '第二版')
    expect(await isHandedIn()).toEqual([true])
    await mark(roles.owner, one, roles.member, { submissionId: second.id, tenths: 900 })
    expect(await isHandedIn()).toEqual([false])
  })

  it('of a closed class is read, and no longer handed in', async () => {
    const one = await build({ ofClass: { closedAt: platform.now } })
    expect(await shown(one)).toMatchObject({ obstacle: 'closed' })
    const work = { body: { text: '报告', fileIds: [] } }
    for (const call of [() => handIn(roles.member, one), () => as(roles.member).saveHomeworkDraft({ ...one, ...work })])
      expect(await refusal(call())).toMatchObject({ errorCode: 60_131 })
  })

  it('of a revoked class is not shown', async () => {
    const one = await build({ ofClass: { status: 'off-shelf' } })
    const work = { body: { text: '报告', fileIds: [] } }
    for (const call of [
      () => as(roles.member).homework(one),
      () => as(roles.member).ownHomework({ params: { id: one.params.id } }),
      () => handIn(roles.member, one),
      () => as(roles.member).saveHomeworkDraft({ ...one, ...work }),
    ])
      expect(await refusal(call())).toMatchObject({ errorCode: 60_139 })
  })

  it('comes as one version, however often it is sent at one moment', async () => {
    let one: TestHomework
    const begin = async () => {
      one = await build()
    }
    const { accepted, refused } = await race(platform, 5, () => handIn(roles.member, one), { begin })
    expect([accepted, refused]).toEqual([1, { [HOMEWORK_WAITING.code]: 4 }])
  })

  it('stays in its class once somebody has handed it in', async () => {
    const one = await build()
    const params = { id: one.params.id }
    const staff = platform.client(classes, roles.owner)
    const write = async (body: object) => {
      const { activities, revision } = await staff.editedActivities({ params })
      const phases = [{ title: '课前' }]
      const kept = activities.map((one) => ({ ...activityInputOf(one), ...body }))
      return { empty: { phases, activities: [], revision }, changed: { phases, activities: kept, revision } }
    }
    await handIn(roles.member, one)
    const { empty } = await write({})
    const { changed } = await write({ kind: 'notice' })
    for (const body of [empty, changed])
      expect(await refusal(staff.changeActivities({ params, body }))).toMatchObject({ errorCode: 389_021 })
    await staff.changeActivities({ params, body: (await write({ title: '新标题' })).changed })
    expect(await shown(one)).toMatchObject({ name: '新标题', state: 'waiting' })
  })
})
