/** Applying for a live session: the permission, and the approval. */
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { live } from '../contract.ts'
import type { Form } from './forms.ts'
import { buildScene, decide, formOf, legacyLive, minuteMs, type Scene, turnApprovalOn } from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 4 })

const as = (member: BuiltMember) => platform.client(live, member)
const form = (input: Partial<Form> = {}) => formOf(platform, input)

describe('the permission to apply', () => {
  it('without approval requires the role of a lecturer or teacher; with it, everybody may apply', async () => {
    const place = await buildScene(platform)
    const teacher = await buildMember(platform.db, { companyId: place.companyId, roles: ['class-teacher'] })
    await proves('LIVE-135', async () => {
      for (const member of [teacher, place.host]) {
        expect(await as(member).supplier()).toMatchObject({ mayApply: true, approvalSwitch: false })
        const { id } = await as(member).apply({ body: form() })
        await platform.runJobs()
        await as(member).start({ params: { id } })
        expect(await as(member).live({ params: { id } })).toMatchObject({ status: 2, role: 'host' })
        await as(member).end({ params: { id } })
        expect(await as(member).live({ params: { id } })).toMatchObject({ status: 3 })
      }
      expect(await as(place.learner).supplier()).toMatchObject({ mayApply: false, approvalSwitch: false })
      expect(await refusal(as(place.learner).apply({ body: form() }))).toMatchObject({ status: 403, errorCode: 10_138 })
    })
    await turnApprovalOn(platform, place)
    await proves('LIVE-137', async () => {
      expect(await as(place.learner).supplier()).toMatchObject({ mayApply: true, approvalSwitch: true })
      expect(await as(place.learner).apply({ body: form() })).toMatchObject({ approving: true })
    })
  })

  it('[LIVE-104] is nobody’s while the entrance is closed', async () => {
    const place = await buildScene(platform)
    const open = (switchOpen: string) =>
      platform
        .client(settings, place.chief)
        .changeRule({ params: { key: 'LIVE_ENTRANCE_SWITCH' }, body: { value: { switchOpen } } })
    await open('0')
    expect(await as(place.host).supplier()).toMatchObject({ entranceOpen: false })
    expect(await refusal(as(place.host).apply({ body: form() }))).toMatchObject({ errorCode: 370_201 })
    await open('1')
    expect(await as(place.host).supplier()).toMatchObject({ entranceOpen: true })
    await as(place.host).apply({ body: form() })
  })

  it('[LIVE-136] is an administrator’s switch, not others’', async () => {
    const place = await buildScene(platform)
    await turnApprovalOn(platform, place)
    const body = { businessType: 2, organizationId: place.department, state: 'off' } as const
    expect(await refusal(platform.client(approvals, place.host).setSwitch({ body }))).toMatchObject({ status: 403 })
    await platform.client(approvals, place.chief).setSwitch({ body })
    expect(await as(place.host).supplier()).toMatchObject({ approvalSwitch: false })
    expect(await as(place.approver).supplier()).toMatchObject({ approvalSwitch: true })
    const on = { ...body, state: 'on' } as const
    expect(await refusal(platform.client(approvals, place.host).setSwitch({ body: on }))).toMatchObject({ status: 403 })
    await platform.client(approvals, place.chief).setSwitch({ body: on })
    expect(await as(place.host).supplier()).toMatchObject({ approvalSwitch: true })
  })
})

describe('a live session under approval', () => {
  let place: Scene
  beforeAll(async () => {
    place = await buildScene(platform)
    await turnApprovalOn(platform, place)
  })
  const host = () => as(place.host)
  const applied = async (input: Partial<Form> = {}) => (await host().apply({ body: form(input) })).id

  it('waits, whatever the type in its form', async () => {
    const startTime = platform.now + minuteMs
    const id = await applied({ type: 1, startTime })
    const waiting = await host().live({ params: { id } })
    await proves('LIVE-057', () => {
      expect(waiting).toMatchObject({ status: 0, approvalStatus: 1, displayStatus: 5, organizerToken: null })
    })
    await proves('LIVE-067', () => expect(waiting.actions).toEqual(['approval-detail']))
    await proves('LIVE-106', () => expect(waiting.type).toBe(2))
    await proves('LIVE-046', async () => {
      const ofLive = { params: { businessKey: `${id}_2` } }
      const submitted = await platform.client(approvals, place.host).processOfBusiness(ofLive)
      expect(submitted).toMatchObject({
        ...{ businessId: id, businessType: 2, organizationId: place.department, startUser: place.host.id },
        startTime: platform.now,
      })
      const process = { params: { id: submitted.processInstanceId } }
      const read = await platform.client(approvals, place.approver).process(process)
      expect(JSON.stringify(read)).toContain('预计时长')
    })
    // A member without a role in it does not see it.
    expect(await refusal(as(place.learner).detail({ params: { id } }))).toMatchObject({ errorCode: 100_308 })
    expect(await refusal(as(place.learner).front({ params: { id } }))).toMatchObject({ errorCode: 100_308 })
    expect((await as(place.approver).preview({ params: { id } })).id).toBe(id)
    expect(await refusal(as(place.learner).preview({ params: { id } }))).toMatchObject({ errorCode: 100_309 })
    const legacy = platform.client(legacyLive, place.learner)
    expect(await refusal(legacy.preview({ params: { id } }))).toMatchObject({ errorCode: 40_326 })
  })

  it('is published after its approval', async () => {
    // Three in the afternoon in Shanghai, seven in the morning in UTC.
    const day = 24 * 60 * minuteMs
    const afternoon = Math.ceil(platform.now / day) * day + 7 * 60 * minuteMs
    const id = await applied({ startTime: afternoon })
    const calls = platform.client(approvals, place.approver)
    const { items } = await calls.waitingTasks({ query: { pageSize: 100 } })
    const processId = items.find(({ process }) => process.businessId === id)?.process.id ?? ''
    const { summary } = await calls.process({ params: { id: processId } })
    expect(summary.some(({ text }) => text.endsWith('15:00'))).toBe(true)
    const kept = await applied({ autoPublish: 0 })
    for (const one of [id, kept]) await decide(platform, place, one, 'agree')
    const stateOf = (one: string) => host().live({ params: { id: one } })
    await proves('LIVE-114', async () => {
      expect(await stateOf(id)).toMatchObject({ autoPublish: 1, status: 1 })
      expect(await stateOf(kept)).toMatchObject({ autoPublish: 0, status: 0 })
    })
    await proves('LIVE-060', async () => {
      expect(await stateOf(id)).toMatchObject({ approvalStatus: 2, status: 1, displayStatus: 1 })
      expect(await stateOf(kept)).toMatchObject({ approvalStatus: 2, status: 0, displayStatus: 0 })
    })
    await platform.runJobs()
    expect((await stateOf(id)).organizerToken).toEqual(expect.any(String))
  })

  it('is changed and submitted again after a refusal', async () => {
    const id = await applied()
    await decide(platform, place, id, 'refuse', '请写清讲师')
    const refused = await host().live({ params: { id } })
    await proves('LIVE-058', () => expect(refused).toMatchObject({ approvalStatus: 3, displayStatus: 6 }))
    await proves('LIVE-068', () => expect(refused.actions).toEqual(['approval-detail', 'submit']))
    const body = form({ lecturerDesc: '十年经验' })
    expect(await refusal(host().update({ params: { id }, body }))).toMatchObject({ errorCode: 100_326 })
    const late = { ...body, autoPublish: 1 as const, startTime: platform.now - 1 }
    expect(await refusal(host().update({ params: { id }, body: late }))).toMatchObject({ errorCode: 100_315 })
    await proves(['LIVE-113', 'LIVE-183'], async () => {
      await host().update({ params: { id }, body: { ...body, autoPublish: 1 } })
      expect(await host().live({ params: { id } })).toMatchObject({
        ...{ approvalStatus: 1, displayStatus: 5, autoPublish: 1, lecturerDesc: '十年经验' },
      })
    })
    await decide(platform, place, id, 'agree')
    expect(await host().live({ params: { id } })).toMatchObject({ status: 1, lecturerDesc: '十年经验' })
  })

  it('[LIVE-059] shows as withdrawn after a withdrawal, and may be submitted again', async () => {
    const id = await applied()
    const calls = platform.client(approvals, place.host)
    const { items } = await calls.myProcesses()
    const process = items.find((one) => one.businessId === id)
    await calls.withdraw({ params: { id: process?.id ?? '' }, body: {} })
    expect(await host().live({ params: { id } })).toMatchObject({
      ...{ approvalStatus: 4, displayStatus: 7, actions: ['approval-detail', 'submit'] },
    })
    await host().update({ params: { id }, body: form({ autoPublish: 1 }) })
    expect(await host().live({ params: { id } })).toMatchObject({ approvalStatus: 1, displayStatus: 5 })
  })

  it('may be changed and submitted again after a return, but not during the decision', async () => {
    const id = await applied()
    const again = () => host().update({ params: { id }, body: form({ subject: '退回后改好', autoPublish: 1 }) })
    expect(await refusal(again())).toMatchObject({ errorCode: 100_326 })
    const calls = platform.client(approvals, place.approver)
    const { items } = await calls.waitingTasks({ query: { pageSize: 100 } })
    const task = items.find((one) => one.process.businessId === id)
    await calls.giveBack({ params: { id: task?.taskId ?? '' }, body: { opinion: '请换个名字' } })
    expect(await host().live({ params: { id } })).toMatchObject({ displayStatus: 5, revising: true })
    await again()
    expect(await host().live({ params: { id } })).toMatchObject({ subject: '退回后改好', revising: false })
    await decide(platform, place, id, 'agree')
    expect(await host().live({ params: { id } })).toMatchObject({ status: 1 })
  })

  it('[LIVE-095] is not published if the approval comes after its start time; its host chooses another time', async () => {
    const id = await applied({ startTime: platform.now + minuteMs })
    platform.now += 2 * minuteMs
    await decide(platform, place, id, 'agree')
    expect(await host().live({ params: { id } })).toMatchObject({ status: 0, approvalStatus: 4, displayStatus: 7 })
    await host().update({ params: { id }, body: form({ autoPublish: 1 }) })
    await decide(platform, place, id, 'agree')
    expect(await host().live({ params: { id } })).toMatchObject({ status: 1 })
  })

  it('shows under review while the flow is off, and cannot be submitted', async () => {
    const alone = await buildScene(platform)
    await turnApprovalOn(platform, alone)
    const { id } = await as(alone.host).apply({ body: form() })
    await decide(platform, alone, id, 'refuse', '再想想')
    expect((await as(alone.host).live({ params: { id } })).displayStatus).toBe(6)
    const body = { businessType: 2, organizationId: alone.companyId, state: 'off' } as const
    await platform.client(approvals, alone.chief).setSwitch({ body })
    await proves(['LIVE-061', 'LIVE-062'], async () => {
      expect(await as(alone.host).live({ params: { id } })).toMatchObject({
        ...{ status: 0, approvalStatus: 3, displayStatus: 5 },
      })
    })
    await proves('LIVE-071', async () => {
      const again = { params: { id }, body: form({ autoPublish: 1 }) }
      expect(await refusal(as(alone.host).update(again))).toMatchObject({ status: 422, errorCode: 100_326 })
      expect(await as(alone.host).live({ params: { id } })).toMatchObject({ status: 0, approvalStatus: 3 })
    })
  })

  it('[LIVE-071] may be decided during an edit: one of both wins, and the row is consistent', async () => {
    for (let round = 0; round < 4; round += 1) {
      const agreed = round % 2 === 0
      let id = ''
      const begin = async () => {
        id = await applied()
      }
      const call = async (index: number): Promise<string | undefined> => {
        if (index === 0) return void (await decide(platform, place, id, agreed ? 'agree' : 'refuse', '好'))
        const subject = `改过的第${round}课之${index}`
        await host().update({ params: { id }, body: form({ subject, autoPublish: 1 }) })
        return subject
      }
      const { answers, refused } = await race(platform, 10, call, { begin })
      const taken = answers.filter((subject) => subject !== undefined)
      // The decision is never lost. An edit succeeds only after it, and a resubmission is the last.
      expect(answers.length - taken.length).toBe(1)
      expect(refused).toEqual(taken.length === 9 ? {} : { 100326: 9 - taken.length })
      if (!agreed) expect(taken.length).toBeLessThanOrEqual(1)
      const after = await host().live({ params: { id } })
      if (taken.length > 0) expect(taken).toContain(after.subject)
      else expect(after.subject).not.toContain('改过的')
      expect(after.displayStatus).toBe(agreed ? 1 : taken.length > 0 ? 5 : 6)
    }
  })
})
