/** Playback's door for the browser shell, and the parts that other modules' screens use. */
import { Suspense, useState } from 'react'
import type { WebModule } from '#web/module.ts'
import { antPart, partAhead } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { CaptionsEditorProps } from './web/captions/CaptionsEditor.tsx'
import type { PlayerProps } from './web/player/Player.tsx'

export { useCaptionChoice, useTranscriptTrack } from './web/player/caption-choice.ts'
export type { PlayerParts } from './web/player/Player.tsx'
export type { TimeMark } from './web/player/TimeLine.tsx'
export type { OpenPart } from './web/reporting/outbox.ts'
export { createReporting, type Reporting } from './web/reporting/reporting.ts'
export { type PlaybackPhase, usePlayback } from './web/reporting/use-playback.ts'

const player = partAhead(() => import('./web/player/Player.tsx'), ['playback'])

/** Brings the player before something is played. */
export const loadPlayerAhead = player.loadAhead

/** The player of a video or audio: its picture, its controls, its keys, and the report of what was played. */
export function Player(props: PlayerProps) {
  const [Shown] = useState(player.choose)
  return (
    <Suspense fallback={<LoadingState shape="spinner" />}>
      <Shown {...props} />
    </Suspense>
  )
}

const LazyCaptionsEditor = antPart(() => import('./web/captions/CaptionsEditor.tsx'), ['playback'])

/** The captions of a video by language, in the form of what owns the video. */
export function CaptionsEditor(props: CaptionsEditorProps) {
  return (
    <Suspense fallback={<LoadingState shape="spinner" />}>
      <LazyCaptionsEditor {...props} />
    </Suspense>
  )
}

export const playbackWeb: WebModule = {
  name: 'playback',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
  widgets: {
    'media-player': [{ order: 10, screen: () => import('./web/parts/FilePlayer.tsx') }],
  },
}
