import type { RefObject } from 'react'
import { Player, type Reporting, type TimeMark } from '#modules/content/playback/web.tsx'
import type { Chapter, Replay, ReplayPlayback } from '../../contract/replay.ts'

interface Props {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly playback: ReplayPlayback
  readonly reporting: Reporting
  readonly replay: Replay
  readonly onPosition: (positionMs: number) => void
  /** The address of the video has expired. */
  readonly onBroken: () => void
}

const markOf = ({ id, atMs, kind, title }: Chapter): TimeMark => ({
  ...{ id, atMs, title, kind: kind === 'question' ? 'question' : 'chapter' },
})

export function ReplayPlayer({ media, playback, reporting, replay, onPosition, onBroken }: Props) {
  return (
    <Player
      media={media}
      isVideo
      title={replay.title}
      source={playback}
      durationMs={playback.durationMs}
      rateMax={playback.rateMax}
      resumeMs={playback.resumeMs}
      watched={playback.watched}
      watermark={playback.watermark}
      autoPlay={false}
      reporting={reporting}
      marks={replay.chapters.map(markOf)}
      onTime={onPosition}
      onBroken={onBroken}
    />
  )
}
