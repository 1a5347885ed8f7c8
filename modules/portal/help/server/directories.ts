/** The tree of directories, as administrators keep it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { directoriesMax, directoryDepthMax, type ManagedDirectory } from '../contract/articles.ts'
import { DIRECTORY_NOT_EMPTY, DIRECTORY_TOO_DEEP, HELP_FULL } from '../contract/codes.ts'
import type { help } from '../contract.ts'
import type { HelpDb } from './db.ts'

type DirectoryInput = Input<typeof help.addDirectory>['body']

/** One administrator of a company at a time changes its tree: depth, limits and places are then what was looked at. */
export const lockHelp = (db: HelpDb, companyId: string) => lockNames(db, `help ${companyId}`)

export async function listManagedDirectories(db: HelpDb, companyId: string): Promise<{ items: ManagedDirectory[] }> {
  const { rows } = await sql<ManagedDirectory>`
    select d.id, d.name_cn as "nameCn", d.name_en as "nameEn", d.parent_id as "parentId",
      (select count(*)::int from help.article a where a.directory_id = d.id) as "articleCount"
    from help.directory d where d.company_id = ${companyId} order by d.position, d.id`.execute(db)
  return { items: rows }
}

interface TreeRow {
  readonly id: string
  readonly parent_id: string | null
  readonly name_cn: string
}

const treeOf = (db: HelpDb, companyId: string): Promise<TreeRow[]> =>
  db.selectFrom('help.directory').select(['id', 'parent_id', 'name_cn']).where('company_id', '=', companyId).execute()

/** How many levels a directory and what is below it take. */
function heightOf(tree: readonly TreeRow[], id: string): number {
  const below = tree.filter((row) => row.parent_id === id)
  return 1 + Math.max(0, ...below.map((row) => heightOf(tree, row.id)))
}

/** The directories from a parent up to the root; refused where it is unknown, or lies in the directory that moves. */
function levelsAbove(tree: readonly TreeRow[], parentId: string | null, moved?: string): number {
  let levels = 0
  for (let at = parentId; at !== null; levels += 1) {
    const row = tree.find((one) => one.id === at)
    if (!row || at === moved) throw refuse(NOT_FOUND)
    at = row.parent_id
  }
  return levels
}

function assertDepth(levels: number): void {
  if (levels > directoryDepthMax) throw refuse(DIRECTORY_TOO_DEEP, { max: directoryDepthMax })
}

export async function addDirectory(db: HelpDb, input: DirectoryInput, { caller, audit }: Context) {
  const { companyId } = caller
  await lockHelp(db, companyId)
  const tree = await treeOf(db, companyId)
  assertDepth(levelsAbove(tree, input.parentId) + 1)
  if (tree.length >= directoriesMax) throw refuse(HELP_FULL, { max: directoriesMax })
  await assertClean(db, companyId, { nameCn: input.nameCn, nameEn: input.nameEn })
  const id = uuid()
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from help.directory where company_id = ${companyId})`
  await db
    .insertInto('help.directory')
    .values({
      ...{ id, company_id: companyId, parent_id: input.parentId, name_cn: input.nameCn, name_en: input.nameEn },
      position,
    })
    .execute()
  audit({ type: 'help-directory', id, name: input.nameCn, after: input })
  return { id }
}

export async function changeDirectory(db: HelpDb, id: string, input: DirectoryInput, { caller, audit }: Context) {
  const { companyId } = caller
  await lockHelp(db, companyId)
  const tree = await treeOf(db, companyId)
  const row = tree.find((one) => one.id === id)
  if (!row) throw refuse(NOT_FOUND)
  assertDepth(levelsAbove(tree, input.parentId, id) + heightOf(tree, id))
  await assertClean(db, companyId, { nameCn: input.nameCn, nameEn: input.nameEn })
  await db
    .updateTable('help.directory')
    .set({ name_cn: input.nameCn, name_en: input.nameEn, parent_id: input.parentId })
    .where('id', '=', id)
    .execute()
  audit({ type: 'help-directory', id, name: input.nameCn, before: { nameCn: row.name_cn }, after: input })
  return {}
}

export async function deleteDirectory(db: HelpDb, id: string, { caller, audit }: Context) {
  const { companyId } = caller
  await lockHelp(db, companyId)
  const tree = await treeOf(db, companyId)
  const row = tree.find((one) => one.id === id)
  if (!row) throw refuse(NOT_FOUND)
  const article = await db
    .selectFrom('help.article')
    .select('id')
    .where('directory_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (article || tree.some((one) => one.parent_id === id)) throw refuse(DIRECTORY_NOT_EMPTY)
  await db.deleteFrom('help.directory').where('id', '=', id).execute()
  audit({ type: 'help-directory', id, name: row.name_cn, before: { nameCn: row.name_cn } })
  return {}
}

/** The places that these rows have now, given to them in the order of the list; the others stay where they are. */
export async function orderRows(
  db: HelpDb,
  table: 'help.directory' | 'help.article',
  ids: readonly string[],
  { caller, audit }: Context,
) {
  await lockHelp(db, caller.companyId)
  const name = sql.table(table)
  const { rows } = await sql`
    with chosen as (select id, position, row_number() over (order by position, id) as place from ${name}
      where company_id = ${caller.companyId} and id = any(${ids}::uuid[])),
    wanted as (select id, place from unnest(${ids}::uuid[]) with ordinality as w (id, place)
      where (select count(*) from chosen) = ${ids.length}::int)
    update ${name} t set position = chosen.position from wanted join chosen on chosen.place = wanted.place
    where t.id = wanted.id returning t.id`.execute(db)
  if (rows.length !== ids.length) throw refuse(NOT_FOUND)
  audit({ type: table === 'help.article' ? 'help-article' : 'help-directory', after: { order: ids } })
  return {}
}
