/**
 * The places of a class: taken and freed, within its capacity and the quotas of organizations. Whoever changes one locks the
 * class first, so that of all who come at once one after the other looks for a place; the constraints of `class` and `quota`
 * hold besides.
 */
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { organizationsAboveSql, postsSql } from '#modules/platform/identity/server.ts'
import { CAPACITY_TOO_SMALL } from '../contract/codes.ts'
import type { OrganizationQuota } from '../contract/fields.ts'
import type { ClassesDb } from './db.ts'
import type { PlacedClass } from './placed-class.ts'

interface MemberQuota {
  readonly memberId: string
  readonly organizationId: string
  readonly left: number
}

/** Of each member the quota that counts: that of the lowest organization which has one. Members without one are missing. */
export const quotasOfSql = (companyId: string, classId: string, members: RawBuilder<unknown>) => sql<MemberQuota>`
  select distinct on (p.member_id) p.member_id as "memberId", q.organization_id as "organizationId", q.places - q.taken as "left"
  from ${postsSql(companyId)} p
  join ${organizationsAboveSql(companyId)} o on o.below_id = p.organization_id
  join classes.quota q on q.class_id = ${classId} and q.organization_id = o.id
  where p.member_id in ${members} order by p.member_id, o.level desc`

export interface Place {
  readonly memberId: string
  /** The quota of which the place is. */
  readonly quotaOrganizationId: string | null
}

/** Whoever is `without` a place: because the class is full, or a quota is used up. */
export interface Allocation {
  readonly placed: readonly Place[]
  readonly without: readonly string[]
  readonly isQuotaUsedUp: boolean
}

/** Takes places for these members in their order, as far as there are any. The class is locked. */
export async function takePlaces(
  db: ClassesDb,
  { id, companyId, capacity, placesTaken }: PlacedClass,
  memberIds: readonly string[],
): Promise<Allocation> {
  let left = capacity - placesTaken
  // Of a crowd that comes at once most find the class full: they hold its lock for no look at quotas.
  if (left < 1) return { placed: [], without: memberIds, isQuotaUsedUp: false }
  const { rows } = await quotasOfSql(companyId, id, sql`(select unnest(${[...memberIds]}::uuid[]))`).execute(db)
  const quotas = new Map(rows.map((row) => [row.memberId, row.organizationId]))
  const leftOf = new Map(rows.map((row) => [row.organizationId, row.left]))
  const placed: Place[] = []
  const without: string[] = []
  for (const memberId of memberIds) {
    const quota = quotas.get(memberId) ?? null
    const ofQuota = quota === null ? left : Math.min(left, leftOf.get(quota) ?? 0)
    if (ofQuota < 1) {
      without.push(memberId)
      continue
    }
    left -= 1
    if (quota !== null) leftOf.set(quota, (leftOf.get(quota) ?? 0) - 1)
    placed.push({ memberId, quotaOrganizationId: quota })
  }
  await count(db, id, placed, 1)
  return { placed, without, isQuotaUsedUp: without.length > 0 && left > 0 }
}

/** Gives places back. The class is locked. */
export function freePlaces(db: ClassesDb, classId: string, places: readonly Place[]): Promise<void> {
  return count(db, classId, places, -1)
}

async function count(db: ClassesDb, classId: string, places: readonly Place[], sign: 1 | -1): Promise<void> {
  if (places.length === 0) return
  await sql`update classes.class set places_taken = places_taken + ${sign * places.length} where id = ${classId}`.execute(
    db,
  )
  const ofQuotas = places.flatMap(({ quotaOrganizationId }) => quotaOrganizationId ?? [])
  if (ofQuotas.length === 0) return
  await sql`
    update classes.quota q set taken = q.taken + ${sign} * n.amount
    from (select id, count(*)::int as amount from unnest(${ofQuotas}::uuid[]) id group by id) n
    where q.class_id = ${classId} and q.organization_id = n.id`.execute(db)
}

/** Locks the places for a change of the capacity; refuses one below what is taken. */
export async function lockPlaces(db: ClassesDb, id: string, capacity: number): Promise<void> {
  const { rows } = await sql<{ placesTaken: number }>`
    select places_taken as "placesTaken" from classes.class where id = ${id} for no key update`.execute(db)
  const enrolled = rows[0]?.placesTaken ?? 0
  if (enrolled > capacity) throw refuse(CAPACITY_TOO_SMALL, { enrolled })
}

export async function quotasOf(db: ClassesDb, classId: string): Promise<OrganizationQuota[]> {
  const { rows } = await sql<OrganizationQuota>`
    select q.organization_id as "organizationId", q.places from classes.quota q
    where q.class_id = ${classId} order by q.organization_id`.execute(db)
  return rows
}

/** Writes the quotas of a class whose places are locked. What was taken of them stays with who took it. */
export async function changeQuotas(
  db: ClassesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  quotas: readonly OrganizationQuota[],
): Promise<void> {
  const wished = JSON.stringify(
    quotas.map(({ organizationId, places }) => ({ organization_id: organizationId, places })),
  )
  const { rows } = await sql<{ enrolled: number }>`
    select q.taken as enrolled from classes.quota q
    join jsonb_to_recordset(${wished}::jsonb) as w(organization_id uuid, places int) using (organization_id)
    where q.class_id = ${id} and q.taken > w.places limit 1`.execute(db)
  if (rows[0]) throw refuse(CAPACITY_TOO_SMALL, rows[0])
  await sql`
    update classes.enrollment e set quota_organization_id = null where e.class_id = ${id}
      and e.quota_organization_id is not null
      and e.quota_organization_id not in (
        select w.organization_id from jsonb_to_recordset(${wished}::jsonb) as w(organization_id uuid))`.execute(db)
  await sql`
    delete from classes.quota where class_id = ${id} and organization_id not in (
      select w.organization_id from jsonb_to_recordset(${wished}::jsonb) as w(organization_id uuid))`.execute(db)
  await sql`
    insert into classes.quota (class_id, organization_id, company_id, places)
    select ${id}, w.organization_id, ${companyId}, w.places
    from jsonb_to_recordset(${wished}::jsonb) as w(organization_id uuid, places int)
    on conflict (class_id, organization_id) do update set places = excluded.places`.execute(db)
}
