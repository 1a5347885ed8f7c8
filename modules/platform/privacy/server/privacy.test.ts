import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { privacy } from '#modules/platform/privacy/contract.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { eraseDueJob } from './erase-member.ts'
import { expireExportsJob } from './make-export.ts'

const dayMs = 86_400_000
const collected: string[] = []
let stumbles = 0

/** The last module to erase: it sees the rows that the others left, and can be made to fail. */
const last = serverModule({
  name: 'planted',
  contract: {},
  routes: {},
  extensions: [
    personalData({
      module: 'planted',
      async collect(_db, { memberId }) {
        collected.push(memberId)
        const rows = [{ note: '<script>alert(1)</script>', created_at: 1_700_000_000_000 }]
        return [{ name: 'notes', title: { cn: '笔记', en: 'Notes' }, rows }]
      },
      async erase() {
        if (stumbles === 0) return
        stumbles -= 1
        throw new Error('killed in the middle')
      },
    }),
  ],
})

const platform = testPlatform({ modules: [...serverModules, last] })
let companyId: string
let chief: BuiltMember
let member: BuiltMember

async function setPassword(of: BuiltMember, password: string): Promise<void> {
  const { hash } = await import('@node-rs/argon2')
  const table = sql.table('identity.credential')
  await sql`update ${table} set password_hash = ${await hash(password)} where member_id = ${of.id}`.execute(
    platform.root,
  )
}

beforeEach(async () => {
  const now = platform.now
  companyId = await buildCompany(platform.db, undefined, now)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], fullName: '孙主管', now })
  member = await buildMember(platform.db, { companyId, fullName: '欧阳青竹', now })
})

const of = (who: BuiltMember) => platform.client(privacy, who)

async function copyOf(who: BuiltMember, id: string): Promise<Record<string, Uint8Array>> {
  const { url } = await of(who).exportAddress({ params: { id } })
  const answer = await platform.app.inject({ url, headers: { authorization: `Bearer ${who.token}` } })
  expect(answer.statusCode).toBe(200)
  return unzipSync(answer.rawPayload)
}

async function eraseDue(): Promise<void> {
  await enqueue(platform.db, eraseDueJob, {})
  await platform.runJobs()
}

describe('an export of own data', () => {
  it('has the data of every module as JSON and as a page in both languages, and a message announces it', async () => {
    const asked = await of(member).requestExport()
    expect(asked).toMatchObject({ state: 'waiting', mayDownload: false })
    await platform.runJobs()
    const [ready] = (await of(member).ownPrivacy()).exports
    expect(ready).toMatchObject({ state: 'ready', mayDownload: true, expiresAt: platform.now + 7 * dayMs })
    const files = await copyOf(member, asked.id)
    const profile = JSON.parse(strFromU8(files['data/identity-profile.json'] ?? new Uint8Array()))
    expect(profile).toMatchObject({ title: { cn: '个人资料', en: 'Profile' }, rows: [{ full_name: '欧阳青竹' }] })
    const page = strFromU8(files['index.html'] ?? new Uint8Array())
    expect(page).toContain('欧阳青竹')
    expect(page).toContain('Copy of personal data')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script>')
    expect(page).toContain('2023-11-14T22:13:20.000Z')
    const modules = new Set(Object.keys(files).map((name) => /^data\/(\w+)-/.exec(name)?.[1]))
    for (const owner of personalData.all()) expect(modules).toContain(owner.module)
    const task = await platform.client(operations, member).taskById({ params: { id: asked.id } })
    expect(task).toMatchObject({ state: 'done', kind: 'data-export' })
    const { rows } = await sql<{ type: string }>`select m.type from ${sql.table('messages.notification')} n
      join ${sql.table('messages.message')} m on m.id = n.message_id where n.member_id = ${member.id}`.execute(
      platform.root,
    )
    expect(rows).toEqual([{ type: 'privacy.export-ready' }])
  })

  it('runs one at a time', async () => {
    await of(member).requestExport()
    expect(await refusal(of(member).requestExport())).toMatchObject({ status: 422, errorCode: 20310 })
    expect(await refusal(of(chief).exportMember({ body: { memberId: member.id } }))).toMatchObject({ errorCode: 20310 })
    await platform.runJobs()
    expect((await of(member).requestExport()).state).toBe('waiting')
    await platform.runJobs()
  })

  it('can be repeated after a cancellation', async () => {
    const { id } = await of(member).requestExport()
    const tasks = platform.client(operations, member)
    await tasks.cancelTask({ params: { id } })
    await platform.runJobs()
    expect((await of(member).ownPrivacy()).exports[0]).toMatchObject({ state: 'failed' })
    await tasks.retryTask({ params: { id } })
    await platform.runJobs()
    expect((await of(member).ownPrivacy()).exports[0]).toMatchObject({ state: 'ready' })
  })

  it('is deleted after seven days', async () => {
    const { id } = await of(member).requestExport()
    await platform.runJobs()
    platform.now += 7 * dayMs
    const again = { ...member, token: (await buildSessionOf(member)).token }
    expect(await refusal(of(again).exportAddress({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    await enqueue(platform.db, expireExportsJob, {})
    await platform.runJobs()
    expect((await of(again).ownPrivacy()).exports).toEqual([expect.objectContaining({ state: 'expired' })])
    expect(await platform.outside.storage.stat(id)).toBeUndefined()
  })

  it('is accessible to its member and requester only, and its download is logged', async () => {
    const other = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    const { id } = await of(chief).exportMember({ body: { memberId: member.id } })
    await platform.runJobs()
    expect(await refusal(of(other).exportAddress({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    await copyOf(member, id)
    expect(Object.keys(await copyOf(chief, id))).toContain('index.html')
    const { items } = await platform.client(operations, chief).listAudit({ query: { subjectId: member.id } })
    expect(items.map((item) => [item.action, item.actorId])).toEqual([
      ['privacy.exportAddress', chief.id],
      ['privacy.exportMember', chief.id],
    ])
    expect((await of(other).listExports()).items[0]).toMatchObject({ id, mayDownload: false })
  })

  it('is refused for a member of another company, and to the administrator of a single organization', async () => {
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await refusal(of(chief).exportMember({ body: { memberId: stranger.id } }))).toMatchObject({
      errorCode: 900005,
    })
    const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const local = await buildMember(platform.db, {
      companyId,
      organizationId,
      roles: ['super-admin'],
      now: platform.now,
    })
    expect(await refusal(of(local).exportMember({ body: { memberId: member.id } }))).toMatchObject({ errorCode: 10138 })
  })
})

async function buildSessionOf({ id, companyId: company }: BuiltMember): Promise<{ token: string }> {
  const { buildSession } = await import('#modules/platform/identity/server/members.fixture.ts')
  return { token: await buildSession(platform.db, { id, companyId: company }, platform.now) }
}

describe('the erasure of a member', () => {
  it('requires the password, waits seven days, and can be cancelled', async () => {
    await setPassword(member, 'Abc123!x')
    expect(await refusal(of(member).requestErasure({ body: { password: 'wrong' } }))).toMatchObject({
      errorCode: 20188,
    })
    const asked = await of(member).requestErasure({ body: { password: 'Abc123!x' } })
    expect(asked).toMatchObject({ state: 'waiting', dueAt: platform.now + 7 * dayMs })
    const twice = of(member).requestErasure({ body: { password: 'Abc123!x' } })
    expect(await refusal(twice)).toMatchObject({ errorCode: 20311 })
    expect(await of(member).cancelErasure()).toMatchObject({ state: 'cancelled', cancelledBy: member.id })
    expect(await refusal(of(member).cancelErasure())).toMatchObject({ errorCode: 900005 })
    platform.now += 8 * dayMs
    await eraseDue()
    const again = await buildSessionOf(member)
    expect((await platform.client(privacy, again).ownPrivacy()).erasure?.state).toBe('cancelled')
  })

  it('is not executed after a cancellation, even if its job is already enqueued', async () => {
    await of(chief).eraseMember({ body: { memberId: member.id, graceDays: 0 } })
    expect(await of(member).cancelErasure()).toMatchObject({ state: 'cancelled' })
    await platform.runJobs()
    expect((await of(member).ownPrivacy()).erasure?.state).toBe('cancelled')
  })

  it('locks the account after too many wrong passwords', async () => {
    await setPassword(member, 'Abc123!x')
    const tries: (number | undefined)[] = []
    for (let count = 0; count < 6; count += 1)
      tries.push((await refusal(of(member).requestErasure({ body: { password: 'wrong' } }))).errorCode)
    expect(tries.at(-1)).toBe(20173)
  })

  it('removes all personal data, ends the sessions, and leaves a certificate without personal data', async () => {
    await platform.client(identity, chief).changeMember({
      params: { id: member.id },
      body: { phone: '13812340099' },
    })
    await of(chief).eraseMember({ body: { memberId: member.id, graceDays: 7 } })
    platform.now += 7 * dayMs - 1
    await eraseDue()
    const early = await buildSessionOf(member)
    expect((await platform.client(privacy, early).ownPrivacy()).erasure?.state).toBe('waiting')
    platform.now += 1
    await eraseDue()
    await eraseDue()
    expect(await refusal(platform.client(privacy, early).ownPrivacy())).toMatchObject({ status: 401 })

    const late = await buildSessionOf(chief)
    const log = platform.client(operations, late)
    const { items } = await log.listAudit({ query: { action: 'privacy.erased' } })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ subjectType: 'member', subjectId: member.id, actorId: chief.id })
    expect(items[0]?.after?.modules).toEqual(personalData.all().map((owner) => owner.module))
    expect(JSON.stringify(items)).not.toContain('欧阳青竹')
    const about = await log.listAudit({ query: { subjectId: member.id } })
    const others = about.items.filter((item) => item.action !== 'privacy.erased')
    expect(others.length).toBeGreaterThan(0)
    expect(others.every((item) => item.isRedacted)).toBe(true)
    expect((await log.listAudit({ query: { keyword: '欧阳青竹' } })).recordCount).toBe(0)
    const [erasure] = (await platform.client(privacy, late).listErasures()).items
    expect(erasure).toMatchObject({ memberId: member.id, state: 'done' })
    const again = platform.client(privacy, late).exportMember({ body: { memberId: member.id } })
    expect(await refusal(again)).toMatchObject({ errorCode: 900005 })
    const { taskId } = await log.verifyAudit()
    await platform.runJobs()
    expect((await log.taskById({ params: { id: taskId } })).problemCount).toBe(0)
  })

  it('erases everything or nothing, and continues after a kill', async () => {
    await of(chief).eraseMember({ body: { memberId: member.id, graceDays: 0 } })
    stumbles = 1
    await expect(platform.runJobs()).rejects.toThrow('killed in the middle')
    expect((await of(member).ownPrivacy()).erasure?.state).toBe('waiting')
    platform.now += 1000
    await eraseDue()
    expect(await refusal(of(member).ownPrivacy())).toMatchObject({ status: 401 })
    const { items } = await platform.client(operations, chief).listAudit({ query: { action: 'privacy.erased' } })
    expect(items).toHaveLength(1)
  })

  it('never erases the last super administrator, neither at the request nor on the due date', async () => {
    const own = of(chief).requestErasure({ body: {} })
    expect(await refusal(own)).toMatchObject({ errorCode: 20195 })
    const second = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    await of(second).requestErasure({ body: {} })
    await of(chief).requestErasure({ body: {} })
    platform.now += 7 * dayMs
    await eraseDue()
    const { rows } = await sql<{ state: string }>`select state from ${sql.table('privacy.erasure')}
      where company_id = ${companyId} order by state`.execute(platform.root)
    expect(rows.map((row) => row.state)).toEqual(['blocked', 'done'])
  })

  it('is cancelled by the company’s administrators only', async () => {
    const asked = await of(member).requestErasure({ body: {} })
    const stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db),
      roles: ['super-admin'],
      now: platform.now,
    })
    const params = { params: { id: asked.id } }
    expect(await refusal(of(stranger).cancelErasureOf(params))).toMatchObject({ errorCode: 900005 })
    expect(await of(chief).cancelErasureOf(params)).toMatchObject({ state: 'cancelled', cancelledBy: chief.id })
    expect((await of(chief).listErasures()).items).toEqual([expect.objectContaining({ id: asked.id })])
  })

  it('requires the administrator’s own password', async () => {
    await setPassword(chief, 'Abc123!x')
    const body = { memberId: member.id, graceDays: 0, password: 'wrong' }
    expect(await refusal(of(chief).eraseMember({ body }))).toMatchObject({ errorCode: 20188 })
    await of(chief).eraseMember({ body: { ...body, password: 'Abc123!x' } })
    const { items } = await platform.client(operations, chief).listAudit({ query: { action: 'privacy.eraseMember' } })
    expect(JSON.stringify(items)).not.toContain('Abc123!x')
  })

  it('is refused for a member of another company, for a second request, for the last super administrator, and after wrong passwords', async () => {
    const erase = (memberId: string, password?: string) =>
      refusal(of(chief).eraseMember({ body: { memberId, graceDays: 7, password } }))
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await erase(stranger.id)).toMatchObject({ errorCode: 900005 })
    expect(await erase(chief.id)).toMatchObject({ errorCode: 20195 })
    await of(chief).eraseMember({ body: { memberId: member.id, graceDays: 7 } })
    expect(await erase(member.id)).toMatchObject({ errorCode: 20311 })
    await setPassword(chief, 'Abc123!x')
    const codes: (number | undefined)[] = []
    for (let count = 0; count < 6; count += 1) codes.push((await erase(member.id, 'wrong')).errorCode)
    expect(codes[0]).toBe(20188)
    expect(codes.at(-1)).toBe(20173)
  })

  it('finds members of the own company by name', async () => {
    const { items } = await of(chief).privacyMembers({ query: { keyword: '青竹' } })
    expect(items.map((item) => item.id)).toEqual([member.id])
  })
})
