import { useEffect } from 'react'
import { call } from '#web/api/query.ts'
import { pages } from '../contract.ts'

/** What this load of the client has logged; empty for the product's own home page. */
const logged = new Set<string>()
/** Nothing that a member waits for waits for this. */
const AFTER_MS = 1500

/** SYSTEM-028: one visit a home page and load. */
export function useVisit(homeConfigId: string | undefined) {
  useEffect(() => {
    const key = homeConfigId ?? ''
    if (logged.has(key)) return
    const timer = setTimeout(() => {
      logged.add(key)
      const body = { visitId: crypto.randomUUID(), ...(homeConfigId && { homeConfigId }) }
      call(pages.logVisit, { body }, { quiet: true, outdates: 'nothing' }).catch(() => logged.delete(key))
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [homeConfigId])
}
