/**
 * The launch behind a token: who learns what, and until when the token is worth anything. It ends with the session from
 * which it was opened, and with the rights that the member had then.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { runningSessionsSql } from '#modules/platform/identity/server.ts'
import type { PackageKind } from '../contract.ts'
import type { Attempt } from './attempts.ts'
import type { PackagesDb } from './db.ts'
import { launchLastsAtMostMs, launchLastsMs, tokenDigest } from './launches.ts'
import type { RegistrationKey } from './outcome.ts'

export interface OpenLaunch {
  readonly id: string
  readonly kind: PackageKind
  readonly title: string
  readonly contentKey: string
  readonly language: Language
  readonly launchedAt: number
  readonly expiresAt: number
  readonly attempt: Attempt
  /** Where the result belongs; null for a preview. */
  readonly place: RegistrationKey | null
}

interface Row extends Omit<OpenLaunch, 'attempt' | 'place'> {
  readonly attemptId: string
  readonly companyId: string
  readonly packageId: string
  readonly memberId: string
  readonly mode: string
  readonly courseId: string | null
  readonly sectionId: string | null
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** Nothing more: also a launch that has ended. */
const any = sql``

async function findLaunch(db: PackagesDb, token: string, open: RawBuilder<unknown>): Promise<OpenLaunch | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const { rows } = await sql<Row>`
    select l.id, l.language, l.launched_at as "launchedAt", l.expires_at as "expiresAt", p.kind, p.title,
      p.content_key as "contentKey", a.id as "attemptId", a.company_id as "companyId", a.package_id as "packageId",
      a.member_id as "memberId", a.mode, a.course_id as "courseId", a.section_id as "sectionId"
    from packages.launch l join packages.attempt a on a.id = l.attempt_id join packages.package p on p.id = a.package_id
      ${open}
    where l.token_sha256 = ${tokenDigest(token)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { attemptId, companyId, packageId, memberId, mode, courseId, sectionId, ...launch } = row
  const place = courseId === null || sectionId === null ? null : { courseId, sectionId }
  return { ...launch, place, attempt: { id: attemptId, companyId, packageId, memberId, isPreview: mode === 'preview' } }
}

/** The launch of a token, also of one that has ended; undefined where there is none. */
export function launchOfToken(db: PackagesDb, token: string): Promise<OpenLaunch | undefined> {
  return findLaunch(db, token, any)
}

/** The launch of a token that is still open. The session is asked in the same statement, at every call. */
export function openLaunch(db: PackagesDb, token: string, now: number): Promise<OpenLaunch | undefined> {
  return findLaunch(
    db,
    token,
    sql`join ${runningSessionsSql(now)} r on r.id = l.session_id and r.member_id = a.member_id
        and r.rights_version = l.rights_version and l.expires_at > ${now}`,
  )
}

/** The player is still there. */
export async function prolong(db: PackagesDb, launch: OpenLaunch, now: number): Promise<void> {
  const until = Math.min(now + launchLastsMs, launch.launchedAt + launchLastsAtMostMs)
  await db.updateTable('packages.launch').set({ expires_at: until }).where('id', '=', launch.id).execute()
}
