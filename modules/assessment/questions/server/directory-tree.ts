/**
 * A tree of directories with codes, each in an organization: that of the bank, and that of papers. Whoever manages the
 * organization manages what is in it. The tables of every such tree have the same columns.
 */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { covers, organizationNames, organizationsSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { AuditFacts } from '#server/audited.ts'
import type { Connection, Database } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import { lockNames } from '#server/db/transaction.ts'
import { managesQuestions } from '../contract/access.ts'
import { CODE_TAKEN, DIRECTORY_NAME_TAKEN, DIRECTORY_NOT_EMPTY, TOO_MANY_DIRECTORIES } from '../contract/codes.ts'
import type { Directory } from '../contract/directories.ts'
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
  readonly itemCount: number
}

interface Place {
  readonly organizationId: string
  readonly parentId: string | null
}

interface DirectoryInput {
  readonly name: string
  readonly code: string
  readonly sort?: number
  readonly parentId?: string | null
  readonly organizationId?: string
}

type Sql = Database<object>
const withSql = (db: Connection): Sql => withTables<object>(db)

function inTreeOrder(rows: readonly TreeRow[]): TreeRow[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const below = (parentId: string | null): TreeRow[] =>
    (children.get(parentId) ?? []).flatMap((row) => [row, ...below(row.id)])
  return below(null)
}

async function assertManages(db: Connection, caller: Caller, organizationId: string): Promise<void> {
  const known = await organizationNames(db, caller.companyId, [organizationId])
  if (!known.has(organizationId)) throw refuse(NOT_FOUND)
  if (!(await covers(db, caller, managesQuestions.permission, organizationId))) throw refuse(NO_PERMISSION)
}

export class DirectoryTree {
  readonly #name: string
  readonly #directories: RawBuilder<unknown>
  readonly #items: RawBuilder<unknown>

  /** `items` are the rows in the directories; their directory is null only in the recycle bin. */
  constructor(tables: { readonly directories: string; readonly items: string }) {
    this.#name = tables.directories
    this.#directories = sql.table(tables.directories)
    this.#items = sql.table(tables.items)
  }

  /** Those that the caller manages: a directory has the organization of its parent, so a tree is there whole or not at all. */
  async list(db: Connection, caller: Caller): Promise<Directory[]> {
    const { companyId } = caller
    const { rows } = await sql<TreeRow>`
      select d.id, d.organization_id as "organizationId", d.parent_id as "parentId", d.path, d.name, d.code, d.sort,
        o.name as "organizationName", coalesce(n.count, 0) as "itemCount"
      from ${this.#directories} d join ${organizationsSql(companyId)} o on o.id = d.organization_id
      left join (select directory_id, count(*)::int as count from ${this.#items}
        where company_id = ${companyId} and deleted_at is null group by directory_id) n on n.directory_id = d.id
      where d.company_id = ${companyId} and ${managesDirectorySql(caller, 'd')}
      order by o.name, d.sort, d.name, d.id`.execute(withSql(db))
    const totals = new Map<string, number>()
    for (const row of rows) for (const id of row.path) totals.set(id, (totals.get(id) ?? 0) + row.itemCount)
    return inTreeOrder(rows).map(({ id, name, code, sort, parentId, path, itemCount, ...row }) => ({
      ...{ id, name, code, sort, parentId, itemCount },
      organization: { id: row.organizationId, name: row.organizationName },
      level: path.length,
      totalCount: totals.get(id) ?? 0,
    }))
  }

  /** Directories of the company that the caller manages; 900005 where one is not there, 10138 where one is another's. */
  async getManaged(
    db: Connection,
    caller: Caller,
    ids: readonly string[],
    { lock }: { readonly lock: boolean },
  ): Promise<DirectoryRecord[]> {
    const wanted = [...new Set(ids)]
    const { rows } = await sql<DirectoryRecord & { isManaged: boolean }>`
      select d.id, d.organization_id as "organizationId", d.parent_id as "parentId", d.path,
        ${managesDirectorySql(caller, 'd')} as "isManaged"
      from ${this.#directories} d where d.id = any(${wanted}::uuid[]) and d.company_id = ${caller.companyId}
      order by d.id ${lock ? sql`for key share of d` : sql``}`.execute(withSql(db))
    if (rows.length < wanted.length) throw refuse(NOT_FOUND)
    if (rows.some((row) => !row.isManaged)) throw refuse(NO_PERMISSION)
    return rows
  }

  /** One directory; with `lock`, nobody deletes it until we are done. */
  async getManagedOne(db: Connection, caller: Caller, id: string, lock = false): Promise<DirectoryRecord> {
    const [directory] = await this.getManaged(db, caller, [id], { lock })
    if (!directory) throw refuse(NOT_FOUND)
    return directory
  }

  /** `x in ${tree.belowSql(…)}`: the directory and all below it. */
  belowSql(companyId: string, id: string): RawBuilder<string> {
    return sql<string>`(select id from ${this.#directories}
      where company_id = ${companyId} and path @> array[${id}::uuid])`
  }

  /** The names of those among the ids that are there, whoever manages them. */
  async names(db: Connection, companyId: string, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from ${this.#directories} where company_id = ${companyId} and id = any(${[...ids]}::uuid[])`.execute(
      withSql(db),
    )
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  /** What the audit log keeps of directories. */
  async factsOf(db: Connection, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
    const { rows } = await sql<AuditFacts>`
      select d.id, d.name, d.code, d.sort, o.name as organization,
        (select string_agg(up.name, ' / ' order by place.at) from unnest(d.path) with ordinality as place (id, at)
          join ${this.#directories} up on up.id = place.id) as place
      from ${this.#directories} d join ${organizationsSql(companyId)} o on o.id = d.organization_id
      where d.id = any(${[...ids]}::uuid[]) and d.company_id = ${companyId}`.execute(withSql(db))
    return rows
  }

  async create(
    db: Connection,
    caller: Caller,
    { name, code, sort = 1, ...input }: DirectoryInput,
    now: number,
  ): Promise<{ id: string }> {
    const { companyId } = caller
    await this.#lock(db, companyId)
    const parentId = input.parentId ?? null
    const parent = parentId === null ? undefined : await this.getManagedOne(db, caller, parentId)
    const organizationId = parent?.organizationId ?? input.organizationId ?? caller.organizationId
    if (!parent) await assertManages(db, caller, organizationId)
    await this.#assertFree(db, companyId, { organizationId, parentId }, { name, code })
    await this.#assertRoom(db, companyId)
    const id = uuid()
    const path = [...(parent?.path ?? []), id]
    if (path.length > levelsMax) throw refuse(TOO_MANY_DIRECTORIES, { max: levelsMax })
    await sql`
      insert into ${this.#directories} (id, company_id, organization_id, parent_id, name, code, sort, path, created_at)
      values (${id}, ${companyId}, ${organizationId}, ${parentId}, ${name}, ${code}, ${sort}, ${path}::uuid[], ${now})`.execute(
      withSql(db),
    )
    return { id }
  }

  async change(
    db: Connection,
    caller: Caller,
    id: string,
    { name, code, sort, parentId }: { name: string; code: string; sort: number; parentId: string | null },
  ): Promise<void> {
    const { companyId } = caller
    await this.#lock(db, companyId)
    const before = await this.getManagedOne(db, caller, id)
    const parent = parentId === null ? undefined : await this.getManagedOne(db, caller, parentId)
    if (parent?.path.includes(id)) {
      throw refuse(INVALID_INPUT, { fields: [{ path: 'parentId', rule: 'tree', message: 'is below the directory' }] })
    }
    const organizationId = parent?.organizationId ?? before.organizationId
    await this.#assertFree(db, companyId, { organizationId, parentId }, { name, code, exceptId: id })
    await sql`update ${this.#directories} set name = ${name}, code = ${code}, sort = ${sort}, parent_id = ${parentId}
      where id = ${id}`.execute(withSql(db))
    if (parentId === before.parentId) return
    await this.#moveBelow(db, companyId, before, { above: parent?.path ?? [], organizationId })
  }

  async delete(db: Connection, caller: Caller, id: string): Promise<void> {
    await this.#lock(db, caller.companyId)
    await this.getManagedOne(db, caller, id)
    // Whoever writes something into it has locked it before. Whoever restores something has locked that: it is here then.
    await sql`select from ${this.#directories} where id = ${id} for update`.execute(withSql(db))
    await sql`update ${this.#items} set directory_id = null
      where directory_id = ${id} and deleted_at is not null`.execute(withSql(db))
    const { rows } = await sql`
      select from ${this.#directories} where parent_id = ${id}
      union all select from ${this.#items} where directory_id = ${id} limit 1`.execute(withSql(db))
    if (rows.length > 0) throw refuse(DIRECTORY_NOT_EMPTY)
    await sql`delete from ${this.#directories} where id = ${id}`.execute(withSql(db))
  }

  /** Changes of one company's tree wait for each other: two moves at once could close a ring. */
  async #lock(db: Connection, companyId: string): Promise<void> {
    await lockNames(db, `${this.#name}${companyId}`)
  }

  /** What the directory is called there. Refuses what another one is called. */
  async #assertFree(
    db: Connection,
    companyId: string,
    { organizationId, parentId }: Place,
    { name, code, exceptId }: { name: string; code: string; exceptId?: string },
  ): Promise<void> {
    await assertClean(db, companyId, { name })
    const { rows } = await sql<{ sameCode: boolean }>`
      select lower(code) = lower(${code}) as "sameCode" from ${this.#directories}
      where company_id = ${companyId} and id is distinct from ${exceptId ?? null}::uuid and (lower(code) = lower(${code})
        or organization_id = ${organizationId} and parent_id is not distinct from ${parentId}::uuid and name = ${name})
      order by 1 desc limit 1`.execute(withSql(db))
    const [taken] = rows
    if (taken) throw taken.sameCode ? refuse(CODE_TAKEN, { code }) : refuse(DIRECTORY_NAME_TAKEN, { name })
  }

  async #assertRoom(db: Connection, companyId: string): Promise<void> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${this.#directories} where company_id = ${companyId}`.execute(withSql(db))
    if ((rows[0]?.count ?? 0) >= directoriesMax) throw refuse(TOO_MANY_DIRECTORIES, { max: directoriesMax })
  }

  /** Gives the directory and all below it the paths and the organization of their new place. */
  async #moveBelow(
    db: Connection,
    companyId: string,
    moved: DirectoryRecord,
    { above, organizationId }: { above: readonly string[]; organizationId: string },
  ): Promise<void> {
    const { rows } = await sql<{ levels: number }>`
      update ${this.#directories}
      set path = ${[...above]}::uuid[] || path[${moved.path.length}::int:], organization_id = ${organizationId}
      where company_id = ${companyId} and path @> array[${moved.id}::uuid]
      returning cardinality(path) as levels`.execute(withSql(db))
    if (rows.some((row) => row.levels > levelsMax)) throw refuse(TOO_MANY_DIRECTORIES, { max: levelsMax })
  }
}
