/** The tree of directories. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { covers, organizationsSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import { managesQuestions } from '../contract/access.ts'
import { CODE_TAKEN, DIRECTORY_NAME_TAKEN, DIRECTORY_NOT_EMPTY, TOO_MANY_DIRECTORIES } from '../contract/codes.ts'
import type { Directory } from '../contract/directories.ts'
import type { QuestionsDb } from './db.ts'
import { managesDirectorySql } from './policy.ts'

const levelsMax = 8
const directoriesMax = 2000

interface DirectoryRecord {
  readonly id: string
  readonly organizationId: string
  readonly parentId: string | null
  readonly path: readonly string[]
}

interface TreeRow extends DirectoryRecord {
  readonly name: string
  readonly code: string
  readonly sort: number
  readonly organizationName: string
  readonly questionCount: number
}

function inTreeOrder(rows: readonly TreeRow[]): TreeRow[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const below = (parentId: string | null): TreeRow[] =>
    (children.get(parentId) ?? []).flatMap((row) => [row, ...below(row.id)])
  return below(null)
}

/** Those that the caller manages: a directory has the organization of its parent, so a tree is there whole or not at all. */
export async function listDirectories(db: QuestionsDb, caller: Caller): Promise<Directory[]> {
  const { companyId } = caller
  const { rows } = await sql<TreeRow>`
    select d.id, d.organization_id as "organizationId", d.parent_id as "parentId", d.path, d.name, d.code, d.sort,
      o.name as "organizationName", coalesce(n.count, 0) as "questionCount"
    from questions.directory d join ${organizationsSql(companyId)} o on o.id = d.organization_id
    left join (select directory_id, count(*)::int as count from questions.question
      where company_id = ${companyId} and deleted_at is null group by directory_id) n on n.directory_id = d.id
    where d.company_id = ${companyId} and ${managesDirectorySql(caller, 'd')}
    order by o.name, d.sort, d.name, d.id`.execute(db)
  const totals = new Map<string, number>()
  for (const row of rows) for (const id of row.path) totals.set(id, (totals.get(id) ?? 0) + row.questionCount)
  return inTreeOrder(rows).map(({ id, name, code, sort, parentId, path, questionCount, ...row }) => ({
    ...{ id, name, code, sort, parentId, questionCount },
    organization: { id: row.organizationId, name: row.organizationName },
    level: path.length,
    totalCount: totals.get(id) ?? 0,
  }))
}

/** Directories of the company that the caller manages; 900005 where one is not there, 10138 where one is another's. */
export async function getManagedDirectories(
  db: QuestionsDb,
  caller: Caller,
  ids: readonly string[],
  { lock }: { readonly lock: boolean },
): Promise<DirectoryRecord[]> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<DirectoryRecord & { isManaged: boolean }>`
    select d.id, d.organization_id as "organizationId", d.parent_id as "parentId", d.path,
      ${managesDirectorySql(caller, 'd')} as "isManaged"
    from questions.directory d where d.id = any(${wanted}::uuid[]) and d.company_id = ${caller.companyId}
    order by d.id ${lock ? sql`for key share of d` : sql``}`.execute(db)
  if (rows.length < wanted.length) throw refuse(NOT_FOUND)
  if (rows.some((row) => !row.isManaged)) throw refuse(NO_PERMISSION)
  return rows
}

/** One directory; with `lock`, nobody deletes it until we are done. */
export async function getManagedDirectory(db: QuestionsDb, caller: Caller, id: string, lock = false) {
  const [directory] = await getManagedDirectories(db, caller, [id], { lock })
  if (!directory) throw refuse(NOT_FOUND)
  return directory
}

/** Changes of one company's tree wait for each other: two moves at once could close a ring. */
async function lockTree(db: QuestionsDb, companyId: string): Promise<void> {
  await lockNames(db, `questions.directory${companyId}`)
}

interface Place {
  readonly organizationId: string
  readonly parentId: string | null
}

/** What the directory is called there. Refuses what another one is called. */
async function assertFree(
  db: QuestionsDb,
  companyId: string,
  { organizationId, parentId }: Place,
  { name, code, exceptId }: { name: string; code: string; exceptId?: string },
): Promise<void> {
  await assertClean(db, companyId, { name })
  const { rows } = await sql<{ sameCode: boolean }>`
    select lower(code) = lower(${code}) as "sameCode" from questions.directory
    where company_id = ${companyId} and id is distinct from ${exceptId ?? null}::uuid and (lower(code) = lower(${code})
      or organization_id = ${organizationId} and parent_id is not distinct from ${parentId}::uuid and name = ${name})
    order by 1 desc limit 1`.execute(db)
  const [taken] = rows
  if (taken) throw taken.sameCode ? refuse(CODE_TAKEN, { code }) : refuse(DIRECTORY_NAME_TAKEN, { name })
}

async function assertRoom(db: QuestionsDb, companyId: string): Promise<void> {
  const { count } = await db
    .selectFrom('questions.directory')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (count >= directoriesMax) throw refuse(TOO_MANY_DIRECTORIES, { max: directoriesMax })
}

interface DirectoryInput {
  readonly name: string
  readonly code: string
  readonly sort?: number
  readonly parentId?: string | null
  readonly organizationId?: string
}

export async function createDirectory(
  db: QuestionsDb,
  caller: Caller,
  { name, code, sort = 1, ...input }: DirectoryInput,
  now: number,
): Promise<{ id: string }> {
  const { companyId } = caller
  await lockTree(db, companyId)
  const parentId = input.parentId ?? null
  const parent = parentId === null ? undefined : await getManagedDirectory(db, caller, parentId)
  const organizationId = parent?.organizationId ?? input.organizationId ?? caller.organizationId
  if (!parent && !(await covers(db, caller, managesQuestions.permission, organizationId))) throw refuse(NO_PERMISSION)
  await assertFree(db, companyId, { organizationId, parentId }, { name, code })
  await assertRoom(db, companyId)
  const id = uuid()
  const path = [...(parent?.path ?? []), id]
  if (path.length > levelsMax) throw refuse(TOO_MANY_DIRECTORIES, { max: levelsMax })
  const place = { company_id: companyId, organization_id: organizationId, parent_id: parentId, path }
  await db
    .insertInto('questions.directory')
    .values({ id, name, code, sort, created_at: now, ...place })
    .execute()
  return { id }
}

export async function changeDirectory(
  db: QuestionsDb,
  caller: Caller,
  id: string,
  { name, code, sort, parentId }: { name: string; code: string; sort: number; parentId: string | null },
): Promise<void> {
  const { companyId } = caller
  await lockTree(db, companyId)
  const before = await getManagedDirectory(db, caller, id)
  const parent = parentId === null ? undefined : await getManagedDirectory(db, caller, parentId)
  if (parent?.path.includes(id)) {
    throw refuse(INVALID_INPUT, { fields: [{ path: 'parentId', rule: 'tree', message: 'is below the directory' }] })
  }
  const organizationId = parent?.organizationId ?? before.organizationId
  await assertFree(db, companyId, { organizationId, parentId }, { name, code, exceptId: id })
  await db
    .updateTable('questions.directory')
    .set({ name, code, sort, parent_id: parentId })
    .where('id', '=', id)
    .execute()
  if (parentId !== before.parentId)
    await moveBelow(db, companyId, before, { above: parent?.path ?? [], organizationId })
}

/** Gives the directory and all below it the paths and the organization of their new place. */
async function moveBelow(
  db: QuestionsDb,
  companyId: string,
  moved: DirectoryRecord,
  { above, organizationId }: { above: readonly string[]; organizationId: string },
): Promise<void> {
  const { rows } = await sql<{ levels: number }>`
    update questions.directory
    set path = ${[...above]}::uuid[] || path[${moved.path.length}::int:], organization_id = ${organizationId}
    where company_id = ${companyId} and path @> array[${moved.id}::uuid]
    returning cardinality(path) as levels`.execute(db)
  if (rows.some((row) => row.levels > levelsMax)) throw refuse(TOO_MANY_DIRECTORIES, { max: levelsMax })
}

export async function deleteDirectory(db: QuestionsDb, caller: Caller, id: string): Promise<void> {
  await lockTree(db, caller.companyId)
  await getManagedDirectory(db, caller, id)
  // Whoever writes a question into it has locked it before.
  await sql`select from questions.directory where id = ${id} for update`.execute(db)
  const { rows } = await sql`
    select from questions.directory where parent_id = ${id}
    union all select from questions.question where directory_id = ${id} and deleted_at is null limit 1`.execute(db)
  if (rows.length > 0) throw refuse(DIRECTORY_NOT_EMPTY)
  await sql`update questions.question set directory_id = null where directory_id = ${id}`.execute(db)
  await db.deleteFrom('questions.directory').where('id', '=', id).execute()
}
