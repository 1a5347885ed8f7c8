import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildFile } from '#modules/platform/files/server/build.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/build.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { live } from '../contract.ts'
import { buildLive } from './build.ts'
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
  it('makes a live of its values', async () => {
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
    await platform.runJobs()
    const made = await as(scene.host).live({ params: { id } })
    await proves('LIVE-181', () => {
      expect(made).toMatchObject({
        ...{
          id,
          subject: body.subject,
          startTime: body.startTime,
          estimateDuration: 90,
          planNumber: 30,
          shareScope: 1,
        },
        ...{ executionMode: 0, lecturerDesc: '十年经验', cover: coverId, vhallExtendInfo: { liveMode: 2 } },
        ...{ autoPublish: 1, desc: '一课讲透', genseeDesc: null, supplier: 3 },
        ...{ host: { id: scene.host.id, fullName: '陆明谦' }, lecturers: [{ id: scene.lecturer.id }] },
      })
    })
    const url = expect.stringContaining('/#/lives/keylogin/')
    const token = expect.any(String)
    await proves('LIVE-030', () => {
      expect(made).toMatchObject({
        ...{ id, subject: body.subject, liveType: 1, startTime: body.startTime, estimateDuration: 90, planNumber: 30 },
        ...{ subNumber: 0, attendNumber: 0, status: 1, approvalStatus: null, requestStatus: 3, genseeStatus: 3 },
        ...{ shareScope: 1, executionMode: 0, lecturerDesc: '十年经验', cover: coverId, coverPath: `files/${coverId}` },
        ...{ vhallExtendInfo: { liveMode: 2 }, organizerJoinUrl: url, organizerToken: token, panelistJoinUrl: url },
        ...{ panelistToken: token, attendeeJoinUrl: url, attendeeToken: token, avgScore: 0, homeConfigId: 'home-1' },
        autoPublish: 1,
      })
    })
    // Two fields: where a live is held, and when it begins.
    await proves('LIVE-047', () => expect(made).toMatchObject({ liveType: 1, type: 2 }))
  })

  it('takes each mode, scope and way of starting, and no other', async () => {
    await proves('LIVE-041', async () => {
      for (const executionMode of [0, 1, 2] as const) {
        const { id } = await apply({ executionMode })
        expect(await as(scene.host).live({ params: { id } })).toMatchObject({ executionMode })
      }
    })
    await proves(['LIVE-042', 'LIVE-052'], async () => {
      for (const wrong of [-1, 3]) {
        const refused = await refusal(apply({ executionMode: wrong as never }))
        expect(refused).toMatchObject({ status: 422, errorCode: 900_001 })
        expect(fieldsOf(refused)).toEqual(['executionMode'])
      }
    })
    await proves('LIVE-051', async () => {
      for (const shareScope of [1, 2, 3] as const) {
        const { id } = await apply({ shareScope })
        expect(await as(scene.host).live({ params: { id } })).toMatchObject({ shareScope })
      }
      for (const wrong of [0, 4])
        expect(fieldsOf(await refusal(apply({ shareScope: wrong as never })))).toEqual(['shareScope'])
    })
    await proves('LIVE-050', async () => {
      for (const liveMode of [1, 2, 3] as const) {
        const { id } = await apply({ liveMode })
        expect(await as(scene.host).live({ params: { id } })).toMatchObject({ vhallExtendInfo: { liveMode } })
      }
      for (const wrong of [0, 4])
        expect(fieldsOf(await refusal(apply({ liveMode: wrong as never })))).toEqual(['liveMode'])
    })
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
    ['a supplier that is not the organization’s', { supplier: 4 }, 'supplier'],
    ['a start in the next age', { startTime: 8_640_000_000_000_000 }, 'startTime'],
    ['an external live without an address', { liveType: 2 }, 'externalUrl'],
    ['an address that is a script', { liveType: 2, externalUrl: 'javascript:alert(1)' }, 'externalUrl'],
  ])('%s is refused at its field', async (_, wish, path) => {
    const refused = await refusal(apply(wish))
    expect(refused).toMatchObject({ status: 422, errorCode: 900001 })
    expect(fieldsOf(refused)).toContain(path)
  })

  it('takes what is as long as it may be', async () => {
    const texts = { subject: '长'.repeat(100), desc: '介'.repeat(100), lecturerDesc: '讲'.repeat(500) }
    const { id } = await apply({ ...texts, estimateDuration: 99_999, planNumber: 99_999 })
    const made = await as(scene.host).live({ params: { id } })
    await proves('LIVE-092', () => expect(made.subject).toBe(texts.subject))
    await proves('LIVE-098', () => expect(made.desc).toBe(texts.desc))
    await proves('LIVE-099', () => expect(made.lecturerDesc).toBe(texts.lecturerDesc))
    await proves('LIVE-097', () => expect(made).toMatchObject({ estimateDuration: 99_999, planNumber: 99_999 }))
    const none = await apply({ planNumber: 0 })
    expect(await as(scene.host).live({ params: { id: none.id } })).toMatchObject({ planNumber: 0 })
  })

  it.each(['liveMode', 'shareScope', 'executionMode'] as const)('[LIVE-096] asks for %s', async (name) => {
    const { [name]: _, ...body } = form()
    expect(fieldsOf(await refusal(as(scene.host).apply({ body: body as Form })))).toContain(name)
  })

  it('asks a scheduled live for its start time; an immediate one begins now', async () => {
    const { startTime: _, ...without } = form()
    await proves('LIVE-093', async () => {
      expect(fieldsOf(await refusal(as(scene.host).apply({ body: without })))).toEqual(['startTime'])
      const { id } = await apply()
      expect(await as(scene.host).live({ params: { id } })).toMatchObject({ type: 2, startTime: expect.any(Number) })
    })
    await proves('LIVE-049', async () => {
      const { id } = await as(scene.host).apply({ body: { ...without, type: 1, subject: '马上开始' } })
      const made = await as(scene.host).live({ params: { id } })
      expect(made).toMatchObject({ type: 1, startTime: platform.now, status: 1 })
      for (const type of [0, 3]) expect(fieldsOf(await refusal(apply({ type: type as never })))).toEqual(['type'])
    })
  })

  it('refuses a start in the past, by the code of the path', async () => {
    const late = { startTime: platform.now - 1 }
    const legacy = platform.client(legacyLive, scene.host)
    await proves('LIVE-095', async () => {
      const past = { status: 422, message: expect.stringContaining('开始时间早于当前时间') }
      expect(await refusal(apply(late))).toMatchObject({ ...past, errorCode: 100_315 })
      expect(await refusal(legacy.apply({ body: form(late) }))).toMatchObject({ ...past, errorCode: 40_327 })
      await apply({ startTime: platform.now })
    })
    await proves('LIVE-182', async () => {
      const body = form({ startTime: platform.now + minuteMs })
      const { id, approving } = await legacy.apply({ body })
      expect(approving).toBe(false)
      expect(await as(scene.host).live({ params: { id } })).toMatchObject({
        ...{ subject: body.subject, startTime: body.startTime, status: 1, host: { id: scene.host.id } },
      })
      expect(await refusal(platform.client(legacyLive, scene.learner).apply({ body: form() }))).toMatchObject({
        ...{ status: 403, errorCode: 10_138 },
      })
    })
  })

  it('refuses a name that exists, however it is written', async () => {
    const { id } = await apply({ subject: 'Data  Security' })
    const legacy = platform.client(legacyLive, scene.host)
    await proves('LIVE-103', async () => {
      expect(await refusal(apply({ subject: 'ｄａｔａ security' }))).toMatchObject({ status: 422, errorCode: 100_312 })
      const refused = await refusal(legacy.apply({ body: form({ subject: 'data security' }) }))
      expect(refused).toMatchObject({ status: 422, errorCode: 40_312 })
    })
    const other = (await apply()).id
    const update = { params: { id: other }, body: form({ subject: 'DATA SECURITY' }) }
    await proves('LIVE-235', async () => {
      const newer = await refusal(as(scene.host).update(update))
      const older = await refusal(legacy.update(update))
      expect([newer.errorCode, older.errorCode]).toEqual([100_312, 40_312])
      expect([newer.message, older.message]).toEqual(['422 100312 直播名称已存在', '422 40312 直播名称已存在'])
    })
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

  it('takes ten lecturers of the company, and not eleven', async () => {
    const many = await Promise.all(
      Array.from({ length: 11 }, () => buildMember(platform.db, { companyId: scene.companyId })),
    )
    const ids = many.map(({ id }) => id)
    await proves('LIVE-245', async () => {
      expect(await refusal(apply({ lecturerIds: ids }))).toMatchObject({ status: 422, errorCode: 100_034 })
    })
    const { id } = await apply({ lecturerIds: ids.slice(1) })
    await proves('LIVE-246', async () => {
      const { lecturers } = await as(scene.host).live({ params: { id } })
      expect(lecturers.map((one) => one.id)).toEqual(ids.slice(1))
      expect(lecturers).toHaveLength(10)
    })
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
  it('without approval it takes the lecturer’s or teacher’s role; with it, everybody may', async () => {
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

  it('[LIVE-104] nobody where the entrance is closed', async () => {
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

  it('[LIVE-136] an administrator turns the approval of lives on and off, others do not', async () => {
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

describe('a live under approval', () => {
  let place: Scene
  beforeAll(async () => {
    place = await buildScene(platform)
    await turnApprovalOn(platform, place)
  })
  const host = () => as(place.host)
  const applied = async (wish: Partial<Form> = {}) => (await host().apply({ body: form(wish) })).id

  it('waits, whatever its form says of its kind', async () => {
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
    // A member who does not hold it does not see it.
    expect(await refusal(as(place.learner).detail({ params: { id } }))).toMatchObject({ errorCode: 100_308 })
    expect(await refusal(as(place.learner).front({ params: { id } }))).toMatchObject({ errorCode: 100_308 })
    expect((await as(place.approver).preview({ params: { id } })).id).toBe(id)
    expect(await refusal(as(place.learner).preview({ params: { id } }))).toMatchObject({ errorCode: 100_309 })
    const legacy = platform.client(legacyLive, place.learner)
    expect(await refusal(legacy.preview({ params: { id } }))).toMatchObject({ errorCode: 40_326 })
  })

  it('is published when it is agreed to', async () => {
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

  it('that was refused is changed and submitted again', async () => {
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

  it('[LIVE-059] that its applicant takes back shows as withdrawn, and may be submitted again', async () => {
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

  it('shows under review with the flow off, and can’t be submitted', async () => {
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
  it('changes what the form says, and what it leaves out is empty', async () => {
    const id = await publishedLive(platform, scene.host, { planNumber: 5, desc: '先' })
    const changes = async (calls: ReturnType<typeof as>, desc: string) => {
      const body = form({ desc })
      await calls.update({ params: { id }, body })
      expect(await as(scene.host).live({ params: { id } })).toMatchObject({
        ...{ subject: body.subject, desc, planNumber: null, status: 1, requestStatus: 3 },
      })
    }
    await proves('LIVE-184', () => changes(platform.client(legacyLive, scene.host), '后'))
    await proves('LIVE-183', () => changes(as(scene.host), '再后'))
  })

  it('keeps the mode of a published live, and the scope and begin of one that runs', async () => {
    const id = await publishedLive(platform, scene.host)
    const change = (wish: Partial<Form>) => as(scene.host).update({ params: { id }, body: form(wish) })
    const kept = { status: 422, errorCode: 100_326 }
    const modeAndScope = async () => {
      const { vhallExtendInfo, shareScope } = await as(scene.host).live({ params: { id } })
      return [vhallExtendInfo.liveMode, shareScope]
    }
    await proves('LIVE-088', async () => {
      expect(await refusal(change({ liveMode: 3 }))).toMatchObject(kept)
      await change({ shareScope: 2, liveMode: 2 })
      expect(await modeAndScope()).toEqual([2, 2])
      const { companyId, host } = scene
      for (const status of [2, 3] as const) {
        const other = await buildLive(platform.db, { companyId, hostId: host.id, status, now: platform.now })
        const { startTime } = await as(host).live({ params: { id: other } })
        const update = { params: { id: other }, body: form({ liveMode: 3, startTime }) }
        expect(await refusal(as(host).update(update))).toMatchObject(kept)
        expect((await as(host).live({ params: { id: other } })).vhallExtendInfo).toEqual({ liveMode: 2 })
      }
    })
    await as(scene.host).start({ params: { id } })
    const { startTime } = await as(scene.host).live({ params: { id } })
    await proves('LIVE-086', async () => {
      expect(await refusal(change({ shareScope: 1, startTime }))).toMatchObject(kept)
      expect(await refusal(change({ shareScope: 2, startTime, liveMode: 1 }))).toMatchObject(kept)
      expect(await modeAndScope()).toEqual([2, 2])
    })
    expect(await refusal(change({ shareScope: 2, startTime: startTime + 1 }))).toMatchObject({ errorCode: 900_001 })
    await change({ shareScope: 2, startTime, desc: '直播中改简介' })
    expect(await as(scene.host).live({ params: { id } })).toMatchObject({ status: 2, desc: '直播中改简介' })
  })

  it('[LIVE-089] changes the mode of a cancelled or unpublished one; nothing of one that is over', async () => {
    const id = await publishedLive(platform, scene.host)
    await as(scene.host).revoke({ params: { id } })
    await as(scene.host).update({ params: { id }, body: form({ liveMode: 3 }) })
    expect((await as(scene.host).live({ params: { id } })).vhallExtendInfo).toEqual({ liveMode: 3 })
    const place = await buildScene(platform)
    await turnApprovalOn(platform, place)
    const unpublished = await as(place.host).apply({ body: form() })
    await decide(platform, place, unpublished.id, 'refuse', '换成互动直播')
    const again = { params: { id: unpublished.id }, body: form({ liveMode: 3, autoPublish: 1 }) }
    await as(place.host).update(again)
    expect(await as(place.host).live({ params: { id: unpublished.id } })).toMatchObject({
      ...{ status: 0, vhallExtendInfo: { liveMode: 3 } },
    })
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
