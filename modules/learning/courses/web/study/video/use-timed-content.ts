/** What a video holds besides itself, and the captions of a track. */
import { useQuery } from '@tanstack/react-query'
import type { CaptionTrack, Cue } from '#modules/content/playback/contract.ts'
import { q } from '#web/api/query.ts'
import { courses } from '../../../contract.ts'

export function useTimedContent(courseId: string, sectionId: string | undefined) {
  const params = { id: courseId, sectionId: sectionId ?? '' }
  return useQuery({
    ...q(courses.sectionTimedContent, { params }, { quiet: true, handles: 'all' }),
    enabled: sectionId !== undefined,
  })
}

export function useCues(courseId: string, track: CaptionTrack | undefined): readonly Cue[] {
  const params = { id: courseId, captionId: track?.id ?? '' }
  const caption = useQuery({ ...q(courses.caption, { params }, { quiet: true }), enabled: track !== undefined })
  return caption.data?.cues ?? []
}
