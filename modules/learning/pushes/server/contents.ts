/** What a push consists of: items of any kind that can be studied. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { findStudyKind, keyOf, type StudyItem, studyItems } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { CONTENT_NOT_AVAILABLE, TOO_MANY_ITEMS } from '../contract/errors.ts'
import { type Content, type ContentRef, packageItemsMax } from '../contract/shapes.ts'
import type { PushesDb } from './db.ts'

export interface ContentRow {
  readonly push_id: string
  readonly business_type: number
  readonly business_id: string
  readonly name: string
  readonly required: boolean
}

export const refOf = (row: ContentRow) => ({ businessType: row.business_type, businessId: row.business_id })
export const keyOfRow = (row: ContentRow) => keyOf(row.business_type, row.business_id)

const coverPathOf = (item: StudyItem | undefined) => (item?.coverFileId ? `files/${item.coverFileId}` : null)

/** The contents of the pushes, each in its order. One statement. */
export async function contentsOf(db: PushesDb, pushIds: readonly string[]): Promise<Map<string, ContentRow[]>> {
  const { rows } = await sql<ContentRow>`
    select push_id, business_type, business_id, name, required from pushes.content
    where push_id = any(${[...pushIds]}::uuid[]) order by push_id, position`.execute(db)
  return Map.groupBy(rows, (row) => row.push_id)
}

/** Contents as they are now: with the names and the links that their modules know. */
export function describeContent(row: ContentRow, items: ReadonlyMap<string, StudyItem>): Content {
  const item = items.get(keyOfRow(row))
  const label = findStudyKind(row.business_type)?.label ?? { cn: '学习内容', en: 'Item' }
  return {
    businessType: row.business_type,
    businessId: row.business_id,
    businessName: item?.name ?? row.name,
    isRequired: row.required ? 1 : 0,
    kindLabel: { cn: label.cn, en: label.en },
    link: item?.link ?? null,
    coverPath: coverPathOf(item),
    isAvailable: item?.isAvailable === true,
  }
}

export async function describeContents(
  db: PushesDb,
  companyId: string,
  rows: readonly ContentRow[],
): Promise<Content[]> {
  const items = await studyItems(db, companyId, rows.map(refOf))
  return rows.map((row) => describeContent(row, items))
}

/** Refuses a package that is too large, names something twice, or names what the caller could not open now. */
export async function assertContents(
  db: Connection,
  caller: Caller,
  contents: readonly Omit<ContentRef, 'isRequired'>[],
): Promise<ReadonlyMap<string, StudyItem>> {
  if (contents.length > packageItemsMax) throw refuse(TOO_MANY_ITEMS, { max: packageItemsMax })
  const keys = contents.map((content) => keyOf(content.businessType, content.businessId))
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (twice >= 0) throw refuse(INVALID_INPUT, { fields: [{ path: `contents.${twice}`, rule: 'unique', message: '' }] })
  const items = await studyItems(db, caller.companyId, contents)
  const visible = new Set<string>()
  for (const [businessType, ofKind] of Map.groupBy(contents, (content) => content.businessType)) {
    const ids = ofKind.map((content) => content.businessId)
    const open = (await findStudyKind(businessType)?.visible(db, caller, ids)) ?? new Set<string>()
    for (const id of open) visible.add(keyOf(businessType, id))
  }
  const missing = keys.filter((key) => items.get(key)?.isAvailable !== true || !visible.has(key))
  if (missing.length > 0) {
    throw refuse(CONTENT_NOT_AVAILABLE, { items: missing.map((key) => items.get(key)?.name ?? key) })
  }
  return items
}

/** Puts these in place of what the draft consisted of. */
export async function replaceContents(
  db: PushesDb,
  push: { readonly id: string; readonly companyId: string },
  contents: readonly ContentRef[],
  items: ReadonlyMap<string, StudyItem>,
): Promise<void> {
  await db.deleteFrom('pushes.content').where('push_id', '=', push.id).execute()
  if (contents.length === 0) return
  await db
    .insertInto('pushes.content')
    .values(
      contents.map(({ businessType, businessId, isRequired }, position) => ({
        push_id: push.id,
        business_type: businessType,
        business_id: businessId,
        company_id: push.companyId,
        position,
        name: items.get(keyOf(businessType, businessId))?.name ?? '',
        required: isRequired === 1,
      })),
    )
    .execute()
}
