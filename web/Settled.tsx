import type { Query } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { queryClient } from './api/query.ts'
import { Standing } from './ui/standing.ts'

/** What has not answered by then shows its own state of loading, and may move what stands below it. */
const WAIT_MAX_MS = 600
/** An answer may make the screen ask for more. */
const REST_MS = 20

const isMissing = ({ state }: Query) => state.status === 'pending'
const isAsked = (query: Query) => isMissing(query) && query.state.fetchStatus === 'fetching'

/** False until all that has been asked for is there, at the latest after `waitMaxMs`. */
export function useSettled(waitMaxMs: number): boolean {
  const [isShown, setShown] = useState(false)
  // Nothing is missing when all of it has been read before.
  useLayoutEffect(() => {
    if (!queryClient.getQueryCache().getAll().some(isMissing)) setShown(true)
  }, [])
  useEffect(() => {
    if (isShown) return
    const show = () => setShown(true)
    const look = () => {
      if (!queryClient.getQueryCache().getAll().some(isAsked)) show()
    }
    let timer = setTimeout(look, REST_MS)
    const stop = queryClient.getQueryCache().subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(look, REST_MS)
    })
    const latest = setTimeout(show, waitMaxMs)
    return () => {
      stop()
      clearTimeout(timer)
      clearTimeout(latest)
    }
  }, [isShown, waitMaxMs])
  return isShown
}

/**
 * A screen is shown when what it asked for is there, all of it at once: sections that came one after the other pushed
 * each other about. Hidden, it has its measures already; it waits for little more than half a second.
 */
export function Settled({ wide, children }: { readonly wide: boolean; readonly children: ReactNode }) {
  const isShown = useSettled(WAIT_MAX_MS)
  return (
    <div className={wide ? 'sy-screen sy-screen-wide' : 'sy-screen'} data-settling={!isShown || undefined}>
      <Standing value={isShown}>{children}</Standing>
    </div>
  )
}
