/**
 * A pointer that rests on a section is about to press it: the player, and of a stream its playlists, key and first segment, are
 * loaded meanwhile. The server is asked what the section shows; nothing begins, and nothing is credited.
 */
import { useRef } from 'react'
import { loadPlayerAhead } from '#modules/content/playback/web.tsx'
import { loadStreamAhead } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import type { LearnerSection } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'

/** A mouse on its way crosses sections without a stop. */
const restMs = 60
/** The same section again: what was loaded is still there. */
const freshMs = 50_000

/** Whoever saves data loads the player alone. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

/** This close to its end a video begins again. */
const endMs = 1000

async function loadAhead(courseId: string, { id, kind, unitCount, progress }: LearnerSection): Promise<void> {
  void loadPlayerAhead().catch(() => undefined)
  if (kind !== 'video' || savesData()) return
  const params = { id: courseId, sectionId: id }
  const { stream } = await call(courses.sectionContent, { params, query: {} }, { quiet: true, handles: 'all' })
  const { position } = progress
  if (stream) await loadStreamAhead(stream, position < unitCount - endMs ? position : 0)
}

interface AheadHandlers {
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
  readonly onPointerDown: () => void
  readonly onFocus: () => void
}

/** For the button that opens a section, where the member may study it. */
export function useLoadAhead(courseId: string, section: LearnerSection | undefined, mayStudy: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const loadedAt = useRef({ id: '', at: 0 })
  if (!section || !mayStudy || (section.kind !== 'video' && section.kind !== 'audio')) return undefined
  const begin = () => {
    const now = performance.now()
    if (loadedAt.current.id === section.id && now - loadedAt.current.at < freshMs) return
    loadedAt.current = { id: section.id, at: now }
    loadAhead(courseId, section).catch(() => undefined)
  }
  const handlers: AheadHandlers = {
    onPointerEnter() {
      timer.current = setTimeout(begin, restMs)
    },
    onPointerLeave: () => clearTimeout(timer.current),
    onPointerDown: begin,
    onFocus: begin,
  }
  return handlers
}
