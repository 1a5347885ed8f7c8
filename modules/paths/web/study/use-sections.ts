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
  const { id, pageIndex, loadStatus } = chapter
  const start: Loaded = { chapterId: id, later: [], pageIndex, loadStatus }
  const [kept, setKept] = useState(start)
  const loaded = kept.chapterId === id ? kept : start
  const loadMore = async () => {
    setKept({ ...loaded, loadStatus: 1 })
    try {
      const query = { pageId: pathId, chapter: id, page: loaded.pageIndex + 1 }
      const { items } = await call(paths.findChapterSectionInfo, { query })
      const [more] = items
      if (!more) return
      const later = [...loaded.later, ...more.positionSections]
      setKept({ chapterId: id, later, pageIndex: more.pageIndex, loadStatus: more.loadStatus })
    } catch {
      setKept({ ...loaded, loadStatus: 0 })
    }
  }
  return {
    sections: [...chapter.positionSections, ...loaded.later],
    loadStatus: loaded.loadStatus,
    loadMore: () => void loadMore(),
  }
}
