/** The facts in audit entries about rows of identity: names instead of ids, and no secrets. */
import { sql } from 'kysely'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { Context } from '#server/module.ts'
import type { RoleGrant } from '../contract/roles.ts'
import type { IdentityDb } from './db.ts'
import { pathOf } from './organizations.ts'

async function memberFacts(db: IdentityDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select m.id, m.full_name as label, m.name as "memberName", m.full_name as "fullName", o.name as organization,
      m.staff_number as "staffNumber", m.phone, m.email, m.sex, p.name as position, m.job_name as "jobName",
      m.person_type as "personType", m.bio, m.hired_on::text as "hiredOn", s.full_name as superior, m.enabled,
      c.locked_until as "lockedUntil"
    from identity.member m join identity.organization o on o.id = m.organization_id
    join identity.credential c on c.member_id = m.id
    left join identity.position p on p.id = m.position_id left join identity.member s on s.id = m.superior_id
    where m.id = any(${[...ids]}::uuid[]) and m.company_id = ${companyId}`.execute(db)
  return rows
}

async function organizationFacts(db: IdentityDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select o.id, o.name, o.code, o.sort, o.enabled, ${pathOf('o.parent_id')} as above,
      case when o.merged_into_id is not null then true end as gone
    from identity.organization o
    where o.id = any(${[...ids]}::uuid[]) and o.company_id = ${companyId}`.execute(db)
  return rows
}

async function positionFacts(db: IdentityDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select p.id, p.name from identity.position p
    where p.id = any(${[...ids]}::uuid[]) and p.company_id = ${companyId}`.execute(db)
  return rows
}

export const { auditing, auditingNew } = audited<IdentityDb, 'member' | 'organization' | 'position'>({
  member: memberFacts,
  organization: organizationFacts,
  position: positionFacts,
})

/** Undefined: the row did not exist, or exists no longer. */
export function auditGrant(audit: Context['audit'], before: RoleGrant | undefined, after: RoleGrant | undefined): void {
  const known = after ?? before
  if (!known) return
  const factsOf = (grant: RoleGrant | undefined) =>
    grant ? { role: grant.roleName || grant.role, organization: grant.organizationName, enabled: grant.enabled } : {}
  audit({
    type: 'role-grant',
    id: known.memberId,
    name: known.memberFullName,
    before: factsOf(before),
    after: factsOf(after),
  })
}
