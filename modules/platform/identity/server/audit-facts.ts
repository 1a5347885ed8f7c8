/** The facts in audit entries about rows of identity: names instead of ids, and no secrets. */
import { sql } from 'kysely'
import type { Context } from '#server/module.ts'
import type { RoleGrant } from '../contract/roles.ts'
import type { IdentityDb } from './db.ts'
import { pathOf } from './organizations.ts'

interface Facts {
  readonly name: string
  readonly facts: Readonly<Record<string, unknown>>
}

type Audit = Pick<Context, 'audit'>['audit']
type Load = (db: IdentityDb, companyId: string, ids: readonly string[]) => Promise<Map<string, Facts>>

function factsById<Row extends { id: string; label: string }>(rows: readonly Row[]): Map<string, Facts> {
  return new Map(rows.map(({ id, label, ...facts }) => [id, { name: label, facts }]))
}

export const memberFacts: Load = async (db, companyId, ids) => {
  const { rows } = await sql<{ id: string; label: string }>`
    select m.id, m.full_name as label, m.name as "memberName", m.full_name as "fullName", o.name as organization,
      m.staff_number as "staffNumber", m.phone, m.email, m.sex, p.name as position, m.job_name as "jobName",
      m.person_type as "personType", m.bio, m.hired_on::text as "hiredOn", s.full_name as superior, m.enabled,
      c.locked_until as "lockedUntil"
    from identity.member m join identity.organization o on o.id = m.organization_id
    join identity.credential c on c.member_id = m.id
    left join identity.position p on p.id = m.position_id left join identity.member s on s.id = m.superior_id
    where m.id = any(${[...ids]}::uuid[]) and m.company_id = ${companyId}
    order by m.id`.execute(db)
  return factsById(rows)
}

export const organizationFacts: Load = async (db, companyId, ids) => {
  const { rows } = await sql<{ id: string; label: string }>`
    select o.id, o.name as label, o.name, o.code, o.sort, o.enabled, ${pathOf('o.parent_id')} as above,
      case when o.merged_into_id is not null then true end as gone
    from identity.organization o
    where o.id = any(${[...ids]}::uuid[]) and o.company_id = ${companyId}`.execute(db)
  return factsById(rows)
}

export const positionFacts: Load = async (db, companyId, ids) => {
  const { rows } = await sql<{ id: string; label: string }>`
    select p.id, p.name as label, p.name from identity.position p
    where p.id = any(${[...ids]}::uuid[]) and p.company_id = ${companyId}`.execute(db)
  return factsById(rows)
}

interface About {
  readonly type: 'member' | 'organization' | 'position'
  readonly load: Load
  /** The rows that exist before the change. */
  readonly ids: readonly string[]
  readonly companyId: string
}

/** Changes rows, and records the facts of each before and after. */
export async function auditing<T>(
  db: IdentityDb,
  audit: Audit,
  { type, load, ids, companyId }: About,
  change: () => Promise<T>,
): Promise<T> {
  const before = await load(db, companyId, ids)
  const result = await change()
  const after = await load(db, companyId, ids)
  for (const id of ids) {
    const known = after.get(id) ?? before.get(id)
    if (!known) continue
    audit({ type, id, name: known.name, before: before.get(id)?.facts ?? {}, after: after.get(id)?.facts ?? {} })
  }
  return result
}

/** Adds a row and records its facts. */
export async function auditingNew<T extends { readonly id: string }>(
  db: IdentityDb,
  audit: Audit,
  { type, load, companyId }: Omit<About, 'ids'>,
  create: () => Promise<T>,
): Promise<T> {
  const result = await create()
  const after = (await load(db, companyId, [result.id])).get(result.id)
  if (after) audit({ type, id: result.id, name: after.name, before: {}, after: after.facts })
  return result
}

/** Undefined: the row did not exist, or exists no longer. */
export function auditGrant(audit: Audit, before: RoleGrant | undefined, after: RoleGrant | undefined): void {
  const known = after ?? before
  if (!known) return
  const factsOf = (grant: RoleGrant | undefined) =>
    grant ? { role: grant.role, organization: grant.organizationName, enabled: grant.enabled } : {}
  audit({
    type: 'role-grant',
    id: known.memberId,
    name: known.memberFullName,
    before: factsOf(before),
    after: factsOf(after),
  })
}
