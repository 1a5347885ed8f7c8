/**
 * The matrix: every call as nobody, as each role, as one whose token is nonsense. What the contract and the permission
 * table say is what the server does, for calls that are written tomorrow too.
 */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/identity/server/build.ts'
import { defaultPermissions, type Permission, permissions, roles } from '#modules/identity/server/permissions.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { type Call, errorCodeOf, listCalls, send, validInput } from './calls.ts'
import { createRandom, seedOf } from './random.ts'

const platform = testPlatform()
const calls = listCalls(serverModules)

/** A well-formed call about things that do not exist, so that nothing but the right to call decides. */
function inputOf(call: Call, round: number) {
  return validInput(call.endpoint, createRandom(seedOf(call.name) + round), () => uuid())
}

function permissionOf(call: Call): Permission | undefined {
  const { access } = call.endpoint
  return typeof access === 'object' ? (access.permission as Permission) : undefined
}

describe('every call', () => {
  it('asks for a permission that exists', () => {
    const unknown = calls.filter((call) => {
      const permission = permissionOf(call)
      return permission !== undefined && !permissions.includes(permission)
    })
    expect(unknown.map((call) => call.name)).toEqual([])
  })

  it('has a method and path of its own, aliases too', () => {
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

  it(isPublic ? 'is open to nobody in particular' : 'asks nobody to sign in', async () => {
    const answer = await send(platform.app, call.endpoint, inputOf(call, 0))
    expect(answer.statusCode).toBeLessThan(500)
    if (isPublic) return
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({ message: expect.any(String) })
  })

  it('takes a token that it does not know for none', async () => {
    const answer = await send(platform.app, call.endpoint, inputOf(call, 1), {
      token: 'x'.repeat(43),
      address: '10.0.0.1',
    })
    expect(answer.statusCode).toBeLessThan(500)
    if (!isPublic) expect(answer.statusCode).toBe(401)
  })

  it('answers each role as the matrix says', async () => {
    const companyId = await buildCompany(platform.db, `${call.name}`, platform.now)
    const permission = permissionOf(call)
    const wrong: string[] = []
    for (const [index, role] of roles.entries()) {
      const wish = { companyId, roles: role === 'learner' ? [] : [role], now: platform.now }
      const { token } = await buildMember(platform.db, wish)
      const options = { token, address: `10.0.1.${index}` }
      const answer = await send(platform.app, call.endpoint, inputOf(call, 2 + index), options)
      const allowed = permission === undefined || defaultPermissions[role].includes(permission)
      const told = `${role}: ${answer.statusCode} ${errorCodeOf(answer) ?? ''}`
      if (answer.statusCode >= 500) wrong.push(told)
      else if (!allowed && (answer.statusCode !== 403 || errorCodeOf(answer) !== 10138))
        wrong.push(`${told}, not refused`)
      else if (allowed && permission !== undefined && answer.statusCode === 403) wrong.push(`${told}, refused`)
      else if (allowed && answer.statusCode === 401 && !isPublic && errorCodeOf(answer) === undefined)
        wrong.push(`${told}, turned away`)
    }
    expect(wrong).toEqual([])
  })
})
