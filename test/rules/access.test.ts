/**
 * The matrix: every call as nobody, as each role, as one whose token is nonsense. What the contract and the permission
 * table say is what the server does, for calls that are written tomorrow too.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { permissions } from '#modules/platform/identity/server/permissions.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { accessProblems, buildRoles, inputAboutNothing, permissionOf, type RoleTokens } from './access.ts'
import { listCalls, send } from './calls.ts'

const platform = testPlatform()
const calls = listCalls(serverModules)
let shared: RoleTokens
let branchChief: string

beforeAll(async () => {
  shared = await buildRoles(platform)
  const companyId = await buildCompany(platform.db, undefined, platform.now)
  const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
  const chief = { companyId, organizationId, roles: ['super-admin'], now: platform.now } as const
  branchChief = (await buildMember(platform.db, chief)).token
})

describe('the contracts', () => {
  it('ask for permissions that exist', () => {
    const unknown = calls.filter((call) => {
      const permission = permissionOf(call)
      return permission !== undefined && !permissions.includes(permission)
    })
    expect(unknown.map((call) => call.name)).toEqual([])
  })

  it('give each call a method and path of its own', () => {
    const addresses = calls.flatMap(({ endpoint }) =>
      [endpoint.path, ...(endpoint.aliases ?? [])].map(
        (path) => `${endpoint.method} ${path.replace(/\{\w+\}/g, '{}')}`,
      ),
    )
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })
})

describe.each(calls.map((call) => [call.name, call] as const))('%s', (_, call) => {
  const isPublic = call.endpoint.access === 'public'

  it(isPublic ? 'is open to everybody' : 'asks nobody to sign in', async () => {
    const answer = await send(platform.app, call.endpoint, inputAboutNothing(call, 0))
    expect(answer.statusCode).toBeLessThan(500)
    if (isPublic) return
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ message: expect.any(String) })
  })

  it('takes a token that it does not know for none', async () => {
    const options = { token: 'x'.repeat(43), address: '10.0.0.1' }
    const answer = await send(platform.app, call.endpoint, inputAboutNothing(call, 1), options)
    expect(answer.statusCode).toBeLessThan(500)
    if (!isPublic) expect(answer.statusCode).toBe(401)
  })

  it('[SHELL-121] answers each role as the matrix says', async () => {
    const problems = await accessProblems(platform, call, shared)
    expect(problems, problems.join(', ')).toEqual([])
  })
})

const companyWide = calls.filter(({ endpoint: { access } }) => typeof access === 'object' && access.wholeCompany)

describe('what all organizations of a company share', () => {
  it.each(companyWide.map((call) => [call.name, call] as const))('%s is not for the chief of one', async (_, call) => {
    const options = { token: branchChief, address: '10.0.0.2' }
    const answer = await send(platform.app, call.endpoint, inputAboutNothing(call, 3), options)
    expect([answer.statusCode, answer.json().errorCode]).toEqual([403, 10138])
  })
})
