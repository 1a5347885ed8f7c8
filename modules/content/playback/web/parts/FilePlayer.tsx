import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { WidgetSlots } from '#web/module.ts'
import { useCaptionChoice } from '../player/caption-choice.ts'
import Player from '../player/Player.tsx'

const fastest = 2
const nothingWatched = [] as const
const noCaptions: NonNullable<WidgetSlots['media-player']['captions']> = { tracks: [], read: async () => [] }

/** The player for a file by itself: nothing is counted. */
export default function FilePlayer(props: WidgetSlots['media-player']) {
  const { kind, title, source, start, captions = noCaptions, onBroken } = props
  const { track, choose } = useCaptionChoice(captions.tracks)
  const spoken = useQuery({
    queryKey: ['playback.captions', track?.id],
    queryFn: () => captions.read(track?.id ?? ''),
    enabled: track !== undefined,
  })
  const media = useRef<HTMLVideoElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const onTime = useCallback((ms: number) => {
    // Before its first picture a new address is at the beginning, which is not where the member was.
    if (ms > 0) latest.current.onPlace({ ms, isPlaying: media.current?.paused === false })
  }, [])
  return (
    <Player
      media={media}
      isVideo={kind === 'video'}
      title={title}
      source={source}
      durationMs={0}
      rateMax={fastest}
      resumeMs={0}
      takeStart={() => start.ms}
      watched={nothingWatched}
      watermark={false}
      autoPlay={start.isPlaying}
      marks={nothingWatched}
      captions={{
        tracks: captions.tracks,
        chosen: track?.language ?? 'off',
        choose,
        cues: (track && spoken.data) ?? nothingWatched,
      }}
      onTime={onTime}
      onBroken={onBroken}
    />
  )
}
