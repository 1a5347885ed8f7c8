/** What a call answers each role, against what the contract and the permission table say. */
import { v7 as uuid } from 'uuid'
import { buildCompany, buildMembers } from '#modules/platform/identity/server/members.fixture.ts'
import { defaultPermissions, type permissions, roles } from '#modules/platform/identity/server/permissions.ts'
import type { TestPlatform } from '#test/harness.ts'
import { type Call, errorCodeOf, type Sent, send, validInput } from './calls.ts'
import { createRandom, seedOf } from './random.ts'

type Role = (typeof roles)[number]
type Permission = (typeof permissions)[number]

/** A well-formed call about things that do not exist, so that nothing but the right to call decides. */
export function inputAboutNothing(call: Call, round: number): Sent {
  return validInput(call.endpoint, createRandom(seedOf(call.name) + round), () => uuid())
}

export function permissionOf({ endpoint }: Call): Permission | undefined {
  return typeof endpoint.access === 'object' ? (endpoint.access.permission as Permission) : undefined
}

export type RoleTokens = ReadonlyMap<Role, string>

/** A company with one member of each role. */
export async function buildRoles(platform: TestPlatform, wanted: readonly Role[] = roles): Promise<RoleTokens> {
  const companyId = await buildCompany(platform.db, undefined, platform.now)
  const inputs = wanted.map((role) => ({ companyId, roles: role === 'learner' ? [] : [role], now: platform.now }))
  const members = await buildMembers(platform.db, inputs)
  return new Map(wanted.map((role, at) => [role, members[at]?.token ?? '']))
}

/** Where the answer to a role departs from the matrix; nothing where it does not. */
function problemOf(call: Call, role: Role, status: number, code: number | undefined): string | undefined {
  const permission = permissionOf(call)
  const allowed = permission === undefined || defaultPermissions[role].includes(permission)
  const answer = `${role}: ${status} ${code ?? ''}`
  if (status >= 500) return answer
  if (!allowed) return status === 403 && code === 10138 ? undefined : `${answer}, not refused`
  if (permission !== undefined && status === 403) return `${answer}, refused`
  if (call.endpoint.access !== 'public' && status === 401) return `${answer}, turned away`
  return undefined
}

/** `shared` members make the calls that change nothing; the others get members of their own. */
export async function accessProblems(platform: TestPlatform, call: Call, shared: RoleTokens): Promise<string[]> {
  const permission = permissionOf(call)
  const writes = call.endpoint.method !== 'GET' || call.endpoint.writes === true
  const writers = roles.filter((role) => permission === undefined || defaultPermissions[role].includes(permission))
  const own = writes ? await buildRoles(platform, writers) : new Map<Role, string>()
  const wrong: string[] = []
  for (const [index, role] of roles.entries()) {
    const token = own.get(role) ?? shared.get(role)
    const options = { token, address: `10.0.1.${index}` }
    const answer = await send(platform.app, call.endpoint, inputAboutNothing(call, 2 + index), options)
    const problem = problemOf(call, role, answer.statusCode, errorCodeOf(answer))
    if (problem) wrong.push(problem)
  }
  return wrong
}
