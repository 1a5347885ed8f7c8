/** From an uploaded archive to a package that can be opened, or to the reason why it can't. */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { copyFileTo, recordDerivedObject, storeDerivedObject } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { JobContext } from '#server/module.ts'
import type { WantedKind } from '../../contract.ts'
import { usualShortestMs } from '../credible-time.ts'
import { type PackagesDb, packagesTables } from '../db.ts'
import { type ArchiveEntry, withArchive } from './archive.ts'
import { type Bundle, readAll, writeBundle } from './bundle.ts'
import { readCmi5, readTincan } from './cmi5.ts'
import { readH5p } from './h5p.ts'
import type { Manifest, ManifestUnit } from './manifest.ts'
import { fileOfReference } from './paths.ts'
import { readScorm } from './scorm.ts'
import { Unfit } from './unfit.ts'

const manifestBytesMax = 16 * 1024 * 1024
/** Rows that one statement writes. */
const batchSize = 2000

/** In the order in which they are looked for, where nobody said what the archive is. */
const readers = [
  { wanted: 'cmi5', file: 'cmi5.xml', read: readCmi5 },
  { wanted: 'scorm', file: 'imsmanifest.xml', read: readScorm },
  { wanted: 'xapi', file: 'tincan.xml', read: readTincan },
  { wanted: 'h5p', file: 'h5p.json', read: readH5p },
] as const satisfies readonly {
  wanted: WantedKind
  file: string
  read: (bytes: Buffer, paths: ReadonlySet<string>) => Manifest
}[]

async function readManifest(entries: readonly ArchiveEntry[], wanted: WantedKind | null): Promise<Manifest> {
  const at = (file: string) => entries.find(({ path }) => path.toLowerCase() === file)
  const there = readers.filter(({ file }) => at(file))
  if (there.length === 0) throw new Unfit('manifest-missing')
  const reader = wanted === null ? there[0] : there.find((one) => one.wanted === wanted)
  const entry = reader && at(reader.file)
  if (!reader || !entry) throw new Unfit('other-kind', there.map(({ file }) => file).join(', '))
  if (entry.sizeBytes > manifestBytesMax) throw new Unfit('manifest-too-large', reader.file)
  return reader.read(await readAll(entry), new Set(entries.map(({ path }) => path)))
}

/** An address of its own, which only cmi5 and xAPI may name. */
export function isForeign(href: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(href)
}

/** A unit's file under the name that the archive has for it: makers are careless with capitals. */
function withFile(unit: ManifestUnit, paths: ReadonlyMap<string, string>, kind: Manifest['kind']): ManifestUnit {
  const { href } = unit
  if (href === null) return unit
  if (isForeign(href)) {
    if ((kind === 'cmi5' || kind === 'xapi') && /^https:/i.test(href)) return unit
    throw new Unfit('path-unsafe', href)
  }
  const file = fileOfReference(href)
  const known = paths.get(file) ?? paths.get(file.toLowerCase())
  if (known === undefined) throw new Unfit('launch-file-missing', file)
  const encoded = known.split('/').map(encodeURIComponent).join('/')
  return { ...unit, href: `${encoded}${/[?#].*$/s.exec(href)?.[0] ?? ''}` }
}

function launchable(manifest: Manifest, bundle: Bundle): readonly ManifestUnit[] {
  const paths = new Map<string, string>()
  for (const { path } of bundle.entries) {
    if (!paths.has(path.toLowerCase())) paths.set(path.toLowerCase(), path)
  }
  for (const { path } of bundle.entries) paths.set(path, path)
  const units = manifest.units.map((unit) => withFile(unit, paths, manifest.kind))
  if (!units.some(({ href }) => href !== null)) throw new Unfit('no-launchable-unit')
  return units
}

interface PackageRow {
  readonly id: string
  readonly company_id: string
  readonly file_id: string
  readonly wanted_kind: string | null
  readonly title: string
}

/** A job: talks to the store, so its work is in no transaction, and its result in one. */
export async function prepare(connection: Connection, packageId: string, context: JobContext): Promise<void> {
  const db = packagesTables(connection)
  const row = await db
    .selectFrom('packages.package')
    .select(['id', 'company_id', 'file_id', 'wanted_kind', 'title'])
    .where('id', '=', packageId)
    .where('state', '=', 'preparing')
    .executeTakeFirst()
  if (!row) return
  const directory = join(context.outside.config.dataDirectory, 'packages', newId())
  await mkdir(directory, { recursive: true })
  try {
    await prepareIn(directory, db, row, context)
  } catch (error) {
    if (!(error instanceof Unfit)) throw error
    await fail(db, row, error, context.now)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function prepareIn(directory: string, db: PackagesDb, row: PackageRow, context: JobContext): Promise<void> {
  const { outside, signal } = context
  const archive = join(directory, 'archive')
  const target = join(directory, 'bundle')
  await copyFileTo(outside, row.file_id, archive, signal)
  const { manifest, bundle } = await withArchive(archive, async (entries) => ({
    manifest: await readManifest(entries, row.wanted_kind as WantedKind | null),
    bundle: await writeBundle(entries, target, { ...(signal && { signal }) }),
  }))
  const units = launchable(manifest, bundle)
  const key = await storeDerivedObject(outside, target)
  await inTransaction(db, (transaction) => keep(transaction, row, { manifest, bundle, units, key }, context.now))
}

interface Prepared {
  readonly manifest: Manifest
  readonly bundle: Bundle
  readonly units: readonly ManifestUnit[]
  readonly key: string
}

async function keep(transaction: PackagesDb, row: PackageRow, prepared: Prepared, now: number): Promise<void> {
  const { manifest, bundle, units, key } = prepared
  const connection = transaction as unknown as Connection
  const { rows } = await sql`
    update packages.package set state = 'ready', kind = ${manifest.kind}, content_key = ${key},
      title = ${manifest.title.slice(0, 200) || row.title}, manifest = ${JSON.stringify(manifest.facts)}::jsonb,
      typical_ms = ${manifest.typicalMs ?? null}::bigint, shortest_ms = ${usualShortestMs(manifest.typicalMs)},
      entry_count = ${bundle.entries.length}, size_bytes = ${bundle.sizeBytes}, prepared_at = ${now}
    where id = ${row.id} and state = 'preparing' returning id`.execute(transaction)
  // Prepared by another process meanwhile.
  if (rows.length === 0) return
  const { company_id: companyId, file_id: fileId } = row
  const contentType = 'application/octet-stream'
  const piece = { companyId, fileId, name: `package-${row.id}`, contentType, sizeBytes: bundle.sizeBytes, now }
  await recordDerivedObject(connection, key, piece)
  for (let at = 0; at < bundle.entries.length; at += batchSize)
    await sql`
      insert into packages.entry (package_id, company_id, path, start, length, size_bytes, is_gzip, content_type)
      select ${row.id}, ${companyId}, e.path, e.start, e.length, e."sizeBytes", e."isGzip", e."contentType"
      from jsonb_to_recordset(${JSON.stringify(bundle.entries.slice(at, at + batchSize))}::jsonb)
        e (path text, start bigint, length bigint, "sizeBytes" bigint, "isGzip" boolean, "contentType" text)`.execute(
      transaction,
    )
  const rowsOfUnits = units.map((unit, position) => ({ ...unit, id: newId(), position }))
  await sql`
    insert into packages.unit (id, package_id, company_id, position, parent_position, identifier, title, href, facts)
    select u.id, ${row.id}, ${companyId}, u.position, u."parentPosition", u.identifier, u.title, u.href, u.facts
    from jsonb_to_recordset(${JSON.stringify(rowsOfUnits)}::jsonb)
      u (id uuid, position integer, "parentPosition" integer, identifier text, title text, href text, facts jsonb)`.execute(
    transaction,
  )
}

async function fail(db: PackagesDb, row: PackageRow, { code, detail }: Unfit, now: number): Promise<void> {
  const reasons = [{ code, detail: detail.replaceAll('\u0000', '') }]
  await sql`
    update packages.package set state = 'failed', reasons = ${JSON.stringify(reasons)}::jsonb, prepared_at = ${now}
    where id = ${row.id} and state = 'preparing'`.execute(db)
}
