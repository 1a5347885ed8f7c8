/** The pictures and categories that administrators add to the library of their company. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { findPage } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import {
  CATEGORY_NAME_TAKEN,
  CATEGORY_NOT_EMPTY,
  categoriesMax,
  LIBRARY_FULL,
  type ManagedPicture,
  ownPictureBytesMax,
  type pictures,
  picturesMax,
} from '../contract.ts'
import type { PicturesDb } from './db.ts'
import { platformCategories } from './drawings/library.ts'
import { platformCategoryName } from './materials.ts'

type PictureInput = Input<typeof pictures.changePicture>['body']

/** One administrator of a company at a time changes its library: limits, names and places are then what was counted. */
const lockLibrary = (db: PicturesDb, companyId: string) => lockNames(db, `pictures ${companyId}`)

export async function listManaged(
  db: PicturesDb,
  query: Input<typeof pictures.managedPictures>['query'],
  { caller, language }: Context,
) {
  let matching = db
    .selectFrom('pictures.picture as p')
    .leftJoin('pictures.category as c', (join) =>
      join.onRef('c.id', '=', 'p.category_id').onRef('c.company_id', '=', 'p.company_id'),
    )
    .where('p.company_id', '=', caller.companyId)
    .where('p.retired_at', query.isRetired === true ? 'is not' : 'is', null)
  if (query.category) matching = matching.where('p.category_id', '=', query.category)
  if (query.search?.trim()) matching = matching.where('p.name', 'ilike', contains(query.search.trim()))
  const { items: rows, recordCount } = await findPage(query, matching, (q) =>
    q.selectAll('p').select('c.name as category_name').orderBy('p.position').orderBy('p.id'),
  )
  const items = rows.map(
    (row): ManagedPicture => ({
      id: row.id,
      name: row.name,
      categoryId: row.category_id,
      categoryName: row.category_name ?? platformCategoryName(row.category_id, language) ?? '',
      path: `files/${row.file_id}`,
      titleLengthMax: row.title_length_max,
      isRetired: row.retired_at !== null,
    }),
  )
  return { items, recordCount }
}

async function assertCategory(db: PicturesDb, companyId: string, id: string): Promise<void> {
  if (platformCategories.some((one) => one.id === id)) return
  const found = await db
    .selectFrom('pictures.category')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
}

async function assertRoom(db: PicturesDb, companyId: string): Promise<void> {
  const { count } = await db
    .selectFrom('pictures.picture')
    .select(sql<number>`count(*)`.as('count'))
    .where('company_id', '=', companyId)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= picturesMax) throw refuse(LIBRARY_FULL, { max: picturesMax })
}

export async function addPicture(
  db: PicturesDb,
  { fileId, ...input }: Input<typeof pictures.addPicture>['body'],
  { caller, now, audit }: Context,
) {
  const { companyId, memberId } = caller
  const file = (await ownsFile(db, caller, fileId)) ? await fileById(db, companyId, fileId) : undefined
  if (!file) throw refuse(NOT_FOUND)
  if (!['image/jpeg', 'image/png'].includes(file.contentType)) throw refuse(FILE_TYPE_UNSUPPORTED)
  if (file.sizeBytes > ownPictureBytesMax) throw refuse(FILE_TOO_LARGE)
  await lockLibrary(db, companyId)
  await assertCategory(db, companyId, input.categoryId)
  await assertRoom(db, companyId)
  await assertClean(db, companyId, { name: input.name })
  const id = uuid()
  const { first } = await db
    .selectFrom('pictures.picture')
    .select(sql<number>`coalesce(min(position), 0)`.as('first'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('pictures.picture')
    .values({
      ...{ id, company_id: companyId, category_id: input.categoryId, name: input.name, file_id: fileId },
      ...{ width: file.width ?? 0, height: file.height ?? 0, title_length_max: input.titleLengthMax },
      ...{ position: first - 1, created_by: memberId, created_at: now },
    })
    .execute()
  audit({ type: 'picture', id, name: input.name, after: input })
  return { id }
}

async function lockPicture(db: PicturesDb, companyId: string, id: string) {
  const row = await db
    .selectFrom('pictures.picture')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row
}

export async function changePicture(db: PicturesDb, id: string, input: PictureInput, { caller, audit }: Context) {
  await lockLibrary(db, caller.companyId)
  const row = await lockPicture(db, caller.companyId, id)
  await assertCategory(db, caller.companyId, input.categoryId)
  await assertClean(db, caller.companyId, { name: input.name })
  await db
    .updateTable('pictures.picture')
    .set({ name: input.name, category_id: input.categoryId, title_length_max: input.titleLengthMax })
    .where('id', '=', id)
    .execute()
  const before = { name: row.name, categoryId: row.category_id, titleLengthMax: row.title_length_max }
  audit({ type: 'picture', id, name: input.name, before, after: input })
  return {}
}

export async function retirePicture(
  db: PicturesDb,
  id: string,
  { isRetired }: Input<typeof pictures.retirePicture>['body'],
  { caller, now, audit }: Context,
) {
  await lockLibrary(db, caller.companyId)
  const row = await lockPicture(db, caller.companyId, id)
  const wasRetired = row.retired_at !== null
  if (wasRetired === isRetired) return {}
  if (!isRetired) await assertRoom(db, caller.companyId)
  const retired_at = isRetired ? now : null
  await db.updateTable('pictures.picture').set({ retired_at }).where('id', '=', id).execute()
  audit({ type: 'picture', id, name: row.name, before: { isRetired: wasRetired }, after: { isRetired } })
  return {}
}

/** The places that these rows have now, given to them in the order of the list; the others stay where they are. */
async function order(
  db: PicturesDb,
  table: 'pictures.picture' | 'pictures.category',
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  await lockLibrary(db, companyId)
  const name = sql.table(table)
  const { rows } = await sql`
    with chosen as (select id, position, row_number() over (order by position, id) as place from ${name}
      where company_id = ${companyId} and id = any(${ids}::uuid[])),
    wanted as (select id, place from unnest(${ids}::uuid[]) with ordinality as w (id, place)
      where (select count(*) from chosen) = ${ids.length}::int)
    update ${name} t set position = chosen.position from wanted join chosen on chosen.place = wanted.place
    where t.id = wanted.id returning t.id`.execute(db)
  if (rows.length !== ids.length) throw refuse(NOT_FOUND)
}

export async function orderPictures(db: PicturesDb, ids: readonly string[], { caller, audit }: Context) {
  await order(db, 'pictures.picture', caller.companyId, ids)
  audit({ type: 'picture', after: { order: ids } })
  return {}
}

export async function orderCategories(db: PicturesDb, ids: readonly string[], { caller, audit }: Context) {
  await order(db, 'pictures.category', caller.companyId, ids)
  audit({ type: 'picture-category', after: { order: ids } })
  return {}
}

async function assertNameFree(db: PicturesDb, companyId: string, name: string, except?: string): Promise<void> {
  const wanted = name.toLowerCase()
  const own = await db
    .selectFrom('pictures.category')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .execute()
  const names = [
    ...own.filter(({ id }) => id !== except).map((one) => one.name),
    ...platformCategories.flatMap((one) => [one.name.cn, one.name.en]),
  ]
  if (names.some((known) => known.toLowerCase() === wanted)) throw refuse(CATEGORY_NAME_TAKEN)
  if (except === undefined && own.length >= categoriesMax) throw refuse(LIBRARY_FULL, { max: categoriesMax })
}

export async function addCategory(db: PicturesDb, name: string, { caller, audit }: Context) {
  const { companyId } = caller
  await lockLibrary(db, companyId)
  await assertNameFree(db, companyId, name)
  await assertClean(db, companyId, { name })
  const id = uuid()
  const { last } = await db
    .selectFrom('pictures.category')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('pictures.category')
    .values({ id, company_id: companyId, name, position: last + 1 })
    .execute()
  audit({ type: 'picture-category', id, name, after: { name } })
  return { id }
}

async function lockCategory(db: PicturesDb, companyId: string, id: string) {
  const row = await db
    .selectFrom('pictures.category')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row
}

export async function renameCategory(db: PicturesDb, id: string, name: string, { caller, audit }: Context) {
  await lockLibrary(db, caller.companyId)
  const row = await lockCategory(db, caller.companyId, id)
  await assertNameFree(db, caller.companyId, name, id)
  await assertClean(db, caller.companyId, { name })
  await db.updateTable('pictures.category').set({ name }).where('id', '=', id).execute()
  audit({ type: 'picture-category', id, name, before: { name: row.name }, after: { name } })
  return {}
}

export async function deleteCategory(db: PicturesDb, id: string, { caller, audit }: Context) {
  const { companyId } = caller
  await lockLibrary(db, companyId)
  const row = await lockCategory(db, companyId, id)
  const { count } = await db
    .selectFrom('pictures.picture')
    .select(sql<number>`count(*)`.as('count'))
    .where('company_id', '=', companyId)
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count > 0) throw refuse(CATEGORY_NOT_EMPTY, { pictureCount: count })
  await db.deleteFrom('pictures.category').where('id', '=', id).execute()
  audit({ type: 'picture-category', id, name: row.name, before: { name: row.name } })
  return {}
}
