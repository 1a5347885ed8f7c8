/** The chosen audience of a live session (share scope 4): organizations, with all below them, and single members. */
import { sql } from 'kysely'
import type { LiveDb } from './db.ts'

export interface ChosenAudience {
  readonly organizationIds: readonly string[]
  readonly memberIds: readonly string[]
}

export const nobodyChosen: ChosenAudience = { organizationIds: [], memberIds: [] }

/** By the ids of live sessions; each of them has an entry. */
export async function audienceIds(db: LiveDb, liveIds: readonly string[]): Promise<Map<string, ChosenAudience>> {
  const { rows } = await sql<{ id: string } & ChosenAudience>`select l.id,
      array(select o.organization_id from live.audience_organization o where o.live_id = l.id
        order by o.organization_id) as "organizationIds",
      array(select m.member_id from live.audience_member m where m.live_id = l.id order by m.member_id) as "memberIds"
    from unnest(${[...liveIds]}::uuid[]) as l (id)`.execute(db)
  return new Map(rows.map(({ id, ...audience }) => [id, audience]))
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((id) => others.includes(id))

/** Whether the stored audience is another one. */
export async function isOtherAudience(db: LiveDb, liveId: string, audience: ChosenAudience): Promise<boolean> {
  const stored = (await audienceIds(db, [liveId])).get(liveId) ?? nobodyChosen
  return !isSame(stored.organizationIds, audience.organizationIds) || !isSame(stored.memberIds, audience.memberIds)
}

/** Replaces the chosen audience. */
export async function saveAudience(
  db: LiveDb,
  { liveId, companyId, audience }: { liveId: string; companyId: string; audience: ChosenAudience },
): Promise<void> {
  for (const [table, column, ids] of [
    ['live.audience_organization', 'organization_id', audience.organizationIds],
    ['live.audience_member', 'member_id', audience.memberIds],
  ] as const) {
    await sql`delete from ${sql.table(table)} where live_id = ${liveId} and company_id = ${companyId}`.execute(db)
    await sql`insert into ${sql.table(table)} (live_id, ${sql.ref(column)}, company_id)
      select ${liveId}, id, ${companyId} from unnest(${[...ids]}::uuid[]) as chosen (id)`.execute(db)
  }
}
