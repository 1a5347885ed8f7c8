/** Where a reader is in an article: how much is behind them, and under which heading. */
import { type RefObject, useEffect, useState } from 'react'

/** So far below the top of the window a heading counts as the one being read. */
const HEAD_PX = 120

export interface ReadingPlace {
  /** 0 to 1. */
  readonly share: number
  readonly heading: string | undefined
}

/** How much of a box is above the foot of the window. */
export function readShare({ top, height }: { top: number; height: number }, windowHeight: number): number {
  if (height <= 0) return 0
  return Math.min(1, Math.max(0, (windowHeight - top) / height))
}

/** The last heading that has passed the head of the window. */
export function headingAt(tops: readonly { readonly id: string; readonly top: number }[]): string | undefined {
  return tops.findLast(({ top }) => top <= HEAD_PX)?.id
}

/** `headings` are known once the text stands there; before that nothing is read. */
export function useReadingPlace(
  article: RefObject<HTMLElement | null>,
  headings: readonly { readonly id: string }[] | undefined,
): ReadingPlace {
  const [place, setPlace] = useState<ReadingPlace>({ share: 0, heading: undefined })
  useEffect(() => {
    const element = article.current
    if (!element || !headings) return
    let frame: number | undefined
    const look = () => {
      frame = undefined
      const share = Math.round(readShare(element.getBoundingClientRect(), window.innerHeight) * 100) / 100
      const tops = headings.map(({ id }) => ({
        id,
        top: document.getElementById(id)?.getBoundingClientRect().top ?? 0,
      }))
      const heading = headingAt(tops)
      setPlace((before) => (before.share === share && before.heading === heading ? before : { share, heading }))
    }
    const follow = () => {
      frame ??= requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', follow, { passive: true })
    addEventListener('resize', follow)
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      removeEventListener('scroll', follow)
      removeEventListener('resize', follow)
    }
  }, [article, headings])
  return place
}

const SEEN_MS = 5000
const SEEN_SHARE = 0.3

/** Calls once when the content was really looked at: for five visible seconds, or a third of it. */
export function useSeen(share: number, isShown: boolean, onSeen: () => void): void {
  const [isSeen, setSeen] = useState(false)
  const isFar = isShown && share >= SEEN_SHARE
  useEffect(() => {
    if (!isShown || isSeen) return
    let left = SEEN_MS
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') left -= 1000
      if (left <= 0) setSeen(true)
    }, 1000)
    return () => clearInterval(timer)
  }, [isShown, isSeen])
  const isRead = isSeen || isFar
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once.
  useEffect(() => {
    if (isRead) onSeen()
  }, [isRead])
}
