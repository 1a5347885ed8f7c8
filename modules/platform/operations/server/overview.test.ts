import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { withTables } from '#server/db/connection.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { operations } from '../contract.ts'
import { overviewFigure } from './overview.ts'

const platform = testPlatform()
let companyId: string
let sales: string
let chief: BuiltMember
let branch: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  branch = await buildMember(platform.db, { companyId, organizationId: sales, roles: ['branch-manager'] })
  learner = await buildMember(platform.db, { companyId, organizationId: sales })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
  await buildFile(platform.db, { companyId, ownerId: chief.id })
  await buildFile(platform.db, { companyId, ownerId: learner.id })
})

const figuresOf = async (member: BuiltMember) => (await platform.client(operations, member).overview()).figures
const figureOf = async (member: BuiltMember, key: string) =>
  (await figuresOf(member)).find((figure) => figure.key === key)

describe('the overview', () => {
  it('counts the members of the organizations that the caller manages, and of no other company', async () => {
    expect(await figureOf(chief, 'identity.members')).toMatchObject({ value: 3, link: '/admin/members?enabled=true' })
    expect(await figureOf(branch, 'identity.members')).toMatchObject({ value: 2 })
    expect(await figureOf(stranger, 'identity.members')).toMatchObject({ value: 1 })
    const gone = await buildMember(platform.db, { companyId, organizationId: sales })
    expect(await figureOf(branch, 'identity.members')).toMatchObject({ value: 3 })
    await platform.client(identity, chief).changeMembers({ body: { memberIds: [gone.id], enabled: false } })
    expect(await figureOf(branch, 'identity.members')).toMatchObject({ value: 2 })
  })

  it('adds up what the company stores, for whoever manages the whole of it', async () => {
    expect(await figureOf(chief, 'files.storage')).toMatchObject({ value: 2048, unit: 'bytes' })
    expect(await figureOf(stranger, 'files.storage')).toMatchObject({ value: 0 })
    expect(await figureOf(branch, 'files.storage')).toBeUndefined()
    // The same permission, over a department only.
    const part = await buildMember(platform.db, { companyId, organizationId: sales, roles: ['super-admin'] })
    const keys = (await figuresOf(part)).map(({ key }) => key)
    expect(keys).toContain('topics.flagged')
    expect(keys).not.toContain('files.storage')
    expect(keys).not.toContain('certificates.expiring')
  })

  it('shows figures of screens that the caller may open, and none to a learner', async () => {
    const keys = (await figuresOf(chief)).map(({ key }) => key)
    expect(keys).toEqual([
      'courses.learnersToday',
      'pushes.done',
      'pushes.overdue',
      'courses.proofs',
      'paths.proofs',
      'approvals.running',
      'topics.flagged',
      'identity.members',
      'files.storage',
      'certificates.expiring',
    ])
    expect((await figuresOf(branch)).map(({ key }) => key)).toEqual([
      'courses.learnersToday',
      'pushes.done',
      'pushes.overdue',
      'paths.proofs',
      'identity.members',
    ])
    expect(await figuresOf(learner)).toEqual([])
  })

  const registered = (key: string) => {
    const figure = overviewFigure.all().find((one) => one.key === key)
    if (!figure) throw new Error(`no figure ${key}`)
    return figure
  }

  it('says of a figure that fails that it is unknown, and counts the others', async () => {
    const before = await figuresOf(chief)
    vi.spyOn(registered('pushes.done'), 'count').mockImplementation(async (db) => {
      await sql`select 1 / 0`.execute(withTables<unknown>(db))
      return { value: 1 }
    })
    const unknown = { value: null, of: undefined }
    const expected = before.map((one) => (one.key === 'pushes.done' ? { ...one, ...unknown } : one))
    expect(await figuresOf(chief)).toEqual(expected)
  })

  it('reads all figures over one connection', async () => {
    const used = new Set<number>()
    const keys = (await figuresOf(chief)).map(({ key }) => key)
    for (const key of keys) {
      vi.spyOn(registered(key), 'count').mockImplementation(async (db) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(withTables<unknown>(db))
        used.add(rows[0]?.pid ?? 0)
        return { value: 0 }
      })
    }
    await figuresOf(chief)
    expect([keys.length, used.size]).toEqual([10, 1])
  })

  it('is for members who are signed in', async () => {
    expect(await refusal(platform.client(operations).overview())).toMatchObject({ status: 401 })
  })
})
