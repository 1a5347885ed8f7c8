/** The public identity of a member: expert, lecturer, class staff (IDENTITY-047), and its grade. */
import { sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { IdentityLabel, Role } from '../contract/shapes.ts'
import type { IdentityDb } from './db.ts'
import { gradeOf } from './grades.ts'

/** The roles of a member of the company; a member of another company is refused as not found. */
async function rolesOf(db: IdentityDb, companyId: string, memberId: string) {
  const { rows } = await sql<{ personType: 1 | 2 | 3; roles: Role[] }>`
    select m.person_type as "personType", array(select distinct g.role from identity.role_grant g
      where g.member_id = m.id and g.enabled) as roles
    from identity.member m where m.id = ${memberId} and m.company_id = ${companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** 0 super administrator, 1 administrator, 2 member. */
export function memberTypeOf(roles: readonly Role[]): 0 | 1 | 2 {
  if (roles.includes('super-admin')) return 0
  return roles.includes('admin') || roles.includes('branch-manager') ? 1 : 2
}

function labelOf(flags: { expert: boolean; lecturer: boolean; classStaff: boolean }): IdentityLabel {
  if (flags.expert) return 'expert'
  if (flags.lecturer) return 'lecturer'
  return flags.classStaff ? 'class-staff' : 'ordinary'
}

/**
 * Whether a member is an enabled lecturer by a directory of lecturers; undefined of a member who is not in it. The directory
 * registers itself. It knows who teaches, and the role who may write courses: where both speak, the directory counts.
 */
type LecturerRegister = (connection: Connection, companyId: string, memberId: string) => Promise<boolean | undefined>

export const lecturerRegister = extensionPoint<LecturerRegister>('identity.lecturer-register')

export async function memberIdentity(db: IdentityDb, companyId: string, memberId: string) {
  const { roles, personType } = await rolesOf(db, companyId, memberId)
  const registered = await lecturerRegister.all()[0]?.(db, companyId, memberId)
  const flags = {
    expert: roles.includes('expert'),
    lecturer: registered ?? roles.includes('lecturer'),
    classStaff: roles.includes('class-staff') || roles.includes('class-teacher'),
  }
  return {
    memberId,
    label: labelOf(flags),
    ...flags,
    personType,
    memberType: memberTypeOf(roles),
    buyerAccess: roles.includes('purchaser') || personType === 2,
  }
}

/** The points of a member in whole numbers: the balance and the total ever earned. The ledger registers itself. */
export type MemberPoints = (
  connection: Connection,
  companyId: string,
  memberId: string,
) => Promise<{
  readonly balance: number
  readonly earned: number
}>

export const memberPoints = extensionPoint<MemberPoints>('identity.member-points')

/** The grade depends on earned points, so that spending does not lower it. */
export async function memberGrade(db: IdentityDb, companyId: string, memberId: string) {
  await rolesOf(db, companyId, memberId)
  const points = await memberPoints.all()[0]?.(db, companyId, memberId)
  return { points: points?.balance ?? 0, integralGrade: gradeOf(points?.earned ?? 0) }
}
