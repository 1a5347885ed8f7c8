import { useCallback, useEffect, useRef } from 'react'
import type { WidgetSlots } from '#web/module.ts'
import Player from '../player/Player.tsx'

const fastest = 2
const nothingWatched = [] as const

/** The player for a file by itself: nothing is counted. */
export default function FilePlayer(props: WidgetSlots['media-player']) {
  const { kind, title, source, start, onBroken } = props
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
      onTime={onTime}
      onBroken={onBroken}
    />
  )
}
