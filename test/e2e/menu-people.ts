/** Whose menus are walked: each role, with a grant on the whole company or on a department, and roles that a company makes. */
import type { Role } from '#modules/platform/identity/contract/shapes.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { type Permission, permissions } from '#modules/platform/identity/server/permissions.ts'
import type { SampleCompany } from '#test/rules/companies.ts'
import { inTurn } from '#test/sampled.ts'
import type { Account, Platform } from './platform.ts'

export interface Person {
  readonly title: string
  readonly role?: Role
  /** A role of the company: a copy of a built-in one with further permissions. */
  readonly copyOf?: Role
  readonly also?: Permission
  /** The grant, and the member, belong to a department; to the whole company where nothing is said. */
  readonly ofDepartment?: true
  readonly width?: number
  /** Only what the administration's menu leads to: the rest is what every learner has. */
  readonly isAdministrationOnly?: true
}

const always: readonly Person[] = [
  { title: 'an administrator of a department', role: 'super-admin', ofDepartment: true },
  { title: 'a learner' },
]

/** Their screens are among those of the administrator: each run walks one of them, another one for each commit. */
const covered: readonly Person[] = [
  { title: 'a teacher of a class', role: 'class-teacher', ofDepartment: true },
  { title: 'a lecturer', role: 'lecturer' },
]

/** A role with one permission shows which screen relies on a second one. */
const ofOnePermission = permissions.flatMap((permission): Person[] => {
  const holder: Person = { title: permission, copyOf: 'learner', also: permission, isAdministrationOnly: true }
  const title = `a role with ${permission} alone`
  return [
    { ...holder, title: `${title}, in the company` },
    { ...holder, title: `${title}, in a department`, ofDepartment: true },
  ]
})

const further: readonly Person[] = [
  { title: 'a lecturer who follows learners, by a role of the company', copyOf: 'lecturer', also: 'course.progress' },
  { title: 'staff of a class', role: 'class-staff', ofDepartment: true },
  { title: 'the manager of a branch', role: 'branch-manager', ofDepartment: true },
  { title: 'a member of a branch', role: 'branch-member', ofDepartment: true },
  { title: 'an approver', role: 'approver' },
  { title: 'a proctor', role: 'proctor' },
  { title: 'a grader', role: 'grader', ofDepartment: true },
  { title: 'an expert', role: 'expert' },
  { title: 'a purchaser', role: 'purchaser' },
  ...ofOnePermission,
]

const long: readonly Person[] = [
  ...always,
  ...covered,
  { title: 'an administrator of the company', role: 'super-admin' },
  { title: 'a manager of the company', role: 'admin' },
  { title: 'a manager of a department', role: 'admin', ofDepartment: true },
  { title: 'a learner on a phone', width: 390 },
  ...further,
]

/** A role that the company has made stands for the further ones; the long version walks them all. */
const madeRole = further.filter(({ copyOf }) => copyOf !== undefined).slice(0, 1)

export const menuPeople = process.env.JOURNEYS === 'all' ? long : [...always, ...inTurn([...covered, ...madeRole])]

export async function buildPerson(platform: Platform, company: SampleCompany, person: Person): Promise<Account> {
  const { companyId } = company
  const organizationId = person.ofDepartment ? company.organizationId : companyId
  const fullName = '试用者'
  const roles = person.role ? [person.role] : []
  const member = await buildMember(platform.db, { companyId, organizationId, fullName, roles, now: Date.now() })
  if (person.copyOf) await grantCopy(platform, company, { ...person, memberId: member.id, organizationId })
  return { id: member.id, companyId, name: member.name, fullName }
}

interface Copy extends Person {
  readonly memberId: string
  readonly organizationId: string
}

/** By the calls that an administrator makes. */
async function grantCopy({ origin }: Platform, { chief }: SampleCompany, copy: Copy): Promise<void> {
  const { copyOf, also, memberId, organizationId } = copy
  const ask = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const headers = { authorization: `Bearer ${chief.token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/v1/human/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { readonly role: string }
  }
  const { role } = await ask('POST', 'custom-role', { name: '定制角色', copyOf })
  if (also) await ask('PUT', 'role/permission', { role, permission: also, allowed: true })
  await ask('POST', 'role-grant', { memberId, role, organizationId })
}
