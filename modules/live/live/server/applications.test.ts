import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { live } from '../contract.ts'
import type { Form } from './forms.ts'
import { buildLive } from './live.fixture.ts'
import {
  buildScene,
  decide,
  formOf,
  legacyLive,
  minuteMs,
  publishedLive,
  type Scene,
  turnApprovalOn,
} from './scene.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const as = (member: BuiltMember) => platform.client(live, member)
const form = (input: Partial<Form> = {}) => formOf(platform, input)
const apply = (input: Partial<Form> = {}) => as(scene.host).apply({ body: form(input) })
const fieldsOf = (refused: { data?: Record<string, unknown> | undefined }) =>
  ((refused.data?.fields ?? []) as { path: string }[]).map(({ path }) => path)

async function cover(sizeBytes: number, contentType = 'image/png'): Promise<string> {
  const owner = { companyId: scene.companyId, ownerId: scene.host.id }
  const { id } = await buildFile(platform.db, { ...owner, kind: 'cover', contentType })
  await sql`update files.file set size_bytes = ${sizeBytes} where id = ${id}`.execute(platform.root)
  return id
}

describe('the live form', () => {
  it('creates a live session from its values', async () => {
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
    // Two fields: the place of a live session, and its start.
    await proves('LIVE-047', () => expect(made).toMatchObject({ liveType: 1, type: 2 }))
  })

  it('accepts each mode, scope and execution mode, and no other', async () => {
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
      // 4 is a chosen audience, which is no value of the map.
      for (const wrong of [0, 5])
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
  ])('%s is refused at its field', async (_, input, path) => {
    const refused = await refusal(apply(input))
    expect(refused).toMatchObject({ status: 422, errorCode: 900001 })
    expect(fieldsOf(refused)).toContain(path)
  })

  it('accepts values of maximum length', async () => {
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

  it('requires a start time for a scheduled live session; an immediate one starts now', async () => {
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

  it('refuses a start in the past, with the code of the path', async () => {
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

  it('refuses an existing name, however it is written', async () => {
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
    // A live session may keep its own name.
    await as(scene.host).update({ params: { id }, body: form({ subject: 'data security' }) })
  })

  it('[LIVE-103] gives a name to one of several concurrent applicants', async () => {
    const ids: string[] = []
    const begin = async () => {
      for (let count = 0; count < 5; count += 1) ids.push((await apply()).id)
    }
    // Five new live sessions, and five existing ones that change their name.
    const take = (index: number) => {
      const body = form({ subject: '同一时刻' })
      const id = ids[index - 5]
      return id === undefined ? as(scene.host).apply({ body }) : as(scene.host).update({ params: { id }, body })
    }
    const taken = await race(platform, 10, take, { begin })
    expect(taken).toMatchObject({ accepted: 1, refused: { 100312: 9 } })
  })

  it('[LIVE-100] accepts a cover below 500 KB that the host has uploaded', async () => {
    const applyWith = async (sizeBytes: number) => apply({ cover: await cover(sizeBytes) })
    const { id: made } = await bounds(511_999, applyWith, { refused: 900_003 })
    expect(await as(scene.host).live({ params: { id: made } })).toMatchObject({
      coverPath: expect.stringMatching(/^files/),
    })
    expect(await refusal(applyWith(600_000))).toMatchObject({ status: 422, errorCode: 900_003 })
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

  it('accepts ten lecturers of the company, and not eleven', async () => {
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

  it('keeps a script in a name as plain text', async () => {
    const subject = '<img src=x onerror=alert(1)>{name}'
    const { id } = await apply({ subject })
    expect((await as(scene.learner).detail({ params: { id } })).subject).toBe(subject)
  })
})

describe('changing a live session', () => {
  it('stores the values of the form, and empties omitted fields', async () => {
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

  it('keeps the mode of a published live session, and the scope and start of a running one', async () => {
    const id = await publishedLive(platform, scene.host)
    const change = (input: Partial<Form>) => as(scene.host).update({ params: { id }, body: form(input) })
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

  it('[LIVE-089] changes the mode of a cancelled or unpublished one, and nothing of an ended one', async () => {
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

  it('refuses a start in the past, and a change of the place', async () => {
    const id = await publishedLive(platform, scene.host)
    const change = (input: Partial<Form>) => refusal(as(scene.host).update({ params: { id }, body: form(input) }))
    expect(await change({ startTime: platform.now - minuteMs })).toMatchObject({ errorCode: 100_315 })
    const late = { params: { id }, body: form({ startTime: platform.now - minuteMs }) }
    expect(await refusal(platform.client(legacyLive, scene.host).update(late))).toMatchObject({ errorCode: 40_327 })
    expect(await change({ liveType: 2, externalUrl: 'https://example.com/live' })).toMatchObject({ errorCode: 900_001 })
    expect(await change({ cover: await cover(600_000) })).toMatchObject({ errorCode: 900_003 })
    expect(await change({ cover: scene.companyId })).toMatchObject({ errorCode: 900_005 })
  })

  it('is permitted to the host and to managers', async () => {
    const id = await publishedLive(platform, scene.host, { lecturerIds: [scene.lecturer.id] })
    const change = (member: BuiltMember) => as(member).update({ params: { id }, body: form() })
    expect(await refusal(change(scene.learner))).toMatchObject({ status: 403, errorCode: 10_138 })
    expect(await refusal(change(scene.lecturer))).toMatchObject({ status: 403, errorCode: 10_138 })
    await change(scene.chief)
    const stranger = (await buildScene(platform)).chief
    expect(await refusal(change(stranger))).toMatchObject({ errorCode: 100_318 })
  })
})
