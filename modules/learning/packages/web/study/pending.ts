/** What players could not send: kept on this device, and brought to the server when there is a connection. */

import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import type { PackageCommit } from '../../contract.ts'
import { packages } from '../../contract.ts'

const storageKey = 'shuyuan.packages.pending'
/** Openings whose data are kept: each holds the newest of every unit, and what is older says nothing more. */
const keptMax = 20

interface Pending {
  readonly token: string
  readonly commit: PackageCommit
}

function read(): readonly Pending[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(value) ? (value as Pending[]) : []
  } catch {
    return []
  }
}

function write(all: readonly Pending[]): void {
  try {
    if (all.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(all.slice(-keptMax)))
  } catch {
    // No room, or none allowed: the player itself still tries.
  }
}

function isAnother({ token, commit }: Pending, other: Pending): boolean {
  return token !== other.token || commit.unitId !== other.commit.unitId
}

const bring = () => void bringPending()

/** Brought as soon as there is a connection, whichever screen is shown then; after a new start of the page, with the sign-in. */
export function keepPending(pending: Pending): void {
  window.addEventListener('online', bring, { once: true })
  write([...read().filter((one) => isAnother(one, pending)), pending])
}

export function forgetPending(token: string): void {
  write(read().filter((one) => one.token !== token))
}

/** Where nobody is signed in, it waits for the next sign-in. */
const isFinal = (error: unknown) => error instanceof CallError && error.kind === 'refused' && error.status !== 401

/** Brings what is kept, oldest first. What the server refuses is of no use any more; what does not get through stays. */
export async function bringPending(): Promise<void> {
  for (const pending of [...read()].sort((a, b) => a.commit.sequence - b.commit.sequence)) {
    try {
      await call(packages.lateCommit, { body: pending }, { quiet: true, handles: 'all' })
    } catch (error) {
      if (!isFinal(error)) return
    }
    write(read().filter((one) => one.token !== pending.token || one.commit.sequence !== pending.commit.sequence))
  }
}
