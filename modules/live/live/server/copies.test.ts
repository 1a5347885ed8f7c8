/** A copy of an ended live session: who may copy it, and what the copy has. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { expectRoles, type RoleTable, testRoles } from '#test/roles.ts'
import { live } from '../contract.ts'
import type { Form } from './forms.ts'
import { buildScene, formOf, minuteMs, publishedLive, type Scene, sceneSteps } from './scene.fixture.ts'

const platform = testPlatform()
let scene: Scene

beforeAll(async () => {
  scene = await buildScene(platform)
})

const { as, ofId, published, seen } = sceneSteps(platform, () => scene)

async function over(input: Parameters<typeof published>[0] = {}) {
  const id = await published(input)
  await as(scene.host).start(ofId(id))
  await as(scene.host).end(ofId(id))
  return id
}

/** The body of a copy, as the form sends it. */
async function bodyOfCopy(id: string, member = scene.host) {
  const copy = await as(member).copy(ofId(id))
  const { subject, desc, lecturerDesc, shareScope, executionMode, estimateDuration, planNumber } = copy
  return {
    ...formOf(platform, { subject, lecturerDesc, shareScope, executionMode, estimateDuration }),
    ...(desc && { desc }),
    ...(planNumber !== null && { planNumber }),
    ...(copy.cover && { cover: copy.cover }),
    lecturerIds: copy.lecturers.map((person) => person.id),
    liveMode: copy.vhallExtendInfo.liveMode,
    copyOf: id,
  }
}

describe('a copy', () => {
  it('has title, texts, cover, lecturers, audience, duration and the settings of the room; its time is new', async () => {
    const { id: cover } = await buildFile(platform.db, {
      ...{ companyId: scene.companyId, ownerId: scene.host.id, kind: 'cover', contentType: 'image/png' },
    })
    const input: Partial<Form> = {
      ...{ subject: '季度复盘', desc: '回顾本季度', lecturerDesc: '十年经验', lecturerIds: [scene.lecturer.id], cover },
      ...{ estimateDuration: 45, planNumber: 80, liveMode: 3, executionMode: 1, shareScope: 4 },
      audience: { organizationIds: [scene.department], memberIds: [scene.learner.id] },
    }
    const id = await published(input)
    const stored = JSON.stringify({ chatOpen: false, slowModeSeconds: 30 })
    await sql`update rooms.room set settings = ${stored}::jsonb, minimum_minutes = 20 where id = ${id}`.execute(
      platform.root,
    )
    await as(scene.host).start(ofId(id))
    await as(scene.host).end(ofId(id))
    const copy = await as(scene.host).copy(ofId(id))
    expect(copy).toMatchObject({
      ...{ subject: '季度复盘（2）', desc: '回顾本季度', lecturerDesc: '十年经验', cover, coverPath: `files/${cover}` },
      ...{ estimateDuration: 45, planNumber: 80, executionMode: 1, shareScope: 4, leftOut: [] },
      vhallExtendInfo: { liveMode: 3 },
      lecturers: [{ id: scene.lecturer.id }],
      audience: { organizations: [{ id: scene.department }], members: [{ id: scene.learner.id }] },
    })
    expect(copy).not.toHaveProperty('startTime')
    // A manager copies it too: the cover stays although it is the host's picture.
    const body = { ...(await bodyOfCopy(id, scene.chief)), ...(input.audience && { audience: input.audience }) }
    const { id: second } = await as(scene.chief).apply({ body })
    await platform.runJobs()
    expect(await as(scene.chief).live(ofId(second))).toMatchObject({
      ...{ subject: '季度复盘（2）', status: 1, cover, estimateDuration: 45, subNumber: 0, attendNumber: 0 },
      ...{ host: { id: scene.chief.id }, lecturers: [{ id: scene.lecturer.id }] },
    })
    const { rows } = await sql`select settings, minimum_minutes, state from rooms.room where id = ${second}`.execute(
      platform.root,
    )
    expect(rows[0]).toMatchObject({
      ...{ settings: { chatOpen: false, slowModeSeconds: 30, handsOpen: true }, minimum_minutes: 20 },
      state: 'waiting',
    })
    // Names occur once: the next copy, and the copy of the copy, have the next number.
    for (const source of [id, second]) expect((await as(scene.chief).copy(ofId(source))).subject).toBe('季度复盘（3）')
    const english = await as(scene.chief).copy(ofId(id), { headers: { 'accept-language': 'en' } })
    expect(english.subject).toBe('季度复盘 (3)')
  })

  it('needs a time of its own, and not a past one', async () => {
    const { startTime: _, ...body } = await bodyOfCopy(await over())
    expect(await refusal(as(scene.host).apply({ body }))).toMatchObject({
      ...{ errorCode: 900_001, data: { fields: [{ path: 'startTime' }] } },
    })
    const past = { ...body, startTime: platform.now - minuteMs }
    expect(await refusal(as(scene.host).apply({ body: past }))).toMatchObject({ errorCode: 100_315 })
  })

  it('leaves out the lecturer and the chosen member who have left', async () => {
    const { companyId, department } = scene
    const [gone, alsoGone] = [
      await buildMember(platform.db, { companyId, organizationId: department, fullName: '离职者' }),
      await buildMember(platform.db, { companyId, organizationId: department, fullName: '调离者' }),
    ]
    const id = await over({
      lecturerIds: [gone.id, scene.lecturer.id],
      ...{ shareScope: 4, audience: { organizationIds: [], memberIds: [alsoGone.id, scene.learner.id] } },
    })
    await platform
      .client(identity, scene.chief)
      .changeMembers({ body: { memberIds: [gone.id, alsoGone.id], enabled: false } })
    const copy = await as(scene.host).copy(ofId(id))
    expect(copy.lecturers.map((one) => one.id)).toEqual([scene.lecturer.id])
    expect(copy.audience?.members.map((one) => one.id)).toEqual([scene.learner.id])
    expect(copy.leftOut).toEqual(['离职者', '调离者'])
    // The form as it was would be refused: the lecturer is none any more.
    const body = { ...(await bodyOfCopy(id)), shareScope: 1 as const }
    const lecturerIds = [gone.id]
    expect(await refusal(as(scene.host).apply({ body: { ...body, lecturerIds } }))).toMatchObject({
      errorCode: 900_005,
    })
    await as(scene.host).apply({ body })
  })

  it('is refused where the entrance, the right, the service or the supplier is missing, and there is no form to fill in', async () => {
    const id = await over()
    const place = scene.department
    const copy = () => refusal(as(scene.host).copy(ofId(id)))
    const supply = (supplier: 3 | null, expiresAt: number | null = null) =>
      as(scene.chief).setSupplier({ params: { id: place }, body: { supplier, expiresAt } })
    await supply(null)
    expect(await copy()).toMatchObject({ errorCode: 100_411 })
    await supply(3, platform.now - 1)
    expect(await copy()).toMatchObject({ errorCode: 100_319 })
    await supply(3)
    const open = (switchOpen: string) =>
      platform
        .client(settings, scene.chief)
        .changeRule({ params: { key: 'LIVE_ENTRANCE_SWITCH' }, body: { value: { switchOpen } } })
    await open('0')
    expect(await copy()).toMatchObject({ errorCode: 370_201 })
    await open('1')
    expect(await copy().catch((error: Error) => error.message)).toContain('accepted')
    // A lecturer of the session who has no right to hold lives of their own.
    const learnerTeaches = await over({ lecturerIds: [scene.learner.id] })
    expect(await refusal(as(scene.learner).copy(ofId(learnerTeaches)))).toMatchObject({ errorCode: 10_138 })
    expect(await refusal(as(scene.host).copy(ofId(scene.companyId)))).toMatchObject({ errorCode: 100_318 })
  })

  it('of a live session of another supplier has today’s supplier', async () => {
    const id = await over()
    await as(scene.chief).setSupplier({ params: { id: scene.department }, body: { supplier: 0, expiresAt: null } })
    const { desc: _, ...body } = await bodyOfCopy(id)
    const { id: second } = await as(scene.host).apply({ body })
    expect(await seen(second)).toMatchObject({ supplier: 0 })
    await as(scene.chief).setSupplier({ params: { id: scene.department }, body: { supplier: 3, expiresAt: null } })
  })
})

describe('who copies', () => {
  const roles = testRoles(platform, {
    owner: ['lecturer'],
    administrator: ['admin'],
    member: ['lecturer'],
    stranger: ['admin'],
    otherCompany: ['super-admin'],
  })
  const client = (caller: Parameters<RoleTable['call']>[0]) => platform.client(live, caller)

  it('is its organizer side', async () => {
    const id = await publishedLive(platform, roles.owner, { lecturerIds: [roles.member.id] })
    const copyOf = id
    const rights = {
      owner: 'accepted',
      administrator: 'accepted',
      member: 'accepted',
      colleague: 10_138,
      stranger: 10_138,
      otherCompany: 100_318,
      nobody: 401,
    } as const
    await expectRoles(roles, {
      copy: { ...rights, call: (caller) => client(caller).copy(ofId(id)) },
      apply: { ...rights, call: (caller) => client(caller).apply({ body: { ...formOf(platform), copyOf } }) },
    })
  })
})
