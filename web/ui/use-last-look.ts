import { useEffect, useRef } from 'react'

/**
 * For what is read again and again while something else runs: reads it once more when that has ended. What the last
 * look found may be older than the end, and nobody would look again.
 */
export function useLastLook(isRunning: boolean, lookAgain: () => unknown): void {
  const wasRunning = useRef(isRunning)
  const look = useRef(lookAgain)
  look.current = lookAgain
  useEffect(() => {
    if (wasRunning.current && !isRunning) void look.current()
    wasRunning.current = isRunning
  }, [isRunning])
}
