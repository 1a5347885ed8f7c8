import { useEffect, useState } from 'react'
import { CallError } from './api/call-error.ts'
import { reacting } from './api/query.ts'
import { loadMember, useSession } from './session.ts'

let loading: Promise<unknown> | undefined
let early: Promise<unknown> | undefined

/** Asks who holds the token before there is a screen; what comes of it is dealt with where a screen asks. */
export function startMember(): void {
  early = loadMember()
  early.catch(() => undefined)
}

function takeEarly(): Promise<unknown> {
  const asked = early ?? loadMember()
  early = undefined
  return asked
}

/** Learns who holds the token, once for all who ask. */
export function useMember(): { failed: boolean; retry: () => void } {
  const { signedIn, user } = useSession()
  const [failed, setFailed] = useState(false)
  const missing = signedIn && !user && !failed
  useEffect(() => {
    if (!missing) return
    loading ??= reacting({}, takeEarly).finally(() => {
      loading = undefined
    })
    // A lost session is reacted to; only what may succeed next time is offered again.
    loading.catch((error: unknown) => setFailed(!(error instanceof CallError && error.status === 401)))
  }, [missing])
  return { failed, retry: () => setFailed(false) }
}
