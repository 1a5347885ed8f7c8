import type { Chapter } from '../../contract/replay.ts'

/** The chapter at a position of the video; undefined before the first one. `chapters` are in order. */
export function chapterAt(chapters: readonly Chapter[], positionMs: number): Chapter | undefined {
  return chapters.findLast(({ atMs }) => atMs <= positionMs)
}
