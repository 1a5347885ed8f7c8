/**
 * Role matrices: what each call on an object answers to everybody who could ask for it. One table a call names all seven
 * roles, so that none is forgotten, and the whole matrix is compared at once.
 */
import { beforeAll, expect } from 'vitest'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
  type MemberInput,
} from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from './harness.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'

/**
 * The owner, an administrator and a member of the object; a colleague of their organization; a stranger of another
 * organization of the company; somebody of another company; and nobody, without a token.
 */
const memberRoles = ['owner', 'administrator', 'member', 'colleague', 'stranger', 'otherCompany'] as const

/** The refused come before the accepted, so that what they must not change is still there. */
const callOrder = ['nobody', ...memberRoles.toReversed()] as const

export type RoleName = (typeof callOrder)[number]

/** The members of a matrix; `of(role)` is undefined for nobody. */
export interface Roles extends Readonly<Record<(typeof memberRoles)[number], BuiltMember>> {
  readonly companyId: string
  /** The organization of everybody but the stranger, who works elsewhere in the company. */
  readonly organizationId: string
  of(role: RoleName): BuiltMember | undefined
}

export interface RoleTable extends Readonly<Record<RoleName, Outcome>> {
  /** The call as one of them. It may make an object of its own; nobody has no member. */
  readonly call: (caller: BuiltMember | undefined) => Promise<unknown>
  /** What the call is about; who is refused leaves it as it was. */
  readonly state?: () => Promise<unknown>
}

type Grants = Readonly<Partial<Record<(typeof memberRoles)[number], MemberInput['roles']>>>

/**
 * One set of members for all tests of a file, made before the first one. They have no permission but by what `grants`
 * gives them, each on the organization that is theirs.
 */
export function testRoles(platform: TestPlatform, grants: Grants = {}): Roles {
  const roles = { of: (role: RoleName) => (role === 'nobody' ? undefined : roles[role]) } as Roles
  beforeAll(async () => {
    const companyId = await buildCompany(platform.db)
    const organization = (name: string) => buildOrganization(platform.db, { companyId, parentId: companyId, name })
    const [organizationId, elsewhere] = [await organization('研发部'), await organization('市场部')]
    const otherCompany = await buildCompany(platform.db)
    Object.assign(roles, { companyId, organizationId })
    for (const role of memberRoles) {
      const home = { companyId, organizationId: role === 'stranger' ? elsewhere : organizationId }
      const input = role === 'otherCompany' ? { companyId: otherCompany } : home
      Object.assign(roles, {
        [role]: await buildMember(platform.db, { ...input, fullName: role, roles: grants[role] ?? [] }),
      })
    }
  })
  return roles
}

/** Calls everything as everybody and compares all that came out with the tables. */
export async function expectRoles(roles: Roles, tables: Readonly<Record<string, RoleTable>>): Promise<void> {
  const found: Record<string, Partial<Record<RoleName, Outcome>>> = {}
  const expected: typeof found = {}
  const changes: string[] = []
  for (const [name, table] of Object.entries(tables)) {
    const row: Partial<Record<RoleName, Outcome>> = {}
    for (const role of callOrder) {
      const before = JSON.stringify(await table.state?.())
      row[role] = await outcomeOf(table.call(roles.of(role)))
      const isChanged = JSON.stringify(await table.state?.()) !== before
      if (isChanged && row[role] !== 'accepted') changes.push(`${name}: the refused ${role} changed it`)
    }
    found[name] = row
    expected[name] = Object.fromEntries(callOrder.map((role) => [role, table[role]]))
  }
  expect(found).toEqual(expected)
  expect(changes).toEqual([])
}
