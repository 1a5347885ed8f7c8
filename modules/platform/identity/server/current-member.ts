/**
 * The signed-in member, which every screen loads first: one statement, or two if a grant covers a part of the company.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse, SIGN_IN_NEEDED } from '#kit/errors.ts'
import type { CurrentMember } from '../contract/profile.ts'
import type { Role } from '../contract/shapes.ts'
import type { IdentityDb } from './db.ts'
import { memberTypeOf } from './identities.ts'
import { timeZoneSql } from './time-zone.ts'

interface Row {
  memberName: string
  fullName: string
  headPortrait: string
  personType: 1 | 2 | 3
  organizationName: string
  companyName: string
  timeZone: string
  hasPassword: boolean
  hasSubordinates: boolean
}

export async function currentMember(db: IdentityDb, caller: Caller): Promise<CurrentMember> {
  const { rows } = await sql<Row>`
    select m.name as "memberName", m.full_name as "fullName", m.avatar_path as "headPortrait",
      m.person_type as "personType", o.name as "organizationName", company.name as "companyName",
      ${timeZoneSql(caller.companyId)} as "timeZone",
      c.password_hash is not null as "hasPassword",
      exists (select from identity.member below where below.superior_id = m.id) as "hasSubordinates"
    from identity.member m join identity.organization o on o.id = m.organization_id
    join identity.organization company on company.id = m.company_id
    join identity.credential c on c.member_id = m.id
    where m.id = ${caller.memberId}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(SIGN_IN_NEEDED)
  const roles = caller.roles as Role[]
  return {
    id: caller.memberId,
    memberName: row.memberName,
    fullName: row.fullName,
    headPortrait: row.headPortrait,
    organization: { id: caller.organizationId, name: row.organizationName },
    rootOrganization: { id: caller.companyId, name: row.companyName },
    roles,
    dataPermission: await dataPermission(db, caller),
    buyerAccess: roles.includes('purchaser') || row.personType === 2,
    personType: row.personType,
    memberType: memberTypeOf(roles),
    hasPassword: row.hasPassword,
    hasSubordinates: row.hasSubordinates,
    timeZone: row.timeZone,
  }
}

/** Grants with the organizations below them. A grant on the company is marked as such and lists none. */
async function dataPermission(db: IdentityDb, caller: Caller): Promise<CurrentMember['dataPermission']> {
  const partial = [...caller.permissions.values()].filter((ids) => !ids.includes(caller.companyId)).flat()
  const below = partial.length === 0 ? new Map<string, string[]>() : await organizationsByGrant(db, partial)
  return [...caller.permissions].map(([code, granted]) => {
    const wholeCompany = granted.includes(caller.companyId)
    const organizationIds = wholeCompany
      ? [caller.companyId]
      : [...new Set(granted.flatMap((id) => below.get(id) ?? []))]
    return { code, organizationIds, wholeCompany }
  })
}

async function organizationsByGrant(db: IdentityDb, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; below: string[] }>`
    select a.ancestor_id as id, array_agg(a.organization_id) as below from identity.organization_ancestor a
    join identity.organization o on o.id = a.organization_id and o.merged_into_id is null
    where a.ancestor_id = any(${[...new Set(ids)]}::uuid[]) group by a.ancestor_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.below]))
}
