/** The video or document of the section that is open, for whoever stands beside the player: where it is, and a jump to a place. */
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface Video {
  /** The player's element, as long as it is shown. Answers the function that ends it. */
  attach(element: HTMLMediaElement, sectionId: string): () => void
  /** The section of the video that is shown; undefined without one. */
  sectionId(): string | undefined
  /** Where it is, in whole seconds' milliseconds: what hangs on it changes once a second. */
  positionMs(): number
  /** Plays from there, if this section's video is shown; otherwise the next one that is attached for it begins there. */
  jump(sectionId: string, ms: number): void
  /** A document shows this page of the section; undefined when it is closed. */
  read(sectionId: string, page: number | undefined): void
  /** The page that is shown of the section's document. */
  pageOf(sectionId: string): number | undefined
  /** The place that a jump asked for, once. */
  takeStart(sectionId: string): number | undefined
  pause(): void
  play(): void
  subscribe(listener: () => void): () => void
}

export function createVideo(): Video {
  let shown: { element: HTMLMediaElement; sectionId: string } | undefined
  let positionMs = 0
  let start: { sectionId: string; ms: number } | undefined
  let open: { sectionId: string; page: number } | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const update = () => {
    const next = Math.floor(shown?.element.currentTime ?? 0) * 1000
    if (next === positionMs) return
    positionMs = next
    tell()
  }
  return {
    attach(element, sectionId) {
      shown = { element, sectionId }
      element.addEventListener('timeupdate', update)
      element.addEventListener('seeked', update)
      update()
      tell()
      return () => {
        element.removeEventListener('timeupdate', update)
        element.removeEventListener('seeked', update)
        if (shown?.element === element) shown = undefined
        tell()
      }
    },
    sectionId: () => shown?.sectionId,
    positionMs: () => positionMs,
    jump(sectionId, ms) {
      if (shown?.sectionId !== sectionId) {
        start = { sectionId, ms }
        tell()
        return
      }
      shown.element.currentTime = ms / 1000
      void shown.element.play().catch(() => undefined)
      shown.element.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
    },
    read(sectionId, page) {
      open = page === undefined ? undefined : { sectionId, page }
      tell()
    },
    pageOf: (sectionId) => (open?.sectionId === sectionId ? open.page : undefined),
    takeStart(sectionId) {
      const ms = start?.sectionId === sectionId ? start.ms : undefined
      if (ms !== undefined) start = undefined
      return ms
    },
    pause: () => shown?.element.pause(),
    play: () => void shown?.element.play().catch(() => undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const VideoContext = createContext<Video>(createVideo())

export function useVideo(): Video {
  return useContext(VideoContext)
}

/** Where the video of the section is, to the second; undefined while none of it is shown. */
export function useVideoMs(sectionId: string | undefined): number | undefined {
  const video = useVideo()
  return useSyncExternalStore(video.subscribe, () =>
    sectionId !== undefined && video.sectionId() === sectionId ? video.positionMs() : undefined,
  )
}

/** The page of the section's document that is shown; undefined while none is. */
export function useReadPage(sectionId: string | undefined): number | undefined {
  const video = useVideo()
  return useSyncExternalStore(video.subscribe, () => (sectionId === undefined ? undefined : video.pageOf(sectionId)))
}
