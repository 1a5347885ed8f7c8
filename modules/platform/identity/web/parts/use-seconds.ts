import { useEffect, useState } from 'react'

/** The seconds until `endsAt`, updated every second. */
export function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(Date.now())
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 250)
    return () => clearTimeout(timer)
  })
  return left
}
