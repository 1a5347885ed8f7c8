/** Pictures as members choose them: those of the company from its rows, then those of the platform from the program. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { countMatches } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Material, PictureCategory, pictures } from '../contract.ts'
import type { PicturesDb } from './db.ts'
import { type Drawing, drawingHeight, drawings, drawingWidth, platformCategories } from './drawings/library.ts'

interface OwnRow {
  readonly id: string
  readonly name: string
  readonly category_id: string
  readonly category_name: string | null
  readonly file_id: string
  readonly width: number
  readonly height: number
  readonly title_length_max: number
}

interface Filter {
  readonly category?: string
  readonly search?: string
}

/** Where only pictures of the platform are wanted, the company has none. */
interface Reader {
  readonly caller: Caller
  readonly language: Language
  readonly isCloud: boolean
}

const drawingPath = (id: string): string => `/api/v1/knowledge-operation/cloud/material/${id}/picture`

export const platformCategoryName = (id: string, language: Language): string | undefined =>
  platformCategories.find((one) => one.id === id)?.name[language]

function ofDrawing(drawing: Drawing, language: Language): Material {
  return {
    id: drawing.id,
    name: drawing.name[language],
    categoryId: drawing.categoryId,
    categoryName: platformCategoryName(drawing.categoryId, language) ?? '',
    isPlatform: true,
    path: drawingPath(drawing.id),
    width: drawingWidth,
    height: drawingHeight,
    titleLengthMax: drawing.titleLengthMax,
    blank: drawing.blank,
    ink: drawing.ink,
  }
}

/** Nobody has said where a photo is plain: a title stands at its foot, on a shade that the browser draws. */
const footOfPhoto = { x: 6, y: 62, width: 88, height: 30 }

function ofRow(row: OwnRow, language: Language): Material {
  return {
    id: row.id,
    name: row.name,
    categoryId: row.category_id,
    categoryName: row.category_name ?? platformCategoryName(row.category_id, language) ?? '',
    isPlatform: false,
    path: `files/${row.file_id}`,
    width: row.width,
    height: row.height,
    titleLengthMax: row.title_length_max,
    blank: footOfPhoto,
    ink: '#ffffff',
  }
}

function offeredSql(companyId: string, { category, search }: Filter): RawBuilder<unknown> {
  const ofCategory = category === undefined ? sql`true` : sql`p.category_id = ${category}`
  return sql`from pictures.picture p where p.company_id = ${companyId} and p.retired_at is null
    and ${ofCategory} and ${containsSql(sql`p.name`, search)}`
}

async function ownRows(db: PicturesDb, matching: RawBuilder<unknown>, limit: number, offset: number) {
  const { rows } = await sql<OwnRow>`
    select p.*, c.name as category_name from (
      select p.* ${matching} order by p.position, p.id limit ${limit} offset ${offset}) p
    left join pictures.category c on c.id = p.category_id and c.company_id = p.company_id
    order by p.position, p.id`.execute(db)
  return rows
}

function matchingDrawings({ category, search }: Filter): readonly Drawing[] {
  const wanted = search?.trim().toLowerCase() ?? ''
  return drawings.filter(
    ({ categoryId, name }) =>
      (category === undefined || category === categoryId) &&
      (wanted === '' || `${name.cn} ${name.en}`.toLowerCase().includes(wanted)),
  )
}

/** The pictures number `offset` and following: first the company's own, then those of the platform. */
async function slice(db: PicturesDb, reader: Reader, filter: Filter, limit: number, offset: number) {
  const { caller, language, isCloud } = reader
  const matching = offeredSql(caller.companyId, filter)
  const ownCount = isCloud ? 0 : await countMatches(db, matching)
  const drawn = matchingDrawings(filter)
  const own = offset < ownCount ? await ownRows(db, matching, limit, offset) : []
  const start = Math.max(0, offset - ownCount)
  const items = [
    ...own.map((row) => ofRow(row, language)),
    ...drawn.slice(start, start + limit - own.length).map((one) => ofDrawing(one, language)),
  ]
  return { items, recordCount: ownCount + drawn.length }
}

export async function listMaterials(db: PicturesDb, reader: Reader, query: Input<typeof pictures.materials>['query']) {
  const { limit, offset } = pageWindow(query)
  return slice(db, reader, query, limit, offset)
}

export async function getMaterial(db: PicturesDb, { caller, language, isCloud }: Reader, id: string) {
  const drawing = drawings.find((one) => one.id === id)
  if (drawing) return ofDrawing(drawing, language)
  const own = sql`from pictures.picture p where p.company_id = ${caller.companyId} and p.id = ${id}`
  const [row] = isCloud ? [] : await ownRows(db, own, 1, 0)
  if (!row) throw refuse(NOT_FOUND)
  return ofRow(row, language)
}

export async function randomMaterial(db: PicturesDb, reader: Reader, filter: Filter): Promise<Material> {
  const { recordCount } = await slice(db, reader, filter, 1, 0)
  const { items } = await slice(db, reader, filter, 1, Math.floor(Math.random() * recordCount))
  const [chosen] = items
  if (!chosen) throw refuse(NOT_FOUND)
  return chosen
}

/** The counter is raised in one statement, so that two tabs are shown different pictures. */
export async function cycleMaterials(db: PicturesDb, reader: Reader, count = 6) {
  const { companyId, memberId } = reader.caller
  const { rows } = await sql<{ before: number }>`
    insert into pictures.turn as known (company_id, member_id, is_cloud, shown)
    values (${companyId}, ${memberId}, ${reader.isCloud}, ${count})
    on conflict (member_id, is_cloud) do update set shown = known.shown + excluded.shown
    returning shown - ${count}::int as before`.execute(db)
  const { recordCount } = await slice(db, reader, {}, 0, 0)
  const wanted = Math.min(count, recordCount)
  const from = Number(rows[0]?.before ?? 0) % recordCount
  const first = await slice(db, reader, {}, wanted, from)
  const missing = wanted - first.items.length
  const rest = missing === 0 ? [] : (await slice(db, reader, {}, missing, 0)).items
  return { items: [...first.items, ...rest] }
}

/** A picture counts if its blank area carries a title of that length (decision 150). */
export async function countByTitleLength(db: PicturesDb, { caller, isCloud }: Reader, titleLength: number) {
  const drawn = drawings.filter(({ titleLengthMax }) => titleLengthMax >= titleLength).length
  const own = sql`${offeredSql(caller.companyId, {})} and p.title_length_max >= ${titleLength}`
  return { count: drawn + (isCloud ? 0 : await countMatches(db, own)) }
}

export async function listCategories(db: PicturesDb, { caller, language, isCloud }: Reader) {
  const { companyId } = caller
  const { rows: counts } = await sql<{ category_id: string; count: number }>`
    select p.category_id, count(*)::int as count ${offeredSql(companyId, {})} group by p.category_id`.execute(db)
  const countOf = new Map(isCloud ? [] : counts.map((row) => [row.category_id, row.count] as const))
  const own = isCloud
    ? []
    : await db
        .selectFrom('pictures.category')
        .select(['id', 'name'])
        .where('company_id', '=', companyId)
        .orderBy('position')
        .orderBy('id')
        .execute()
  const items: PictureCategory[] = [
    ...own.map(({ id, name }) => ({ id, name, isPlatform: false, pictureCount: countOf.get(id) ?? 0 })),
    ...platformCategories.map(({ id, name }) => ({
      id,
      name: name[language],
      isPlatform: true,
      pictureCount: (countOf.get(id) ?? 0) + matchingDrawings({ category: id }).length,
    })),
  ]
  return { items }
}
