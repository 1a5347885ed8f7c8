import { useEffect, useState } from 'react'
import type { ServerClock } from '#web/ui/server-clock.ts'
import type { Attempt } from '../../contract/answering.ts'
import { positionAt, type SectionPosition } from '../../contract/sections.ts'
import type { Standing } from './use-answering.ts'

/** The section that is open by the server's clock, also while there is no network; null where all are open. `onOver`: its time has run out. */
export function useSection(
  { sections }: Attempt,
  { sectionNumber, sectionOpenedAt, sectionEndsAt, endsAt }: Standing,
  clock: ServerClock,
  onOver: () => void,
): SectionPosition | null {
  const positionNow = () =>
    sectionNumber === null
      ? null
      : positionAt(
          sections,
          { sectionNumber, sectionOpenedAt: sectionOpenedAt ?? 0, sectionEndsAt, endsAt },
          clock.now(),
        )
  const [number, setNumber] = useState(() => positionNow()?.sectionNumber ?? null)
  useEffect(() => {
    const timer = setInterval(() => {
      const now = positionNow()?.sectionNumber ?? null
      if (now !== number) {
        setNumber(now)
        if (now !== sectionNumber) onOver()
      }
    }, 500)
    return () => clearInterval(timer)
  })
  return positionNow()
}
