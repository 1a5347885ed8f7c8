/** What a video holds besides itself, and the captions that the member has chosen. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useLanguage } from '#web/i18n/texts.ts'
import type { CaptionTrack, Cue } from '../../../contract/segments.ts'
import { courses } from '../../../contract.ts'

const CHOICE = 'shuyuan.captions'

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

/** Remembered on this device: a language, or `off`. */
export function useCaptionChoice(tracks: readonly CaptionTrack[]) {
  const [choice, setChoice] = useState(() => localStorage.getItem(CHOICE) ?? 'off')
  const track = tracks.find(({ language }) => language === choice)
  const choose = (language: string) => {
    localStorage.setItem(CHOICE, language)
    setChoice(language)
  }
  return { track, choose }
}

/** The track to read along: the chosen one, else that of the member's language, else the first. */
export function useTranscriptTrack(tracks: readonly CaptionTrack[]): CaptionTrack | undefined {
  const language = useLanguage()
  const wanted = localStorage.getItem(CHOICE)
  const own = language === 'cn' ? 'zh' : 'en'
  return (
    tracks.find((track) => track.language === wanted) ??
    tracks.find((track) => track.language.startsWith(own)) ??
    tracks[0]
  )
}

/** The cues that are spoken at a time; they are in order, and few stand at once. */
export function cuesAt(cues: readonly Cue[], ms: number): Cue[] {
  return cues.filter(({ from, to }) => from <= ms && ms < to)
}
