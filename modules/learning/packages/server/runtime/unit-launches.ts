/** A unit of cmi5 or xAPI that was opened: with what it speaks to the record store, and where its session stands. */
import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { PackagesDb } from '../db.ts'
import { tokenDigest } from '../launches.ts'
import type { OpenLaunch } from '../open-launch.ts'
import type { UnitFacts } from '../prepare/manifest.ts'
import type { DB } from '../tables.ts'

export type UnitLaunch = Selectable<DB['packages.unit_launch']>

export interface LaunchedUnit {
  readonly id: string
  readonly identifier: string
  readonly title: string
  readonly href: string
  readonly facts: UnitFacts
}

export async function unitOfLaunch(
  db: PackagesDb,
  launch: OpenLaunch,
  unitId: string,
): Promise<LaunchedUnit | undefined> {
  const row = await db
    .selectFrom('packages.unit')
    .select(['id', 'identifier', 'title', 'href', 'facts'])
    .where('id', '=', unitId)
    .where('package_id', '=', launch.attempt.packageId)
    .executeTakeFirst()
  return row?.href == null ? undefined : { ...row, href: row.href, facts: row.facts as UnitFacts }
}

export async function addUnitLaunch(db: PackagesDb, launch: OpenLaunch, unitId: string, now: number): Promise<string> {
  const id = newId()
  const row = {
    id,
    company_id: launch.attempt.companyId,
    launch_id: launch.id,
    attempt_id: launch.attempt.id,
    unit_id: unitId,
    launched_at: now,
  }
  await db.insertInto('packages.unit_launch').values(row).execute()
  return id
}

/**
 * The credentials of a launched unit, handed out once: undefined ever after. They are the user and password of HTTP's basic
 * scheme, already in the form in which the header carries them.
 */
export async function takeCredentials(
  db: PackagesDb,
  launch: OpenLaunch,
  unitLaunchId: string,
  now: number,
): Promise<string | undefined> {
  const credentials = Buffer.from(`${unitLaunchId}:${randomBytes(24).toString('base64url')}`).toString('base64')
  const taken = await db
    .updateTable('packages.unit_launch')
    .set({ fetched_at: now, auth_sha256: tokenDigest(credentials) })
    .where('id', '=', unitLaunchId)
    .where('launch_id', '=', launch.id)
    .where('fetched_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken && credentials
}

/** The launched unit that an `Authorization` header speaks for. */
export async function unitLaunchOf(
  db: PackagesDb,
  launch: OpenLaunch,
  authorization: string | undefined,
): Promise<UnitLaunch | undefined> {
  const credentials = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1]
  if (credentials === undefined) return undefined
  return db
    .selectFrom('packages.unit_launch')
    .selectAll()
    .where('launch_id', '=', launch.id)
    .where('auth_sha256', '=', tokenDigest(credentials))
    .executeTakeFirst()
}
