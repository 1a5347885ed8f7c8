import { useCallback, useMemo, useState } from 'react'

export interface Flags {
  readonly has: (place: number) => boolean
  readonly toggle: (place: number) => void
}

/** The questions that the examinee wants to look at again: a note for themselves, kept by the browser. */
export function useFlags(attemptId: string): Flags {
  const key = `shuyuan.exam-flags.${attemptId}`
  const [places, setPlaces] = useState<ReadonlySet<number>>(() => new Set(read(key)))
  const toggle = useCallback(
    (place: number) =>
      setPlaces((before) => {
        const after = new Set(before)
        if (!after.delete(place)) after.add(place)
        sessionStorage.setItem(key, JSON.stringify([...after]))
        return after
      }),
    [key],
  )
  return useMemo(() => ({ has: (place: number) => places.has(place), toggle }), [places, toggle])
}

function read(key: string): number[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as number[]
  } catch {
    return []
  }
}
