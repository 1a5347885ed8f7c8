import { useState } from 'react'
import { call } from '#web/api/query.ts'
import type { PathChapter, PositionSection } from '../../contract/wire.ts'
import { paths } from '../../contract.ts'

interface Loaded {
  readonly chapterId: string
  readonly later: readonly PositionSection[]
  readonly pageIndex: number
  readonly loadStatus: 0 | 1 | 2
}

/** The sections of a chapter as far as they are loaded; loadStatus 0 more, 1 loading, 2 all (COURSE-051, COURSE-052). */
export function useSections(pathId: string, chapter: PathChapter) {
  const { id, pageIndex, loadStatus, positionSections } = chapter
  const start: Loaded = { chapterId: id, later: [], pageIndex, loadStatus }
  const [kept, setKept] = useState(start)
  const loaded = kept.chapterId === id ? kept : start
  /** Page by page, until the section at that index is there. */
  const loadTo = async (index: number) => {
    let reached = loaded
    try {
      while (reached.loadStatus !== 2 && positionSections.length + reached.later.length <= index) {
        setKept({ ...reached, loadStatus: 1 })
        const query = { pageId: pathId, chapter: id, page: reached.pageIndex + 1 }
        const { items } = await call(paths.findChapterSectionInfo, { query })
        const [more] = items
        if (!more) break
        const later = [...reached.later, ...more.positionSections]
        reached = { chapterId: id, later, pageIndex: more.pageIndex, loadStatus: more.loadStatus }
      }
    } catch {
      // The call has said why not; what is there stays, and the control with it.
    } finally {
      setKept(reached)
    }
  }
  const sections = [...positionSections, ...loaded.later]
  return { sections, loadStatus: loaded.loadStatus, loadTo: (index: number) => void loadTo(index) }
}
