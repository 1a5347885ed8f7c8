/** The tree of categories. A category's path holds the ids from the root to itself. */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Category } from '../../contract/categories.ts'
import { CATEGORY_IN_USE, CATEGORY_NAME_TAKEN, TOO_MANY } from '../../contract/errors.ts'
import type { CoursesDb } from '../db.ts'

const levelsMax = 5
const categoriesMax = 2000

interface TreeRow {
  readonly id: string
  readonly parent_id: string | null
  readonly name: string
  readonly sort: number
  readonly path: string[]
  readonly own_count: number
}

/** Parents stand before their children, brothers in their order. */
export async function listCategories(db: CoursesDb, caller: Caller): Promise<Category[]> {
  const { rows } = await sql<TreeRow>`
    select cat.id, cat.parent_id, cat.name, cat.sort, cat.path, coalesce(n.own_count, 0) as own_count
    from courses.category cat left join (
      select category_id, count(*)::int as own_count from courses.course
      where company_id = ${caller.companyId} and status = 'on-shelf' group by category_id) n on n.category_id = cat.id
    where cat.company_id = ${caller.companyId}
    order by cat.sort, cat.name, cat.id`.execute(db)
  const names = new Map(rows.map((row) => [row.id, row.name]))
  const counts = new Map<string, number>()
  for (const row of rows) for (const id of row.path) counts.set(id, (counts.get(id) ?? 0) + row.own_count)
  const children = Map.groupBy(rows, (row) => row.parent_id)
  const ordered = (parentId: string | null): TreeRow[] =>
    (children.get(parentId) ?? []).flatMap((row) => [row, ...ordered(row.id)])
  return ordered(null).map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    sort: row.sort,
    level: row.path.length,
    pathName: row.path.map((id) => names.get(id) ?? '').join(' / '),
    courseCount: counts.get(row.id) ?? 0,
  }))
}

/** Changes of one company's tree wait for each other: two moves at once could close a ring. */
async function lockTree(db: CoursesDb, companyId: string): Promise<void> {
  await lockNames(db, `courses.category${companyId}`)
}

async function getCategory(db: CoursesDb, companyId: string, id: string) {
  const row = await db
    .selectFrom('courses.category')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row
}

async function assertNameFree(
  db: CoursesDb,
  companyId: string,
  wanted: { parentId: string | null; name: string; exceptId?: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from courses.category
    where company_id = ${companyId} and parent_id is not distinct from ${wanted.parentId}::uuid
      and name = ${wanted.name} and id is distinct from ${wanted.exceptId ?? null}::uuid`.execute(db)
  if (rows.length > 0) throw refuse(CATEGORY_NAME_TAKEN, { name: wanted.name })
}

export async function createCategory(
  db: CoursesDb,
  caller: Caller,
  input: { name: string; parentId?: string | null; sort?: number },
  now: number,
): Promise<{ id: string }> {
  const { companyId } = caller
  await lockTree(db, companyId)
  const parentId = input.parentId ?? null
  const parent = parentId === null ? undefined : await getCategory(db, companyId, parentId)
  const name = input.name.trim()
  await assertClean(db, companyId, { name })
  await assertNameFree(db, companyId, { parentId, name })
  const id = uuid()
  const path = [...(parent?.path ?? []), id]
  if (path.length > levelsMax) throw refuse(TOO_MANY, { max: levelsMax })
  const { count } = await db
    .selectFrom('courses.category')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (count >= categoriesMax) throw refuse(TOO_MANY, { max: categoriesMax })
  await db
    .insertInto('courses.category')
    .values({ id, company_id: companyId, parent_id: parentId, name, sort: input.sort ?? 0, path, created_at: now })
    .execute()
  return { id }
}

export async function changeCategory(
  db: CoursesDb,
  caller: Caller,
  id: string,
  input: { name?: string; parentId?: string | null; sort?: number },
): Promise<void> {
  const { companyId } = caller
  await lockTree(db, companyId)
  const before = await getCategory(db, companyId, id)
  const parentId = input.parentId === undefined ? before.parent_id : input.parentId
  if (parentId !== null) await getCategory(db, companyId, parentId)
  const name = input.name?.trim() ?? before.name
  await assertClean(db, companyId, { name })
  await assertNameFree(db, companyId, { parentId, name, exceptId: id })
  await db
    .updateTable('courses.category')
    .set({ name, sort: input.sort ?? before.sort, parent_id: parentId })
    .where('id', '=', id)
    .execute()
  if (parentId !== before.parent_id) await moveBelow(db, companyId, before, parentId)
}

/** Gives the category and all below it the paths of their new place. */
async function moveBelow(
  db: CoursesDb,
  companyId: string,
  moved: { id: string; path: string[] },
  parentId: string | null,
): Promise<void> {
  const parent = parentId === null ? undefined : await getCategory(db, companyId, parentId)
  if (parent?.path.includes(moved.id)) {
    throw refuse(INVALID_INPUT, { fields: [{ path: 'parentId', rule: 'tree', message: 'is below the category' }] })
  }
  const above = parent?.path ?? []
  const { rows } = await sql<{ levels: number }>`
    update courses.category set path = ${above}::uuid[] || path[${moved.path.length}::int:]
    where company_id = ${companyId} and path @> array[${moved.id}::uuid]
    returning cardinality(path) as levels`.execute(db)
  if (rows.some((row) => row.levels > levelsMax)) throw refuse(TOO_MANY, { max: levelsMax })
}

export async function deleteCategory(db: CoursesDb, caller: Caller, id: string): Promise<void> {
  await lockTree(db, caller.companyId)
  await getCategory(db, caller.companyId, id)
  // What lies in the recycle bin holds no category: nobody could see why.
  await sql`update courses.course set category_id = null where category_id = ${id} and deleted_at is not null`.execute(
    db,
  )
  const { rows } = await sql`
    select 1 from courses.category where parent_id = ${id}
    union all select 1 from courses.course where category_id = ${id} limit 1`.execute(db)
  if (rows.length > 0) throw refuse(CATEGORY_IN_USE)
  await db.deleteFrom('courses.category').where('id', '=', id).execute()
}
