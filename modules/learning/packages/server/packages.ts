/** Packages: making one of an uploaded archive, and what is known of them. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { enqueue } from '#server/jobs/queue.ts'
import {
  PACKAGE_FILE_UNFIT,
  PACKAGE_IN_USE,
  type PackageInfo,
  type PackageKind,
  type PackageReason,
  type PackageState,
  type WantedKind,
} from '../contract.ts'
import { type PackagesDb, packagesTables } from './db.ts'
import { maySeeAll } from './policy.ts'
import { preparePackage } from './prepare/jobs.ts'

/** What courses shows of a package. */
export interface PackageFacts {
  readonly id: string
  /** null until it is known. */
  readonly kind: PackageKind | null
  readonly state: PackageState
  readonly title: string
  readonly fileId: string
  readonly reasons: readonly PackageReason[]
}

/** The facts of these packages of the company, by id, in one statement; ids of others are missing. */
export async function packageFacts(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PackageFacts>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PackageFacts>`
    select id, kind, state, title, file_id as "fileId", reasons
    from packages.package
    where company_id = ${companyId} and id = any(${[...new Set(ids)]}::uuid[])`.execute(packagesTables(connection))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The name of an archive without its extension: what a package is called until its own title is known. */
function titleOfFile(name: string): string {
  return name.replace(/(\.(zip|h5p))+$/i, '').slice(0, 200) || name.slice(0, 200)
}

/**
 * Makes a package of an archive that the caller has uploaded, and prepares it in the background. Refuses with 380302 where
 * the file is not the caller's or no archive. The same file asked for again is the same package, unless that one failed.
 */
export async function createPackage(
  connection: Connection,
  caller: Caller,
  input: { readonly fileId: string; readonly kind?: WantedKind; readonly now: number },
): Promise<PackageFacts> {
  const db = packagesTables(connection)
  const { companyId, memberId } = caller
  const file = await fileById(connection, companyId, input.fileId)
  const isFit = file?.contentType === 'application/zip' && (await ownsFile(connection, caller, input.fileId))
  if (!file || !isFit) throw refuse(PACKAGE_FILE_UNFIT)
  const earlier = await db
    .selectFrom('packages.package')
    .select('id')
    .where('company_id', '=', companyId)
    .where('file_id', '=', input.fileId)
    .where('wanted_kind', input.kind ? '=' : 'is', input.kind ?? null)
    .where('state', '<>', 'failed')
    .executeTakeFirst()
  const id = earlier?.id ?? newId()
  if (!earlier) {
    const row = {
      id,
      company_id: companyId,
      file_id: input.fileId,
      wanted_kind: input.kind ?? null,
      kind: null,
      state: 'preparing',
      title: titleOfFile(file.name),
      created_by: memberId,
      created_at: input.now,
      prepared_at: null,
    }
    await db.insertInto('packages.package').values(row).execute()
    // One at a time: the other worker is left to mails.
    const queue = 'packages.prepare'
    await enqueue(connection, preparePackage, { packageId: id }, { key: `packages.prepare-${id}`, queue })
  }
  const facts = (await packageFacts(connection, companyId, [id])).get(id)
  if (!facts) throw refuse(NOT_FOUND)
  return facts
}

function packageRows(db: PackagesDb, caller: Caller) {
  const query = db.selectFrom('packages.package as p').where('p.company_id', '=', caller.companyId)
  return maySeeAll(caller) ? query : query.where('p.created_by', '=', caller.memberId)
}

async function described(db: PackagesDb, caller: Caller, ids: readonly string[]): Promise<PackageInfo[]> {
  const { rows } = await sql<Omit<PackageInfo, 'createdByName'> & { createdBy: string }>`
    select p.id, p.kind, p.state, p.title, p.file_id as "fileId", p.reasons, p.entry_count as "entryCount",
      p.size_bytes as "sizeBytes", p.shortest_ms / 1000 as "shortestSeconds", p.typical_ms / 1000 as "typicalSeconds",
      p.created_at as "createdAt", p.created_by as "createdBy",
      (select count(*)::integer from packages.unit u where u.package_id = p.id and u.href is not null) as "unitCount"
    from packages.package p
    where p.company_id = ${caller.companyId} and p.id = any(${[...ids]}::uuid[])
    order by p.created_at desc, p.id desc`.execute(db)
  const members = await membersByIds(
    db,
    caller.companyId,
    rows.map((row) => row.createdBy),
  )
  return rows.map(({ createdBy, ...row }) => ({ ...row, createdByName: members.get(createdBy)?.fullName ?? null }))
}

export async function listPackages(db: PackagesDb, caller: Caller, query: Paging) {
  const { items: rows, recordCount } = await findPage(query, packageRows(db, caller), (q) =>
    q.select('p.id').orderBy('p.created_at', 'desc').orderBy('p.id', 'desc'),
  )
  const ids = rows.map(({ id }) => id)
  return { items: await described(db, caller, ids), recordCount }
}

/** Refuses with 900005 what the caller may not see. */
export async function getPackage(db: PackagesDb, caller: Caller, id: string): Promise<PackageInfo> {
  const row = await packageRows(db, caller).select('p.id').where('p.id', '=', id).executeTakeFirst()
  const [info] = row ? await described(db, caller, [id]) : []
  if (!info) throw refuse(NOT_FOUND)
  return info
}

/** Only what failed goes: of everything else nobody here knows in which courses it stands. Answers its title. */
export async function deletePackage(db: PackagesDb, caller: Caller, id: string): Promise<string> {
  const { title, state } = await getPackage(db, caller, id)
  if (state !== 'failed') throw refuse(PACKAGE_IN_USE)
  await db.deleteFrom('packages.package').where('id', '=', id).where('company_id', '=', caller.companyId).execute()
  return title
}
