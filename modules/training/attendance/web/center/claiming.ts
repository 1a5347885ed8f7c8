import { call } from '#web/api/query.ts'
import type { Claim } from '../../contract/checking-in.ts'
import { attendance } from '../../contract.ts'
import { deviceKey } from './device-key.ts'

export interface Claimed {
  readonly claim: Claim
  /** By the clock of this device. */
  readonly until: number
}

const PREFIX = 'shuyuan.check-in.'
const running = new Map<string, Promise<Claimed>>()

/**
 * Claims the code of an address, once: a code is good for some seconds, and what it has opened for two minutes. A page that is
 * loaded again meanwhile goes on with what the first one got.
 */
export function claimOnce(signId: string, code: { timeStamp: number; mac: string }): Promise<Claimed> {
  const key = `${PREFIX}${signId}.${code.mac}`
  const known = keptClaim(key)
  if (known) return Promise.resolve(known)
  const asked =
    running.get(key) ??
    call(
      attendance.claimCheckIn,
      { params: { signId }, body: { ...code, deviceKey: deviceKey() } },
      { handles: 'all', quiet: true },
    )
      .then((claim) => {
        const claimed = { claim, until: Date.now() + claim.validMs }
        keepClaim(key, claimed)
        return claimed
      })
      .finally(() => running.delete(key))
  running.set(key, asked)
  return asked
}

/** What was claimed is used up. */
export function forgetClaims(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept.
  }
}

function keptClaim(key: string): Claimed | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Claimed | null
    return kept && kept.until > Date.now() ? kept : undefined
  } catch {
    return undefined
  }
}

function keepClaim(key: string, claimed: Claimed): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(claimed))
  } catch {
    // Without storage a page that is loaded again asks to scan again.
  }
}
