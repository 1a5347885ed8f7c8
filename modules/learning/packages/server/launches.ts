/** Opening a package: who, at which place, until when. The token in the address is all that the content's origin knows. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { rightsVersionSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { PACKAGE_NOT_READY } from '../contract.ts'
import { contentOrigin } from './content/origin.ts'
import { type PackagesDb, packagesTables } from './db.ts'
import type { RegistrationKey } from './outcome.ts'

/** An open player says every minute that it is there; without a word its address ends. */
export const launchLastsMs = 15 * 60_000
/** However long somebody stays: after that the player is opened again. */
export const launchLastsAtMostMs = 12 * 3_600_000

export interface LaunchInput {
  readonly caller: Caller
  readonly packageId: string
  /** The place that the result belongs to; of a preview nothing is kept. */
  readonly registrationKey: RegistrationKey
  readonly mode: 'learn' | 'preview'
  readonly language?: Language
}

export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Opens a package for the caller, whoever may see it or not: the asking module has decided that. Answers the address for
 * `<PackagePlayer>`. Refuses with 900005 where the company has no such package, with 380301 where it is not ready.
 */
export async function launchPackage(
  connection: Connection,
  outside: Outside,
  input: LaunchInput,
): Promise<{ readonly launchUrl: string }> {
  const db = packagesTables(connection)
  const { caller, packageId } = input
  const now = outside.clock.now()
  const found = await db
    .selectFrom('packages.package')
    .select('state')
    .where('id', '=', packageId)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  if (found.state !== 'ready') throw refuse(PACKAGE_NOT_READY)
  const attemptId = await attemptOf(db, input, now)
  const token = randomBytes(32).toString('base64url')
  const row = {
    id: newId(),
    company_id: caller.companyId,
    attempt_id: attemptId,
    token_sha256: tokenDigest(token),
    language: input.language ?? 'cn',
    launched_at: now,
    expires_at: now + launchLastsMs,
    ended_at: null,
    session_id: caller.sessionId,
    rights_version: rightsVersionSql(caller.memberId),
  }
  await db.insertInto('packages.launch').values(row).execute()
  return { launchUrl: `${contentOrigin(outside, packageId)}/p/${token}/` }
}

async function attemptOf(db: PackagesDb, input: LaunchInput, now: number): Promise<string> {
  const { caller, packageId, registrationKey, mode } = input
  const isKept = mode === 'learn'
  const { rows } = await sql<{ id: string }>`
    insert into packages.attempt (id, company_id, package_id, member_id, mode, course_id, section_id, started_at, updated_at)
    values (${newId()}, ${caller.companyId}, ${packageId}, ${caller.memberId}, ${mode},
      ${isKept ? registrationKey.courseId : null}, ${isKept ? registrationKey.sectionId : null}, ${now}, ${now})
    on conflict (package_id, member_id, course_id, section_id) where mode = 'learn'
      do update set updated_at = excluded.updated_at
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an attempt was neither made nor found')
  return id
}
