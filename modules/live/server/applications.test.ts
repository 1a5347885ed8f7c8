import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/approvals/contract.ts'
import { buildFile } from '#modules/files/server/build.ts'
import { type BuiltMember, buildMember } from '#modules/identity/server/build.ts'
import { settings } from '#modules/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { live } from '../contract.ts'
import type { Form } from './forms.ts'
import { buildScene, decide, formOf, legacyLive, minuteMs, publishedLive, type Scene, turnApprovalOn } from './scene.ts'

const platform = testPlatform({ poolSize: 4 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const as = (member: BuiltMember) => platform.client(live, member)
const form = (wish: Partial<Form> = {}) => formOf(platform, wish)
const apply = (wish: Partial<Form> = {}) => as(scene.host).apply({ body: form(wish) })
const fieldsOf = (refused: { data?: Record<string, unknown> | undefined }) =>
  ((refused.data?.fields ?? []) as { path: string }[]).map(({ path }) => path)

async function cover(sizeBytes: number, contentType = 'image/png'): Promise<string> {
  const owner = { companyId: scene.companyId, ownerId: scene.host.id }
  const { id } = await buildFile(platform.db, { ...owner, kind: 'cover', contentType })
  await sql`update files.file set size_bytes = ${sizeBytes} where id = ${id}`.execute(platform.root)
  return id
}

describe('the live form', () => {
  it('[LIVE-039] [LIVE-181] [LIVE-030] [LIVE-032] [LIVE-041] [LIVE-047] makes a live of its values', async () => {
    const coverId = await cover(511_999)
    const body = form({
      planNumber: 30,
      desc: '一课讲透',
      lecturerDesc: '十年经验',
      cover: coverId,
      homeConfigId: 'home-1',
    })
    const { id, approving } = await as(scene.host).apply({ body: { ...body, lecturerIds: [scene.lecturer.id] } })
    expect(approving).toBe(false)
    const made = await as(scene.host).live({ params: { id } })
    expect(made).toMatchObject({
      ...{ id, subject: body.subject, liveType: 1, type: 2, startTime: body.startTime, estimateDuration: 90 },
      ...{ planNumber: 30, subNumber: 0, attendNumber: 0, shareScope: 1, executionMode: 0, lecturerDesc: '十年经验' },
      ...{ cover: coverId, coverPath: `files/${coverId}`, vhallExtendInfo: { liveMode: 2 }, avgScore: 0 },
      ...{ homeConfigId: 'home-1', autoPublish: 1, desc: '一课讲透', genseeDesc: null, supplier: 3 },
      ...{ host: { id: scene.host.id, fullName: '陆明谦' }, lecturers: [{ id: scene.lecturer.id }] },
    })
    for (const name of ['approvalStatus', 'requestStatus', 'genseeStatus', 'organizerJoinUrl', 'attendeeToken'])
      expect(made).toHaveProperty(name)
  })

  it.each<[string, Partial<Form>, string]>([
    ['[LIVE-091] an empty subject', { subject: '' }, 'subject'],
    ['[LIVE-091] a subject of blanks', { subject: '   ' }, 'subject'],
    ['[LIVE-092] a subject of 101 characters', { subject: '课'.repeat(101) }, 'subject'],
    ['[LIVE-097] a duration with a letter', { estimateDuration: '12a' as unknown as number }, 'estimateDuration'],
    ['[LIVE-097] a duration of six digits', { estimateDuration: 123_456 }, 'estimateDuration'],
    ['[LIVE-097] a planned number of six digits', { planNumber: 123_456 }, 'planNumber'],
    ['[LIVE-097] a fraction', { planNumber: 1.5 }, 'planNumber'],
    ['[LIVE-098] an introduction of 101 characters', { desc: '介'.repeat(101) }, 'desc'],
    ['[LIVE-098] the same of the legacy family', { genseeDesc: '介'.repeat(101) }, 'genseeDesc'],
    ['[LIVE-099] words on the lecturer of 501 characters', { lecturerDesc: '讲'.repeat(501) }, 'lecturerDesc'],
    ['[LIVE-040] a mode that there is not', { liveMode: 4 as never }, 'liveMode'],
    ['[LIVE-052] [LIVE-042] a way of starting that there is not', { executionMode: 3 as never }, 'executionMode'],
    ['[LIVE-051] a scope that there is not', { shareScope: 0 as never }, 'shareScope'],
    ['a supplier that is not the organization’s', { supplier: 4 }, 'supplier'],
    ['a start in the next age', { startTime: 8_640_000_000_000_000 }, 'startTime'],
    ['an external live without an address', { liveType: 2 }, 'externalUrl'],
    ['an address that is a script', { liveType: 2, externalUrl: 'javascript:alert(1)' }, 'externalUrl'],
  ])('%s is refused at its field', async (_, wish, path) => {
    const refused = await refusal(apply(wish))
    expect(refused).toMatchObject({ status: 422, errorCode: 900001 })
    expect(fieldsOf(refused)).toContain(path)
  })

  it('[LIVE-092] [LIVE-097] [LIVE-098] [LIVE-099] takes what is as long as it may be', async () => {
    const { id } = await apply({
      ...{ subject: '长'.repeat(100), desc: '介'.repeat(100), lecturerDesc: '讲'.repeat(500) },
      ...{ estimateDuration: 99_999, planNumber: 0 },
    })
    expect(await as(scene.host).live({ params: { id } })).toMatchObject({ estimateDuration: 99_999, planNumber: 0 })
  })

  it.each(['liveMode', 'shareScope', 'executionMode'] as const)('[LIVE-096] asks for %s', async (name) => {
    const { [name]: _, ...body } = form()
    expect(fieldsOf(await refusal(as(scene.host).apply({ body: body as Form })))).toContain(name)
  })

  it('[LIVE-093] [LIVE-049] asks a scheduled live for its start time; an immediate one begins now', async () => {
    const { startTime: _, ...without } = form()
    expect(fieldsOf(await refusal(as(scene.host).apply({ body: without })))).toEqual(['startTime'])
    const { startTime: __, ...immediate } = form({ type: 1 })
    const { id } = await as(scene.host).apply({ body: immediate })
    expect(await as(scene.host).live({ params: { id } })).toMatchObject({ type: 1, startTime: platform.now, status: 1 })
  })

  it('[LIVE-094] [LIVE-095] refuses a start in the past, by the code of the path', async () => {
    const late = { startTime: platform.now - 1 }
    expect(await refusal(apply(late))).toMatchObject({ status: 422, errorCode: 100_315 })
    const legacy = await refusal(platform.client(legacyLive, scene.host).apply({ body: form(late) }))
    expect(legacy).toMatchObject({
      status: 422,
      errorCode: 40_327,
      message: expect.stringContaining('开始时间早于当前时间'),
    })
  })

  it('[LIVE-103] [LIVE-235] refuses a name that exists, however it is written', async () => {
    const { id } = await apply({ subject: 'Data  Security' })
    expect(await refusal(apply({ subject: 'ｄａｔａ security' }))).toMatchObject({ errorCode: 100_312 })
    const legacy = platform.client(legacyLive, scene.host)
    const refused = await refusal(legacy.apply({ body: form({ subject: 'data security' }) }))
    expect(refused).toMatchObject({ errorCode: 40_312, message: expect.stringContaining('直播名称已存在') })
    const other = (await apply()).id
    const update = { params: { id: other }, body: form({ subject: 'DATA SECURITY' }) }
    expect(await refusal(as(scene.host).update(update))).toMatchObject({ errorCode: 100_312 })
    expect(await refusal(legacy.update(update))).toMatchObject({ errorCode: 40_312 })
    // Its own name is no other's.
    await as(scene.host).update({ params: { id }, body: form({ subject: 'data security' }) })
  })

  it('[LIVE-103] gives a name to one of those who take it at the same moment', async () => {
    const bodies = Array.from({ length: 4 }, () => form({ subject: '同一时刻' }))
    const answers = await Promise.allSettled(bodies.map((body) => as(scene.host).apply({ body })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.errorCode] : []))
    expect(refused).toEqual([100_312, 100_312, 100_312])
  })

  it('[LIVE-100] takes a cover below 500 KB that the host has brought', async () => {
    expect(await refusal(apply({ cover: await cover(512_000) }))).toMatchObject({ errorCode: 900_003 })
    expect(await refusal(apply({ cover: await cover(10, 'application/pdf') }))).toMatchObject({ errorCode: 900_005 })
    const foreign = {
      companyId: scene.companyId,
      ownerId: scene.learner.id,
      kind: 'cover',
      contentType: 'image/png',
    } as const
    const { id } = await buildFile(platform.db, foreign)
    expect(await refusal(apply({ cover: id }))).toMatchObject({ errorCode: 900_005 })
  })

  it('[LIVE-245] [LIVE-246] takes ten lecturers of the company, and not eleven', async () => {
    const many = await Promise.all(
      Array.from({ length: 11 }, () => buildMember(platform.db, { companyId: scene.companyId })),
    )
    const ids = many.map(({ id }) => id)
    expect(await refusal(apply({ lecturerIds: ids }))).toMatchObject({ errorCode: 100_034 })
    const { id } = await apply({ lecturerIds: ids.slice(1) })
    expect((await as(scene.host).live({ params: { id } })).lecturers.map((one) => one.id)).toEqual(ids.slice(1))
    const stranger = (await buildScene(platform)).host
    expect(await refusal(apply({ lecturerIds: [stranger.id] }))).toMatchObject({ errorCode: 900_005 })
    const update = { params: { id }, body: form({ lecturerIds: ids }) }
    expect(await refusal(as(scene.host).update(update))).toMatchObject({ errorCode: 100_034 })
  })

  it('keeps a script in a name as the text that it is', async () => {
    const subject = '<img src=x onerror=alert(1)>{name}'
    const { id } = await apply({ subject })
    expect((await as(scene.learner).detail({ params: { id } })).subject).toBe(subject)
  })
})

describe('who may apply', () => {
  it('[LIVE-135] [LIVE-137] without approval it takes the lecturer’s or teacher’s role; with it, everybody may', async () => {
    const place = await buildScene(platform)
    const teacher = await buildMember(platform.db, { companyId: place.companyId, roles: ['class-teacher'] })
    await as(teacher).apply({ body: form() })
    expect(await refusal(as(place.learner).apply({ body: form() }))).toMatchObject({ status: 403, errorCode: 10_138 })
    expect(await as(place.learner).supplier()).toMatchObject({ mayApply: false, approvalSwitch: false })
    await turnApprovalOn(platform, place)
    expect(await as(place.learner).supplier()).toMatchObject({ mayApply: true, approvalSwitch: true })
    expect(await as(place.learner).apply({ body: form() })).toMatchObject({ approving: true })
  })

  it('[LIVE-104] [LIVE-105] nobody where the entrance is closed', async () => {
    const place = await buildScene(platform)
    const open = (switchOpen: string) =>
      platform
        .client(settings, place.chief)
        .changeRule({ params: { key: 'LIVE_ENTRANCE_SWITCH' }, body: { value: { switchOpen } } })
    await open('0')
    expect(await as(place.host).supplier()).toMatchObject({ entranceOpen: false })
    expect(await refusal(as(place.host).apply({ body: form() }))).toMatchObject({ errorCode: 370_201 })
    await open('1')
    await as(place.host).apply({ body: form() })
  })

  it('[LIVE-136] an administrator turns the approval of lives on and off, others do not', async () => {
    const place = await buildScene(platform)
    await turnApprovalOn(platform, place)
    const body = { businessType: 2, organizationId: place.department, state: 'off' } as const
    expect(await refusal(platform.client(approvals, place.host).setSwitch({ body }))).toMatchObject({ status: 403 })
    await platform.client(approvals, place.chief).setSwitch({ body })
    expect(await as(place.host).supplier()).toMatchObject({ approvalSwitch: false })
    expect(await as(place.approver).supplier()).toMatchObject({ approvalSwitch: true })
  })
})

describe('a live under approval', () => {
  let place: Scene
  beforeAll(async () => {
    place = await buildScene(platform)
    await turnApprovalOn(platform, place)
  })
  const host = () => as(place.host)
  const applied = async (wish: Partial<Form> = {}) => (await host().apply({ body: form(wish) })).id

  it('[LIVE-046] [LIVE-106] [LIVE-110] [LIVE-112] [LIVE-057] waits, whatever its form says of its kind', async () => {
    const id = await applied({ type: 1, startTime: platform.now + minuteMs })
    expect(await host().live({ params: { id } })).toMatchObject({
      ...{
        status: 0,
        approvalStatus: 1,
        displayStatus: 5,
        type: 2,
        actions: ['approval-detail'],
        organizerToken: null,
      },
    })
    const { items } = await platform.client(approvals, place.approver).waitingTasks()
    expect(items[0]?.process).toMatchObject({ businessId: id, businessType: 2 })
    const process = { params: { id: items[0]?.process.id ?? '' } }
    const read = await platform.client(approvals, place.approver).process(process)
    expect(JSON.stringify(read)).toContain('预计时长')
    // A member who does not hold it does not see it.
    expect(await refusal(as(place.learner).detail({ params: { id } }))).toMatchObject({ errorCode: 100_308 })
    expect(await refusal(as(place.learner).front({ params: { id } }))).toMatchObject({ errorCode: 100_308 })
    expect((await as(place.approver).preview({ params: { id } })).id).toBe(id)
    expect(await refusal(as(place.learner).preview({ params: { id } }))).toMatchObject({ errorCode: 100_309 })
    const legacy = platform.client(legacyLive, place.learner)
    expect(await refusal(legacy.preview({ params: { id } }))).toMatchObject({ errorCode: 40_326 })
  })

  it('[LIVE-114] [LIVE-060] is published when it is agreed to', async () => {
    const id = await applied()
    await decide(platform, place, id, 'agree')
    expect(await host().live({ params: { id } })).toMatchObject({ status: 1, approvalStatus: 2, displayStatus: 1 })
    await platform.runJobs()
    expect((await host().live({ params: { id } })).organizerToken).toEqual(expect.any(String))
    const kept = await applied({ autoPublish: 0 })
    await decide(platform, place, kept, 'agree')
    expect(await host().live({ params: { id: kept } })).toMatchObject({
      status: 0,
      approvalStatus: 2,
      displayStatus: 0,
    })
  })

  it('[LIVE-113] [LIVE-183] [LIVE-058] [LIVE-068] that was refused is changed and submitted again', async () => {
    const id = await applied()
    await decide(platform, place, id, 'refuse', '请写清讲师')
    expect(await host().live({ params: { id } })).toMatchObject({ approvalStatus: 3, displayStatus: 6 })
    const body = form({ lecturerDesc: '十年经验' })
    expect(await refusal(host().update({ params: { id }, body }))).toMatchObject({ errorCode: 100_326 })
    const late = { ...body, autoPublish: 1 as const, startTime: platform.now - 1 }
    expect(await refusal(host().update({ params: { id }, body: late }))).toMatchObject({ errorCode: 100_315 })
    await host().update({ params: { id }, body: { ...body, autoPublish: 1 } })
    expect(await host().live({ params: { id } })).toMatchObject({ approvalStatus: 1, displayStatus: 5, autoPublish: 1 })
    await decide(platform, place, id, 'agree')
    expect(await host().live({ params: { id } })).toMatchObject({ status: 1, lecturerDesc: '十年经验' })
  })

  it('[LIVE-059] [LIVE-076] that its applicant takes back shows as withdrawn, and may be submitted again', async () => {
    const id = await applied()
    const calls = platform.client(approvals, place.host)
    const { items } = await calls.myProcesses()
    const process = items.find((one) => one.businessId === id)
    await calls.withdraw({ params: { id: process?.id ?? '' }, body: {} })
    expect(await host().live({ params: { id } })).toMatchObject({ approvalStatus: 4, displayStatus: 7 })
    await host().update({ params: { id }, body: form({ autoPublish: 1 }) })
    expect(await host().live({ params: { id } })).toMatchObject({ displayStatus: 5 })
  })

  it('that is given back may be changed and submitted again; while it is decided about, it may not', async () => {
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

  it('[LIVE-095] that is agreed to after its start time is not published; its host names another time', async () => {
    const id = await applied({ startTime: platform.now + minuteMs })
    platform.now += 2 * minuteMs
    await decide(platform, place, id, 'agree')
    expect(await host().live({ params: { id } })).toMatchObject({ status: 0, approvalStatus: 4, displayStatus: 7 })
    await host().update({ params: { id }, body: form({ autoPublish: 1 }) })
    await decide(platform, place, id, 'agree')
    expect(await host().live({ params: { id } })).toMatchObject({ status: 1 })
  })

  it('[LIVE-061] [LIVE-072] shows under review with the flow off, and can’t be submitted', async () => {
    const alone = await buildScene(platform)
    await turnApprovalOn(platform, alone)
    const { id } = await as(alone.host).apply({ body: form() })
    await decide(platform, alone, id, 'refuse', '再想想')
    const body = { businessType: 2, organizationId: alone.companyId, state: 'off' } as const
    await platform.client(approvals, alone.chief).setSwitch({ body })
    expect((await as(alone.host).live({ params: { id } })).displayStatus).toBe(5)
    const again = { params: { id }, body: form({ autoPublish: 1 }) }
    expect(await refusal(as(alone.host).update(again))).toMatchObject({ errorCode: 100_326 })
  })

  it('[LIVE-071] is decided while it is edited: one of both holds, and the row is whole', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await applied()
      const edited = form({ subject: `改过的第${round}课`, autoPublish: 1 })
      const [decided, edit] = await Promise.allSettled([
        decide(platform, place, id, round % 2 === 0 ? 'agree' : 'refuse', '好'),
        host().update({ params: { id }, body: edited }),
      ])
      expect(decided.status).toBe('fulfilled')
      const after = await host().live({ params: { id } })
      const taken = edit.status === 'fulfilled'
      expect(after.subject === edited.subject).toBe(taken)
      const states = taken ? [1, 5] : [1, 6]
      expect(states).toContain(after.displayStatus)
      if (edit.status === 'rejected') expect(edit.reason.errorCode).toBe(100_326)
    }
  })
})

describe('changing a live', () => {
  it('[LIVE-081] [LIVE-183] [LIVE-101] changes what the form says, and what it leaves out is empty', async () => {
    const id = await publishedLive(platform, scene.host, { planNumber: 5, desc: '先' })
    const body = form({ desc: '后' })
    await platform.client(legacyLive, scene.host).update({ params: { id }, body })
    expect(await as(scene.host).live({ params: { id } })).toMatchObject({
      ...{ subject: body.subject, desc: '后', planNumber: null, status: 1, requestStatus: 3 },
    })
  })

  it('[LIVE-088] [LIVE-086] keeps the mode of a published live, and the scope and begin of one that runs', async () => {
    const id = await publishedLive(platform, scene.host)
    const change = (wish: Partial<Form>) => as(scene.host).update({ params: { id }, body: form(wish) })
    expect(await refusal(change({ liveMode: 3 }))).toMatchObject({ errorCode: 100_326 })
    await change({ shareScope: 2 })
    await as(scene.host).start({ params: { id } })
    const { startTime } = await as(scene.host).live({ params: { id } })
    expect(await refusal(change({ shareScope: 1, startTime }))).toMatchObject({ errorCode: 100_326 })
    expect(await refusal(change({ shareScope: 2, startTime, liveMode: 1 }))).toMatchObject({ errorCode: 100_326 })
    expect(await refusal(change({ shareScope: 2, startTime: startTime + 1 }))).toMatchObject({ errorCode: 900_001 })
    await change({ shareScope: 2, startTime, desc: '直播中改简介' })
    expect(await as(scene.host).live({ params: { id } })).toMatchObject({ status: 2, desc: '直播中改简介' })
  })

  it('[LIVE-089] changes the mode of a cancelled one; nothing of one that is over', async () => {
    const id = await publishedLive(platform, scene.host)
    await as(scene.host).revoke({ params: { id } })
    await as(scene.host).update({ params: { id }, body: form({ liveMode: 3 }) })
    expect((await as(scene.host).live({ params: { id } })).vhallExtendInfo).toEqual({ liveMode: 3 })
    await as(scene.host).republish({ params: { id } })
    await platform.runJobs()
    await as(scene.host).start({ params: { id } })
    await as(scene.host).end({ params: { id } })
    expect(await refusal(as(scene.host).update({ params: { id }, body: form({ liveMode: 3 }) }))).toMatchObject({
      errorCode: 100_326,
    })
  })

  it('moves nothing into the past, and nothing elsewhere', async () => {
    const id = await publishedLive(platform, scene.host)
    const change = (wish: Partial<Form>) => refusal(as(scene.host).update({ params: { id }, body: form(wish) }))
    expect(await change({ startTime: platform.now - minuteMs })).toMatchObject({ errorCode: 100_315 })
    const late = { params: { id }, body: form({ startTime: platform.now - minuteMs }) }
    expect(await refusal(platform.client(legacyLive, scene.host).update(late))).toMatchObject({ errorCode: 40_327 })
    expect(await change({ liveType: 2, externalUrl: 'https://example.com/live' })).toMatchObject({ errorCode: 900_001 })
    expect(await change({ cover: await cover(600_000) })).toMatchObject({ errorCode: 900_003 })
    expect(await change({ cover: scene.companyId })).toMatchObject({ errorCode: 900_005 })
  })

  it('is its host’s, and of who looks after the lives there', async () => {
    const id = await publishedLive(platform, scene.host, { lecturerIds: [scene.lecturer.id] })
    const change = (member: BuiltMember) => as(member).update({ params: { id }, body: form() })
    expect(await refusal(change(scene.learner))).toMatchObject({ status: 403, errorCode: 10_138 })
    expect(await refusal(change(scene.lecturer))).toMatchObject({ status: 403, errorCode: 10_138 })
    await change(scene.chief)
    const stranger = (await buildScene(platform)).chief
    expect(await refusal(change(stranger))).toMatchObject({ errorCode: 100_318 })
  })
})
