/** Graduation over HTTP: batches, what they give, taking back, and who may. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { takeSteps } from '#modules/platform/operations/server/long-work.fixture.ts'
import { classes } from '#modules/training/classes/contract.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { meeting, race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { CHOOSE_MEMBERS, GRADUATION_RUNNING, NOBODY_TO_GRADUATE } from '../contract/codes.ts'
import { newConditions } from '../contract/conditions.ts'
import { graduation } from '../contract.ts'
import { batchWork } from './batches.ts'
import { dayMs, graduationsOn, type OpenClass } from './graduations-on.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['admin'],
  stranger: ['class-staff'],
  otherCompany: ['super-admin'],
})
const { as, build, rule, graduate, revoke, templateId } = graduationsOn(platform, roles)

const read = (one: OpenClass, ...members: readonly { readonly token: string }[]) =>
  Promise.all(
    members.map((member) =>
      platform.client(classes, member).openActivity({ params: { ...one.params, activityId: one.noticeId } }),
    ),
  )
const stateOf = async (one: OpenClass, member = roles.member) => (await as(member).ownGraduation(one)).graduation
const batchOf = async (one: OpenClass) => (await as(roles.owner).graduationBatch(one)).batch
const task = (id: string) => platform.client(operations, roles.owner).taskById({ params: { id } })
const newsOf = async (member = roles.member) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })).items.map(({ type }) => type)
const ownCertificates = async (member = roles.member) =>
  (await platform.client(certificates, member).myCertificates({})).items

describe('a batch graduation', () => {
  it('graduates those who meet the conditions, shows that it runs, and keeps a second one out', async () => {
    const one = await build()
    await read(one, roles.member)
    expect(await stateOf(one)).toBe(1)
    const { taskId, memberCount } = await graduate(one)
    expect(memberCount).toBe(2)
    await proves('TRAINING-020', async () => {
      expect(await batchOf(one)).toMatchObject({ taskId, isRunning: true, total: 2, graduated: 0, endedAt: null })
    })
    await proves('TRAINING-021', async () => {
      const again = [graduate(one), graduate(one, [roles.colleague], '特批'), revoke(one, [roles.member])]
      for (const refused of await refusals(again))
        expect(refused).toMatchObject({ status: 422, errorCode: GRADUATION_RUNNING.code })
      await platform.runJobs()
      expect(await stateOf(one)).toBe(2)
    })
    await proves('TRAINING-022', async () => {
      const roster = await platform.client(classes, roles.owner).roster({ ...one, query: { graduation: 2 } })
      expect(roster.items.map(({ member, graduation }) => [member.id, graduation])).toEqual([[roles.member.id, 2]])
    })
    expect(await stateOf(one, roles.colleague)).toBe(1)
    expect(await batchOf(one)).toMatchObject({ isRunning: false, graduated: 1, failing: 1, gone: 0 })
    expect((await task(taskId)).counts.map(({ value }) => value)).toEqual([1, 1, 0])
    expect(await newsOf()).toContain('class.graduated')
    // Whoever has graduated is not chosen again.
    expect(await graduate(one)).toMatchObject({ memberCount: 1 })
    await platform.runJobs()
  })

  it('graduates chosen members by name, in spite of the conditions only with a reason that stays', async () => {
    const one = await build()
    expect(await graduate(one, [roles.member])).toMatchObject({ memberCount: 1 })
    await platform.runJobs()
    expect(await batchOf(one)).toMatchObject({ graduated: 0, failing: 1 })
    const body = { memberIds: [roles.member.id], isForced: true, reason: '  ' }
    expect(await refusal(as(roles.owner).graduate({ ...one, body }))).toMatchObject({ errorCode: 60_105 })
    const all = { memberIds: [], isForced: true, reason: '特批' }
    expect(await refusal(as(roles.owner).graduate({ ...one, body: all }))).toMatchObject({
      errorCode: CHOOSE_MEMBERS.code,
    })
    await graduate(one, [roles.member], '因公出差，经批准')
    await platform.runJobs()
    const { items } = await as(roles.owner).graduationForecast({ ...one, query: { outcome: 'graduated' } })
    expect(items).toMatchObject([{ member: { id: roles.member.id }, graduation: 2, reason: '因公出差，经批准' }])
    for (const nobody of [[roles.member], [roles.stranger], [roles.otherCompany]])
      expect(await refusal(graduate(one, nobody))).toMatchObject({ errorCode: NOBODY_TO_GRADUATE.code })
  })

  it('of several that start at once begins once', async () => {
    const one = await build()
    const outcome = await race(platform, 6, () => graduate(one), { begin: async () => {} })
    expect(outcome).toMatchObject({ accepted: 1, refused: { [GRADUATION_RUNNING.code]: 5 } })
    await platform.runJobs()
  })

  it('goes on where it was when the process ends, and graduates each member once', async () => {
    const { companyId, organizationId } = roles
    const participants: string[] = []
    for (let count = 0; count < 120; count += 1)
      participants.push((await buildMember(platform.db, { companyId, organizationId })).id)
    const one = await build({ participants, capacity: 200 })
    await rule(one, { requiresActivities: false, certificateTemplateId: templateId() })
    const { taskId } = await graduate(one)
    await takeSteps(platform, batchWork.job, taskId, 1)
    expect(await batchOf(one)).toMatchObject({ isRunning: true, graduated: 50 })
    expect(await task(taskId)).toMatchObject({ done: 50, total: 120 })
    await platform.runJobs()
    expect(await batchOf(one)).toMatchObject({ isRunning: false, graduated: 120, failing: 0, gone: 0 })
    const { rows } = await sql<{ graduates: number; certificates: number; members: number }>`
      select (select count(*)::int from graduation.graduate where class_id = ${one.params.id}) as graduates,
        count(*)::int as certificates, count(distinct member_id)::int as members
      from certificates.certificate where business_id = ${one.params.id}`.execute(platform.root)
    expect(rows).toEqual([{ graduates: 120, certificates: 120, members: 120 }])
  })

  it('passes over those who left meanwhile, stops when it is called off, and can be taken up again', async () => {
    const one = await build()
    await read(one, roles.member, roles.colleague)
    const { taskId } = await graduate(one)
    const body = { memberIds: [roles.colleague.id], reason: '岗位调整' }
    await platform.client(classes, roles.owner).removeParticipants({ ...one, body })
    await platform.client(operations, roles.owner).cancelTask({ params: { id: taskId } })
    await platform.runJobs()
    expect(await batchOf(one)).toMatchObject({ isRunning: false, graduated: 0 })
    await platform.client(operations, roles.owner).retryTask({ params: { id: taskId } })
    expect(await batchOf(one)).toMatchObject({ isRunning: true })
    await platform.runJobs()
    expect(await batchOf(one)).toMatchObject({ isRunning: false, graduated: 1, gone: 1 })
  })

  it('is one, also where a cancelled one is taken up again while another starts', async () => {
    const one = await build()
    const { taskId } = await graduate(one)
    const tasks = platform.client(operations, roles.owner)
    await tasks.cancelTask({ params: { id: taskId } })
    await platform.runJobs()
    const takeUp = () => tasks.retryTask({ params: { id: taskId } })
    const outcomes = await Promise.allSettled([graduate(one), takeUp(), graduate(one), takeUp()])
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(failed.map(({ status }) => status)).toEqual([422, 422, 422])
    await platform.runJobs()
    expect(await batchOf(one)).toMatchObject({ isRunning: false })
  })

  it('goes on for nobody who no longer runs the class, when it is taken up again as well', async () => {
    const { companyId, organizationId } = roles
    const teacher = await buildMember(platform.db, { companyId, organizationId, roles: ['class-teacher'] })
    const one = await build({ teacherIds: [teacher.id] })
    await read(one, roles.member)
    const body = { memberIds: [], isForced: false, reason: '' }
    const { taskId } = await as(teacher).graduate({ ...one, body })
    const tasks = platform.client(operations, teacher)
    const lose = (teacherIds: readonly string[]) =>
      sql`update classes.class set teacher_ids = ${[...teacherIds]} where id = ${one.params.id}`.execute(platform.root)
    await tasks.cancelTask({ params: { id: taskId } })
    await platform.runJobs()
    await lose([])
    await tasks.retryTask({ params: { id: taskId } })
    await platform.runJobs()
    expect(await tasks.taskById({ params: { id: taskId } })).toMatchObject({ state: 'failed' })
    expect(await batchOf(one)).toMatchObject({ isRunning: false, graduated: 0 })
    expect(await stateOf(one)).toBe(1)
    await lose([teacher.id])
    await tasks.retryTask({ params: { id: taskId } })
    await platform.runJobs()
    expect(await stateOf(one)).toBe(2)
  })

  it('ends without graduating anybody where the class is closed before its turn', async () => {
    const one = await build()
    await read(one, roles.member)
    const { taskId } = await graduate(one)
    await platform.client(classes, roles.owner).closeClass({ ...one, body: { isConfirmed: true } })
    await platform.runJobs()
    expect((await task(taskId)).state).toBe('failed')
    expect(await batchOf(one)).toMatchObject({ isRunning: false, graduated: 0 })
    expect(await stateOf(one)).toBe(1)
  })

  it('takes no step beside the end of its class, whichever process closes it', async () => {
    const one = await build()
    await read(one, roles.member)
    const { taskId } = await graduate(one)
    const closing = sql`update classes.class set closed_at = ${platform.now} where id = ${one.params.id}`
    await meeting(platform, 1, closing, () => platform.runJobs())
    expect((await task(taskId)).state).toBe('failed')
    expect([await batchOf(one), await stateOf(one)]).toMatchObject([{ isRunning: false, graduated: 0 }, 1])
    // And the end waits for a step that runs.
    const other = await build()
    const step = sql`select from classes.class where id = ${other.params.id} for share`
    const close = () => platform.client(classes, roles.owner).closeClass({ ...other, body: { isConfirmed: true } })
    expect(await meeting(platform, 1, step, close)).toMatchObject({ id: other.params.id })
  })
})

describe('a graduation', () => {
  it('[TRAINING-040] gives a certificate that says until when it is valid, and is expired afterwards', async () => {
    const one = await build()
    const awards = { certificateTemplateId: templateId(), creditHundredths: 200, classHourHundredths: 800 }
    await rule(one, { ...awards })
    await read(one, roles.member)
    await graduate(one)
    await platform.runJobs()
    const own = await as(roles.member).ownGraduation(one)
    const [certificate] = await ownCertificates()
    expect(own).toMatchObject({ graduation: 2, certificate: { validity: 'valid', number: certificate?.number } })
    expect(certificate).toMatchObject({ validity: 'valid', itemName: '新任经理训练营' })
    const expiresAt = own.certificate?.expiresAt ?? 0
    expect(expiresAt).toBeGreaterThan(platform.now + 364 * dayMs)
    const startedAt = platform.now
    platform.now = expiresAt
    const token = await buildSession(platform.db, roles.member, platform.now)
    const later = platform.client(graduation, token)
    expect((await later.ownGraduation(one)).certificate).toMatchObject({ validity: 'expired', expiresAt })
    platform.now = startedAt
    const credits = await platform.client(study, roles.member).creditRecords({ query: { type: 2 } })
    expect(credits.items).toMatchObject([{ source: '新任经理训练营', score: '200' }])
  })

  it('is taken back with a reason that the member reads; its certificate is revoked, and it can be given again', async () => {
    const one = await build()
    const certificateTemplateId = await buildTemplate(platform.db, { author: roles.owner, name: '可撤销的结业证' })
    await rule(one, { certificateTemplateId, creditHundredths: 100 })
    await read(one, roles.member)
    await graduate(one)
    await platform.runJobs()
    expect(await refusal(revoke(one, [roles.member], ' '))).toMatchObject({ errorCode: 60_105 })
    expect(await revoke(one, [roles.member, roles.colleague])).toEqual({ revoked: 1, left: 1 })
    expect(await revoke(one, [roles.member])).toEqual({ revoked: 0, left: 1 })
    expect(await as(roles.member).ownGraduation(one)).toMatchObject({ graduation: 1, certificate: null })
    expect((await ownCertificates())[0]).toMatchObject({ validity: 'revoked', revokeReason: '考勤有误' })
    expect(await newsOf()).toContain('class.graduation-revoked')
    platform.now += 1000
    await graduate(one)
    await platform.runJobs()
    expect(await as(roles.member).ownGraduation(one)).toMatchObject({
      ...{ graduation: 2, graduatedAt: platform.now, certificate: { validity: 'valid' } },
    })
  })

  it('is weighed again of whoever has left and comes back; what was earned before stays', async () => {
    const one = await build()
    const certificateTemplateId = await buildTemplate(platform.db, { author: roles.owner, name: '两次结业' })
    await rule(one, { certificateTemplateId, creditHundredths: 300 })
    await read(one, roles.member, roles.colleague)
    await graduate(one)
    await platform.runJobs()
    const roster = platform.client(classes, roles.owner)
    const earned = async () =>
      (await ownCertificates()).filter(
        ({ validity, itemLink }) => validity === 'valid' && itemLink?.endsWith(one.params.id),
      )
    const before = await earned()
    expect(before).toHaveLength(1)
    const memberIds = [roles.member.id]
    await roster.removeParticipants({ ...one, body: { memberIds, reason: '调岗' } })
    expect(await earned()).toEqual(before)
    await roster.nominate({ ...one, body: { memberIds } })
    expect(await as(roles.member).ownGraduation(one)).toMatchObject({ graduation: 1, graduatedAt: null })
    expect(await as(roles.owner).graduationFigures(one)).toMatchObject({ participants: 2, graduated: 1, passing: 1 })
    expect((await as(roles.owner).graduationForecast({ ...one, query: { outcome: 'passing' } })).items).toMatchObject([
      { member: { id: roles.member.id }, graduatedAt: null, certificate: null },
    ])
    platform.now += 1000
    expect(await graduate(one)).toMatchObject({ memberCount: 1 })
    await platform.runJobs()
    expect(await as(roles.member).ownGraduation(one)).toMatchObject({ graduation: 2, graduatedAt: platform.now })
    expect(await earned()).toEqual(before)
    const credits = await platform.client(study, roles.member).creditRecords({ query: { type: 2, pageSize: 100 } })
    expect(credits.items.filter(({ businessId }) => businessId === one.params.id)).toHaveLength(1)
    expect(await revoke(one, [roles.member])).toEqual({ revoked: 1, left: 0 })
    expect(await earned()).toEqual([])
  })

  it('belongs to those who run the class; nobody graduates by oneself', async () => {
    const one = await build({ participants: [roles.owner.id, roles.member.id, roles.colleague.id] })
    await rule(one, { requiresActivities: false })
    const staffAlone = {
      owner: 'accepted',
      administrator: 'accepted',
      colleague: 10_138,
      member: 10_138,
      stranger: 10_138,
      otherCompany: 64_104,
      nobody: 401,
    } as const
    const memberIds = [roles.member.id]
    const revocation = { memberIds, reason: '核对' }
    const conditions = { ...newConditions, requiresActivities: false }
    const choice = { memberIds, isForced: false, reason: '' }
    const state = async () => (await as(roles.owner).graduationFigures(one)).graduated
    await proves('TRAINING-014', async () => {
      await expectRoles(roles, {
        rule: { ...staffAlone, call: (caller) => as(caller).graduationRule(one) },
        forecast: { ...staffAlone, call: (caller) => as(caller).graduationForecast(one) },
        figures: { ...staffAlone, call: (caller) => as(caller).graduationFigures(one) },
        batch: { ...staffAlone, call: (caller) => as(caller).graduationBatch(one) },
        changeRule: { ...staffAlone, call: (caller) => as(caller).changeGraduationRule({ ...one, body: conditions }) },
        settle: { ...staffAlone, call: (caller) => as(caller).settleRetraining({ ...one, body: { memberIds } }) },
        revoke: { ...staffAlone, state, call: (caller) => as(caller).revokeGraduations({ ...one, body: revocation }) },
      })
      for (const [caller, errorCode] of [
        [roles.stranger, 10_138],
        [roles.otherCompany, 64_104],
      ] as const)
        expect(await refusal(as(caller).graduate({ ...one, body: choice }))).toMatchObject({ errorCode })
    })
    expect(await refusal(graduate(one, [roles.owner]))).toMatchObject({ errorCode: 900_012 })
    expect(await graduate(one)).toMatchObject({ memberCount: 2 })
    await platform.runJobs()
    expect(await stateOf(one, roles.owner)).toBe(1)
    expect(await refusal(as(roles.stranger).ownGraduation(one))).toMatchObject({ errorCode: 389_005 })
    expect(await refusal(as(roles.otherCompany).ownGraduation(one))).toMatchObject({ errorCode: 64_104 })
    expect(await as(roles.administrator).ownGraduation(one)).toMatchObject({ graduation: null, standings: [] })
  })

  it('is not changed any more in a closed class, nor given in a revoked one', async () => {
    const closed = await build({ closedAt: platform.now, graduates: [roles.member.id] })
    const edits = [
      rule(closed),
      graduate(closed),
      graduate(closed, [roles.colleague], '特批'),
      revoke(closed, [roles.member]),
    ]
    await proves(['TRAINING-016', 'TRAINING-017'], async () => {
      for (const refused of await refusals(edits)) expect(refused).toMatchObject({ status: 422, errorCode: 60_131 })
    })
    const revoked = await build({ status: 'off-shelf' })
    expect(await refusal(graduate(revoked))).toMatchObject({ errorCode: 60_139 })
    expect(await refusal(as(roles.member).ownGraduation(revoked))).toMatchObject({ errorCode: 60_139 })
    const draft = await build({ status: 'draft', participants: [] })
    expect(await refusal(graduate(draft))).toMatchObject({ errorCode: NOBODY_TO_GRADUATE.code })
  })
})
