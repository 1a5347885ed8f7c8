/** Whether what a launch belongs to has been withdrawn since. The modules that own it are asked now and then. */
import type { Connection } from '#server/db/connection.ts'
import type { OpenLaunch } from './open-launch.ts'
import { packageOutcome, type RegistrationKey } from './outcome.ts'

/** A player asks for hundreds of files when it opens, and reports each minute. */
const askEveryMs = 15_000
const rememberedMax = 10_000

/** Whether a listener says that nothing is studied at the place any more. */
export async function isWithdrawnFrom(
  db: Connection,
  place: { readonly companyId: string } & RegistrationKey,
): Promise<boolean> {
  for (const listener of packageOutcome.all()) if (await listener.isWithdrawn?.(db, place)) return true
  return false
}

export class Withdrawals {
  /** When each launch was last found open, the longest ago first. */
  readonly #openAt = new Map<string, number>()

  async isWithdrawn(db: Connection, { id, place, attempt }: OpenLaunch, now: number): Promise<boolean> {
    if (place === null || now - (this.#openAt.get(id) ?? Number.NEGATIVE_INFINITY) < askEveryMs) return false
    if (await isWithdrawnFrom(db, { companyId: attempt.companyId, ...place })) return true
    this.#openAt.delete(id)
    this.#openAt.set(id, now)
    const [oldest] = this.#openAt.keys()
    if (oldest !== undefined && this.#openAt.size > rememberedMax) this.#openAt.delete(oldest)
    return false
  }
}
