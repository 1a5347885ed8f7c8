import { useEffect, useRef } from 'react'
import { useLocalMedia } from '../check/use-local-media.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useStream } from '../media/streams.ts'
import type { Source } from '../media/transport.ts'

interface Props {
  readonly participantId: string
  readonly source: Source
  readonly mine: boolean
  readonly label: string
}

/** The picture of a feed, without its sound, which another component plays. */
export function FeedVideo({ participantId, source, mine, label }: Props) {
  const { local, streams } = useRoomSession()
  const { cameraTrack, screenStream } = useLocalMedia(local)
  const received = useStream(streams, `${participantId}:${source}`)
  const track = mine
    ? source === 'camera'
      ? cameraTrack
      : screenStream?.getVideoTracks()[0]
    : received?.getVideoTracks()[0]
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const target = video.current
    if (!target) return
    target.srcObject = track ? new MediaStream([track]) : null
    if (track) void target.play().catch(() => undefined)
  }, [track])
  return (
    <video
      ref={video}
      className="room-video"
      data-participant={participantId}
      data-source={source}
      data-mirrored={mine && source === 'camera'}
      autoPlay
      playsInline
      muted
      aria-label={label}
    />
  )
}
