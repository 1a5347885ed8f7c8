import { useEffect, useRef, useState } from 'react'
import { throttle } from './timing.ts'

/** What each event of scrolling or of a stream asks for, at most once in 800 ms (SHELL-112); nothing after the part is gone. */
export function useThrottled<A extends unknown[]>(work: (...given: A) => void): (...given: A) => void {
  const newest = useRef(work)
  newest.current = work
  const [throttled] = useState(() => throttle((...given: A) => newest.current(...given)))
  useEffect(() => () => throttled.cancel(), [throttled])
  return throttled
}
