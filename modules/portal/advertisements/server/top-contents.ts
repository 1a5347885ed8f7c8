/** Contents on top: chosen by administrators, and shown to those who may open them. */
import { type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type ContentItem, contentKinds } from '#modules/content/catalog/server.ts'
import { covers, organizationAndAboveSql, organizationNames } from '#modules/platform/identity/server.ts'
import { refusingTaken } from '#server/db/unique.ts'
import type { Context } from '#server/module.ts'
import { managesAdvertisements } from '../contract/access.ts'
import { ADVERTISEMENTS_FULL, ON_TOP_ALREADY } from '../contract/codes.ts'
import { type ManagedTopContent, type TopContent, topContentsMax } from '../contract/top-content.ts'
import type { advertisements } from '../contract.ts'
import type { AdvertisementsDb } from './db.ts'
import { assertPeriod, managedSql, periodStatus, picturePathOf } from './managed-advertisements.ts'
import { countRows, lockOrder } from './order.ts'
import type { DB } from './tables.ts'

type TopRecord = Selectable<DB['advertisements.top_content']>
interface Ref {
  readonly businessType: number
  readonly businessId: string
}

const keyOf = ({ businessType, businessId }: Ref) => `${businessType}:${businessId}`
const refOf = (row: TopRecord): Ref => ({ businessType: row.business_type, businessId: row.content_id })

type Finder = (
  kind: ReturnType<typeof contentKinds.all>[number],
  ids: readonly string[],
) => Promise<readonly ContentItem[]>

/** The items of these by their keys: one statement for each kind, whatever their number. */
async function itemsOf(refs: readonly Ref[], find: Finder): Promise<Map<string, ContentItem & { kindLabel: Label }>> {
  const found = new Map<string, ContentItem & { kindLabel: Label }>()
  for (const kind of contentKinds.all()) {
    const ids = refs.filter((ref) => ref.businessType === kind.businessType).map((ref) => ref.businessId)
    if (ids.length === 0) continue
    for (const item of await find(kind, [...new Set(ids)]))
      found.set(keyOf({ businessType: kind.businessType, businessId: item.id }), { ...item, kindLabel: kind.label })
  }
  return found
}

type Label = ReturnType<typeof contentKinds.all>[number]['label']

function topContentOf(row: TopRecord, item: ContentItem & { kindLabel: Label }, language: 'cn' | 'en'): TopContent {
  return {
    ...{ id: row.id, ...refOf(row), kind: item.kindLabel[language], name: item.name },
    ...{ coverPath: picturePathOf(item.coverFileId), link: item.link },
  }
}

/** What the caller may not open is left out, whoever has set it on top. */
export async function ownTopContents(
  db: AdvertisementsDb,
  { businessType }: Input<typeof advertisements.topContents>['query'],
  { caller, now, language }: Context,
): Promise<{ items: TopContent[] }> {
  const ofType = businessType === undefined ? sql`true` : sql`t.business_type = ${businessType}`
  const { rows } = await sql<TopRecord>`select t.* from advertisements.top_content t
    where t.company_id = ${caller.companyId} and ${ofType}
      and (t.starts_at is null or t.starts_at <= ${now}::bigint) and (t.ends_at is null or t.ends_at > ${now}::bigint)
      and t.organization_id in ${organizationAndAboveSql(caller.organizationId)}
    order by t.position, t.id limit ${topContentsMax}`.execute(db)
  const items = await itemsOf(rows.map(refOf), (kind, ids) => kind.visible(db, caller, ids))
  const seen = new Set<string>()
  return {
    items: rows.flatMap((row) => {
      const key = keyOf(refOf(row))
      const item = items.get(key)
      if (!item?.isAvailable || seen.has(key)) return []
      seen.add(key)
      return [topContentOf(row, item, language)]
    }),
  }
}

export async function listManagedTopContents(db: AdvertisementsDb, { caller, now, language }: Context) {
  const { rows } = await sql<TopRecord>`select t.* from advertisements.top_content t
    where t.company_id = ${caller.companyId} and ${managedSql(caller, sql`t.organization_id`)}
    order by t.position, t.id limit ${topContentsMax}`.execute(db)
  const items = await itemsOf(rows.map(refOf), (kind, ids) => kind.items(db, caller.companyId, ids))
  const names = await organizationNames(db, caller.companyId, [...new Set(rows.map((row) => row.organization_id))])
  const gone = { name: '', link: '', coverFileId: null, isAvailable: false, kindLabel: { cn: '', en: '' } }
  return {
    items: rows.map((row): ManagedTopContent => {
      const item = items.get(keyOf(refOf(row))) ?? { ...gone, id: row.content_id }
      return {
        ...topContentOf(row, item, language),
        ...{ isAvailable: item.isAvailable, organizationId: row.organization_id },
        organizationName: names.get(row.organization_id) ?? '',
        ...{ startsAt: row.starts_at, endsAt: row.ends_at, status: periodStatus(row, now) },
      }
    }),
  }
}

export async function setOnTop(
  db: AdvertisementsDb,
  { items: refs, organizationId, startsAt, endsAt }: Input<typeof advertisements.setOnTop>['body'],
  { caller, audit }: Context,
) {
  if (!(await covers(db, caller, managesAdvertisements.permission, organizationId))) throw refuse(NOT_FOUND)
  assertPeriod({ startsAt, endsAt })
  await lockOrder(db, caller.companyId)
  const items = await itemsOf(refs, (kind, ids) => kind.visible(db, caller, ids))
  if (refs.some((ref) => !items.get(keyOf(ref))?.isAvailable)) throw refuse(NOT_FOUND)
  const { count, last } = await countRows(db, 'advertisements.top_content', caller.companyId)
  if (count + refs.length > topContentsMax) throw refuse(ADVERTISEMENTS_FULL, { max: topContentsMax })
  const rows = refs.map((ref, index) => ({
    ...{ id: uuid(), company_id: caller.companyId, organization_id: organizationId, added_by: caller.memberId },
    ...{ business_type: ref.businessType, content_id: ref.businessId, position: last + index + 1 },
    ...{ starts_at: startsAt, ends_at: endsAt },
  }))
  await refusingTaken({ top_content_once: ON_TOP_ALREADY }, () =>
    db.insertInto('advertisements.top_content').values(rows).execute(),
  )
  const names = refs.map((ref) => items.get(keyOf(ref))?.name ?? '')
  audit({ type: 'top-content', name: names.join('、'), after: { contents: names, startsAt, endsAt } })
  return { ids: rows.map(({ id }) => id) }
}

async function lockForEdit(db: AdvertisementsDb, id: string, { caller, language }: Context) {
  const { rows } = await sql<TopRecord>`select t.* from advertisements.top_content t
    where t.company_id = ${caller.companyId} and t.id = ${id} and ${managedSql(caller, sql`t.organization_id`)}
    for no key update`.execute(db)
  const [record] = rows
  if (!record) throw refuse(NOT_FOUND)
  const items = await itemsOf([refOf(record)], (kind, ids) => kind.items(db, caller.companyId, ids))
  const item = items.get(keyOf(refOf(record)))
  return { record, name: item?.name ?? item?.kindLabel[language] ?? '' }
}

export async function changeTopContent(
  db: AdvertisementsDb,
  id: string,
  period: Input<typeof advertisements.changeTopContent>['body'],
  context: Context,
): Promise<void> {
  assertPeriod(period)
  const { record, name } = await lockForEdit(db, id, context)
  await db
    .updateTable('advertisements.top_content')
    .set({ starts_at: period.startsAt, ends_at: period.endsAt })
    .where('id', '=', id)
    .execute()
  const before = { startsAt: record.starts_at, endsAt: record.ends_at }
  context.audit({ type: 'top-content', id, name, before, after: period })
}

export async function removeTopContent(db: AdvertisementsDb, id: string, context: Context): Promise<void> {
  const { record, name } = await lockForEdit(db, id, context)
  await db.deleteFrom('advertisements.top_content').where('id', '=', record.id).execute()
  context.audit({ type: 'top-content', id, name, before: { startsAt: record.starts_at, endsAt: record.ends_at } })
}
