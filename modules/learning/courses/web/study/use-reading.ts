import { useEffect, useMemo } from 'react'
import type { Reporting } from '#modules/content/playback/web.tsx'
import { createReadingRecorder, type ReadingRecorder } from './reading.ts'

const TICK_MS = 1000
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const

/** A recorder whose time runs while the page is visible. With reporting, what it records is reported. */
export function useReading(reporting: Reporting | undefined, wholeMs = 0): ReadingRecorder {
  const recorder = useMemo(() => createReadingRecorder(() => performance.now(), wholeMs), [wholeMs])
  useEffect(() => {
    const endCollecting = reporting?.collectFrom(() => recorder.take())
    const tick = () => {
      if (document.visibilityState === 'hidden') return recorder.rest()
      if (recorder.tick()) reporting?.report()
      else reporting?.keep()
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    const touch = () => recorder.touch()
    for (const sign of signs) document.addEventListener(sign, touch, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) document.removeEventListener(sign, touch, { capture: true })
      endCollecting?.()
    }
  }, [recorder, reporting])
  return recorder
}
