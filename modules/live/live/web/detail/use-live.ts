import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Live } from '../../contract/shapes.ts'
import { isOverTime } from '../../contract/states.ts'
import { liveState } from '../live-state.ts'

const MINUTE_MS = 60_000
const SOON_MS = 5000
const NOW_AND_THEN_MS = 30_000

/** The refetch interval: short around the start, longer while it runs or its replay is prepared. */
export function refetchMs(live: Pick<Live, 'status' | 'startTime' | 'replay'>, now: number): number | false {
  if (live.status === 1) return live.startTime - now < MINUTE_MS ? SOON_MS : NOW_AND_THEN_MS
  if (live.status === 2) return NOW_AND_THEN_MS
  return live.status === 3 && live.replay === 'making' ? SOON_MS : false
}

type LiveOptions = Parameters<typeof useQuery<Live>>[0]

/** The live session of a page. It refetches by its state, and shares the result with all components (LIVE-043). */
export function useLive(options: LiveOptions) {
  const found = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data ? refetchMs(state.data, Date.now()) : false),
  })
  const live = found.data
  useEffect(() => {
    if (!live) return
    const { appointmentStatus } = live
    liveState.set({ liveDetail: live, appointmentStatus, isOverTime: isOverTime(live, Date.now()) })
  }, [live])
  return found
}
