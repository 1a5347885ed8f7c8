/** The seek bar: what is loaded, what was watched, where chapters start, and where the video stops by itself. */
import type { RefObject } from 'react'
import type { Interval } from '#kit/playback.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import type { MediaState } from './use-media-state.ts'

/** A point of the seek bar. `chapter`: the part that starts there has a title. */
export interface TimeMark {
  readonly id: string
  readonly atMs: number
  readonly kind: 'chapter' | 'question' | 'stop' | 'done'
  readonly title: string
}

interface Props {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly state: MediaState
  readonly watched: readonly Interval[]
  readonly marks: readonly TimeMark[]
  /** The title of the part at the current position. */
  readonly chapter: string | undefined
}

export function TimeLine({ media, state, watched, marks, chapter }: Props) {
  const t = useText('playback')
  const { currentMs, durationMs, bufferedMs } = state
  const place = t('player.seekValue', { at: clockText(currentMs), of: clockText(durationMs) })
  const share = (ms: number) => `${durationMs > 0 ? Math.min(100, (ms / durationMs) * 100) : 0}%`
  return (
    <div className="pb-time">
      <span className="pb-track" aria-hidden="true">
        <i className="pb-buffered" style={{ width: share(bufferedMs) }} />
        {watched.map(({ from, to }) => (
          <i key={from} className="pb-watched" style={{ left: share(from), width: share(to - from) }} />
        ))}
        <i className="pb-played" style={{ width: share(currentMs) }} />
      </span>
      <span className="pb-marks" aria-hidden="true">
        {marks
          .filter(({ atMs }) => atMs > 0)
          .map(({ id, atMs, kind, title }) => (
            <i key={id} data-kind={kind} title={title} style={{ left: share(atMs) }} />
          ))}
      </span>
      <input
        type="range"
        min={0}
        max={Math.round(durationMs)}
        step={1000}
        value={Math.round(currentMs)}
        aria-label={t('player.seek')}
        aria-valuetext={[place, chapter].filter(Boolean).join(' · ')}
        onChange={({ target }) => {
          if (media.current) media.current.currentTime = Number(target.value) / 1000
        }}
      />
    </div>
  )
}
