/** Who is on which path: by a rule, by assignment, or by the member's own choice. */
import { type RawBuilder, sql } from 'kysely'
import { postsSql, timeZoneSql } from '#modules/platform/identity/server.ts'
import type { PathsDb } from './db.ts'
import { notifyOfAssignment } from './messages.ts'

type Source = 'rule' | 'self' | 'staff'

/** Registers members for paths on the shelf; a second time changes nothing. Answers how many came to be on one. */
export async function insertRegistrations(
  db: PathsDb,
  companyId: string,
  who: { readonly pathIds: readonly string[]; readonly memberIds: readonly string[] },
  source: Source,
  now: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into paths.registration (member_id, path_id, company_id, source, registered_at)
    select m.id, x.id, x.company_id, ${source}, ${now}
    from paths.path x cross join unnest(${[...who.memberIds]}::uuid[]) as m (id)
    where x.id = any(${[...who.pathIds]}::uuid[]) and x.company_id = ${companyId} and x.status = 'on-shelf'
      and x.deleted_at is null
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Whether the person `p` (as of `postsSql`) fits the rule `r` on a day. Whose day of hiring nobody knows fits no rule that asks. */
export function fitsSql(day: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((cardinality(r.position_ids) = 0 or p.position_id = any(r.position_ids))
    and (cardinality(r.organization_ids) = 0 or r.organization_ids && p.organization_ids)
    and (r.hired_from is null or p.hired_on >= r.hired_from)
    and (r.delay_days is null or p.hired_on + r.delay_days <= ${day}))`
}

/**
 * Puts everybody who fits a rule on its path, or the one member alone; who was on it stays on it. One statement for all
 * rules and members of the company, whatever has made them fit: a new rule, a new position, another day.
 */
export async function assignByRules(db: PathsDb, companyId: string, now: number, memberId?: string): Promise<void> {
  const today = sql`(to_timestamp(${now}::bigint / 1000) at time zone ${timeZoneSql(companyId)})::date`
  const { rows } = await sql<{ path_id: string; name: string; member_ids: string[] }>`
    with fitting as (
      select distinct p.member_id, r.path_id from paths.rule r
      join paths.path x on x.id = r.path_id and x.status = 'on-shelf' and x.deleted_at is null
      join ${postsSql(companyId)} p on ${fitsSql(today)}
      where r.company_id = ${companyId} and ${memberId === undefined ? sql`true` : sql`p.member_id = ${memberId}`}
        and not exists (select from paths.registration g where g.member_id = p.member_id and g.path_id = r.path_id)
    ), inserted as (
      insert into paths.registration (member_id, path_id, company_id, source, registered_at)
      select member_id, path_id, ${companyId}, 'rule', ${now} from fitting
      on conflict do nothing returning member_id, path_id
    )
    select i.path_id, x.name, array_agg(i.member_id) as member_ids
    from inserted i join paths.path x on x.id = i.path_id group by i.path_id, x.name`.execute(db)
  // As many messages as paths that somebody came to be on now.
  for (const row of rows) {
    await notifyOfAssignment(db, { companyId, pathId: row.path_id, path: row.name, memberIds: row.member_ids, now })
  }
}
