import type { Chapter } from '../../contract/replay.ts'

/** The chapter that a moment of the film belongs to; before the first one: none. `chapters` in their order. */
export function chapterAt(chapters: readonly Chapter[], positionMs: number): Chapter | undefined {
  return chapters.findLast(({ atMs }) => atMs <= positionMs)
}
