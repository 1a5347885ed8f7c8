/** Advertisements as members see them: those of their organizations and audiences, now, unless they have closed them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { audiencesOfSql, organizationAndAboveSql, timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import type { Advertisement } from '../contract/advertisements.ts'
import type { AdvertisementsDb } from './db.ts'
import { picturePathOf } from './managed-advertisements.ts'

/** A home page shows so many at once; what stands behind them comes when these are over or closed. */
const shownMax = 6

/** `from … where …`: what is on for the caller now, `a`, closed or not. */
function runningSql(caller: Caller, now: number): RawBuilder<unknown> {
  return sql`from advertisements.advertisement a
    where a.company_id = ${caller.companyId} and a.is_enabled
      and (a.starts_at is null or a.starts_at <= ${now}::bigint) and (a.ends_at is null or a.ends_at > ${now}::bigint)
      and a.organization_id in ${organizationAndAboveSql(caller.organizationId)}
      and a.audiences && ${audiencesOfSql(caller)}`
}

/** The day of an instant in the company's time zone. */
const daySql = (caller: Caller, instant: RawBuilder<unknown>) =>
  sql`(to_timestamp(${instant} / 1000.0) at time zone ${timeZoneSql(caller.companyId)})::date`

type ShownRow = Omit<Advertisement, 'picturePath'> & { readonly picture_file_id: string | null }

/** `organizationId`: that of the home page, whose advertisements and those of all above it are shown. */
export async function ownAdvertisements(
  db: AdvertisementsDb,
  organizationId: string | undefined,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): Promise<{ items: Advertisement[] }> {
  const ofPage =
    organizationId === undefined ? sql`true` : sql`a.organization_id in ${organizationAndAboveSql(organizationId)}`
  const { rows } = await sql<ShownRow>`
    select a.id, a.kind, a.title, a.text, a.picture_file_id, a.link, a.frequency ${runningSql(caller, now)} and ${ofPage}
      and (a.frequency = 'always' or not exists (select from advertisements.reaction r
        where r.advertisement_id = a.id and r.member_id = ${caller.memberId} and r.closed_at is not null
          and (a.frequency = 'once'
            or ${daySql(caller, sql`r.closed_at`)} = ${daySql(caller, sql`${now}::bigint`)})))
    order by a.position, a.id limit ${shownMax}`.execute(db)
  return {
    items: rows.map(({ picture_file_id, ...row }) => ({ ...row, picturePath: picturePathOf(picture_file_id) })),
  }
}

export type AdvertisementEvent = 'view' | 'click' | 'close'

/** Counts by member, so that no two members wait for each other. Whoever follows the link has seen enough of a popup. */
export async function recordEvent(
  db: AdvertisementsDb,
  id: string,
  event: AdvertisementEvent,
  { caller, now }: Context,
): Promise<void> {
  const one = (kind: AdvertisementEvent) => (event === kind ? 1 : 0)
  const closedAt = event === 'close' ? sql`${now}::bigint` : sql`null::bigint`
  const { rows } = await sql`
    insert into advertisements.reaction as r
      (advertisement_id, member_id, company_id, view_count, click_count, close_count, closed_at, last_at)
    select a.id, ${caller.memberId}::uuid, a.company_id, ${one('view')}::int, ${one('click')}::int, ${one('close')}::int,
      ${closedAt}, ${now}::bigint ${runningSql(caller, now)} and a.id = ${id}
    on conflict (advertisement_id, member_id) do update set view_count = r.view_count + excluded.view_count,
      click_count = r.click_count + excluded.click_count, close_count = r.close_count + excluded.close_count,
      closed_at = coalesce(excluded.closed_at, r.closed_at), last_at = excluded.last_at
    returning advertisement_id`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
}
