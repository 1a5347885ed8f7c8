import { useEffect, useState } from 'react'
import { useRoom } from '../state/room-store.ts'

/** The server's time by the second; a wrong clock of the browser has no effect. */
export function useNow(): number {
  const ahead = useRoom((view) => view.clockAheadMs)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now + ahead
}
