import { beforeAll, describe, expect, it } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { buildPush } from './pushes.fixture.ts'

const platform = testPlatform()
const dayMs = 86_400_000
let chief: BuiltMember
let branch: BuiltMember
let people: { readonly id: string; readonly taskStatus?: 1 | 2 | 3 }[]

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  const sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  branch = await buildMember(platform.db, { companyId, organizationId: sales, roles: ['branch-manager'] })
  const [one, other, third] = [
    await buildMember(platform.db, { companyId, organizationId: sales }),
    await buildMember(platform.db, { companyId, organizationId: sales }),
    await buildMember(platform.db, { companyId }),
  ]
  people = [{ id: one.id, taskStatus: 3 }, { id: other.id, taskStatus: 2 }, { id: third.id }]
})

const taskFigure = async (member: BuiltMember, key: string) => {
  const { figures } = await platform.client(operations, member).overview()
  return figures.find((figure) => figure.key === key)
}
const push = (author: BuiltMember, cutOffAt: number | null, extra: object = {}) =>
  buildPush(platform.db, { author, cutOffAt, members: people, now: platform.now, ...extra })

describe('learning tasks on the overview', () => {
  it('are done of those under way, and overdue from the cut-off on for 90 days, of what the caller manages', async () => {
    const { now } = platform
    await push(chief, null)
    await push(branch, now + 1)
    await push(chief, now)
    await push(branch, now - 90 * dayMs + 1)
    await push(chief, now - 90 * dayMs)
    await push(chief, null, { publishedAt: null, members: [] })
    // Without an end, from the last year and from before.
    await push(chief, null, { publishedAt: now - 365 * dayMs + 1 })
    await push(chief, null, { publishedAt: now - 365 * dayMs })
    expect(await taskFigure(chief, 'pushes.done')).toMatchObject({ value: 3, of: 9 })
    expect(await taskFigure(branch, 'pushes.done')).toMatchObject({ value: 1, of: 3 })
    expect(await taskFigure(chief, 'pushes.overdue')).toMatchObject({ value: 4 })
    expect(await taskFigure(branch, 'pushes.overdue')).toMatchObject({ value: 2 })
  })
})
