/** Advertisements as administrators keep them. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import {
  assertAudiences,
  covers,
  grantedOrganizations,
  namedAudiences,
  organizationNames,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Context } from '#server/module.ts'
import { managesAdvertisements } from '../contract/access.ts'
import {
  type AdvertisementKind,
  type AdvertisementStatus,
  advertisementsMax,
  type Frequency,
  type ManagedAdvertisement,
} from '../contract/advertisements.ts'
import { ADVERTISEMENT_CHANGED, ADVERTISEMENT_PERIOD, ADVERTISEMENTS_FULL } from '../contract/codes.ts'
import type { advertisements } from '../contract.ts'
import type { AdvertisementsDb } from './db.ts'
import { countRows, lockOrder } from './order.ts'
import type { DB } from './tables.ts'

type AdRecord = Selectable<DB['advertisements.advertisement']>
type AdInput = Input<typeof advertisements.createAdvertisement>['body']

const { permission } = managesAdvertisements
export const picturePathOf = (fileId: string | null) => (fileId === null ? null : `files/${fileId}`)

/** Whether the caller manages what belongs to the organization in the column. */
export const managedSql = (caller: Caller, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${column} in ${organizationsBelowSql(grantedOrganizations(caller, permission))}`

export function periodStatus(
  { starts_at, ends_at }: { readonly starts_at: number | null; readonly ends_at: number | null },
  now: number,
): Exclude<AdvertisementStatus, 'off'> {
  if (ends_at !== null && ends_at <= now) return 'ended'
  return starts_at !== null && starts_at > now ? 'scheduled' : 'running'
}

export function assertPeriod({ startsAt, endsAt }: Pick<AdInput, 'startsAt' | 'endsAt'>): void {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) throw refuse(ADVERTISEMENT_PERIOD)
}

interface Reactions {
  readonly members: number
  readonly views: number
  readonly clicks: number
  readonly closes: number
}

export async function listManagedAdvertisements(db: AdvertisementsDb, { caller, now, language }: Context) {
  const { companyId } = caller
  const { rows } = await sql<AdRecord & Reactions>`
    select a.*, r.members, r.views, r.clicks, r.closes
    from advertisements.advertisement a
    cross join lateral (select count(*)::int as members, coalesce(sum(view_count), 0)::int as views,
        coalesce(sum(click_count), 0)::int as clicks, coalesce(sum(close_count), 0)::int as closes
      from advertisements.reaction where advertisement_id = a.id) r
    where a.company_id = ${companyId} and ${managedSql(caller, sql`a.organization_id`)}
    order by a.position, a.id limit ${advertisementsMax}`.execute(db)
  const names = await organizationNames(db, companyId, [...new Set(rows.map((row) => row.organization_id))])
  const named = await namedAudiences(db, companyId, [...new Set(rows.flatMap((row) => row.audiences))], language)
  const items = rows.map(
    (row): ManagedAdvertisement => ({
      ...{ id: row.id, kind: row.kind as AdvertisementKind, title: row.title, text: row.text, link: row.link },
      ...{ pictureFileId: row.picture_file_id, picturePath: picturePathOf(row.picture_file_id) },
      ...{ frequency: row.frequency as Frequency, organizationId: row.organization_id },
      organizationName: names.get(row.organization_id) ?? '',
      audiences: row.audiences.flatMap((key) => named(key) ?? []),
      ...{ startsAt: row.starts_at, endsAt: row.ends_at, isEnabled: row.is_enabled, revision: row.revision },
      status: row.is_enabled ? periodStatus(row, now) : 'off',
      ...{ memberCount: row.members, viewCount: row.views, clickCount: row.clicks, closeCount: row.closes },
    }),
  )
  return { items }
}

async function assertPicture(db: AdvertisementsDb, caller: Caller, fileId: string | null, known: string | null) {
  if (fileId === null || fileId === known) return
  const file = (await ownsFile(db, caller, fileId)) ? await fileById(db, caller.companyId, fileId) : undefined
  if (!file) throw refuse(NOT_FOUND)
  if (file.contentType.startsWith('image/')) return
  const fields = [{ path: 'pictureFileId', rule: 'picture', message: 'must be a picture' }]
  throw refuse(INVALID_INPUT, { fields })
}

async function columnsOf(db: AdvertisementsDb, caller: Caller, input: AdInput, knownPicture: string | null) {
  const { companyId } = caller
  if (!(await covers(db, caller, permission, input.organizationId))) throw refuse(NOT_FOUND)
  assertPeriod(input)
  await assertAudiences(db, companyId, input.audiences)
  await assertPicture(db, caller, input.pictureFileId, knownPicture)
  const [title, text] = [input.title.trim(), input.text.trim()]
  await assertClean(db, companyId, { title, text })
  return {
    ...{ kind: input.kind, title, text, picture_file_id: input.pictureFileId, link: input.link },
    ...{ frequency: input.frequency, organization_id: input.organizationId, audiences: [...input.audiences] },
    ...{ starts_at: input.startsAt, ends_at: input.endsAt, is_enabled: input.isEnabled },
  }
}

type Facts = Pick<
  AdRecord,
  'kind' | 'title' | 'link' | 'frequency' | 'audiences' | 'starts_at' | 'ends_at' | 'is_enabled'
>
const factsOf = (row: Facts) => ({
  ...{ kind: row.kind, title: row.title, link: row.link, frequency: row.frequency, audiences: row.audiences },
  ...{ startsAt: row.starts_at, endsAt: row.ends_at, isEnabled: row.is_enabled },
})

export async function createAdvertisement(db: AdvertisementsDb, input: AdInput, { caller, now, audit }: Context) {
  await lockOrder(db, caller.companyId)
  const columns = await columnsOf(db, caller, input, null)
  const { count, last } = await countRows(db, 'advertisements.advertisement', caller.companyId)
  if (count >= advertisementsMax) throw refuse(ADVERTISEMENTS_FULL, { max: advertisementsMax })
  const id = uuid()
  await db
    .insertInto('advertisements.advertisement')
    .values({
      ...{ id, company_id: caller.companyId, ...columns, position: last + 1 },
      ...{ author_id: caller.memberId, updated_at: now },
    })
    .execute()
  audit({ type: 'advertisement', id, name: columns.title, after: factsOf(columns) })
  return { id, revision: 0 }
}

async function lockForEdit(db: AdvertisementsDb, caller: Caller, id: string): Promise<AdRecord> {
  const { rows } = await sql<AdRecord>`select a.* from advertisements.advertisement a
    where a.company_id = ${caller.companyId} and a.id = ${id} and ${managedSql(caller, sql`a.organization_id`)}
    for no key update`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function changeAdvertisement(
  db: AdvertisementsDb,
  id: string,
  { revision, ...input }: Input<typeof advertisements.changeAdvertisement>['body'],
  { caller, now, audit }: Context,
) {
  const record = await lockForEdit(db, caller, id)
  if (record.revision !== revision) throw refuse(ADVERTISEMENT_CHANGED, { revision: record.revision })
  const columns = await columnsOf(db, caller, input, record.picture_file_id)
  await db
    .updateTable('advertisements.advertisement')
    .set({ ...columns, updated_at: now, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
  audit({ type: 'advertisement', id, name: columns.title, before: factsOf(record), after: factsOf(columns) })
  return { revision: revision + 1 }
}

export async function deleteAdvertisement(db: AdvertisementsDb, id: string, { caller, audit }: Context): Promise<void> {
  const record = await lockForEdit(db, caller, id)
  await db.deleteFrom('advertisements.advertisement').where('id', '=', id).execute()
  audit({ type: 'advertisement', id, name: record.title, before: factsOf(record) })
}
