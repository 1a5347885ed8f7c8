/** The captions that the member has chosen, on this device and for whatever is played. */
import { useState } from 'react'
import { useLanguage } from '#web/i18n/texts.ts'
import type { Cue } from '../../contract/captions.ts'

const CHOICE = 'shuyuan.captions'

/** What the choice needs of a track. */
interface Spoken {
  readonly language: string
}

/** Remembered on this device: a language, or `off`. */
export function useCaptionChoice<Track extends Spoken>(tracks: readonly Track[]) {
  const [choice, setChoice] = useState(() => localStorage.getItem(CHOICE) ?? 'off')
  const track = tracks.find(({ language }) => language === choice)
  const choose = (language: string) => {
    localStorage.setItem(CHOICE, language)
    setChoice(language)
  }
  return { track, choose }
}

/** The track to read along: the chosen one, else that of the member's language, else the first. */
export function useTranscriptTrack<Track extends Spoken>(tracks: readonly Track[]): Track | undefined {
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
