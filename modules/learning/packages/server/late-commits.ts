/** What a player could not send when its page went away: the site brings it later, as the member that was learning. */
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { PackageCommit } from '../contract.ts'
import type { PackagesDb } from './db.ts'
import { launchOfToken } from './open-launch.ts'
import { acceptCommit } from './runtime/commits.ts'

/** Afterwards nobody would know any more what it belonged to. */
const lateMsMax = 7 * 24 * 3_600_000

export async function acceptLate(
  db: PackagesDb,
  caller: Caller,
  { token, commit }: { readonly token: string; readonly commit: PackageCommit },
  now: number,
): Promise<{ readonly isRepeat: boolean }> {
  const launch = await launchOfToken(db, token)
  const isOwn = launch?.attempt.memberId === caller.memberId && launch.attempt.companyId === caller.companyId
  if (!launch || !isOwn || now > launch.expiresAt + lateMsMax) throw refuse(NOT_FOUND)
  const { isRepeat } = await acceptCommit(db, launch, commit, { now, isLate: true })
  return { isRepeat }
}
