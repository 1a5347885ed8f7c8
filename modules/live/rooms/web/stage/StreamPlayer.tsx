import { useEffect, useRef, useState } from 'react'
import { loadMedia } from '#modules/live/engines/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { waitBefore } from '../connection/backoff.ts'
import { socketAddress } from '../connection/entrance.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { streamReader } from '../media/stream-reader.ts'

/** Without a picture for this long, the session tries peers again. */
const PATIENCE_MS = 15_000

/** The main picture with its sound as one stream over a socket: for large rooms, and networks without UDP. */
export function StreamPlayer({ audioOnly }: { audioOnly: boolean }) {
  const t = useText('rooms')
  const { request, media } = useRoomSession()
  const video = useRef<HTMLVideoElement>(null)
  const [playing, setPlaying] = useState(false)
  const [blocked, setBlocked] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once; it reopens its socket by itself.
  useEffect(() => {
    let left = false
    let attempt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let close = () => {}
    const patience = setTimeout(() => media?.streamFailed(), PATIENCE_MS)
    const again = () => {
      if (!left) timer = setTimeout(() => void open().catch(again), waitBefore(attempt++, Math.random))
    }
    const open = async () => {
      const [{ MseStream }, { path }] = await Promise.all([loadMedia(), request('media.stream')])
      const target = video.current
      if (left || !target) return
      const player = new MseStream(target, (state) => {
        setPlaying(state === 'playing')
        if (state === 'playing') clearTimeout(patience)
        if (state === 'unsupported') media?.streamFailed()
        if (state === 'playing') attempt = 0
      })
      const socket = new WebSocket(socketAddress(path))
      socket.binaryType = 'arraybuffer'
      const read = streamReader((message) => player.push(message))
      socket.onmessage = ({ data }) => read(data)
      close = () => {
        socket.onclose = null
        socket.close()
        player.close()
      }
      socket.onclose = () => {
        player.close()
        setPlaying(false)
        again()
      }
    }
    open().catch(again)
    return () => {
      left = true
      clearTimeout(timer)
      clearTimeout(patience)
      close()
    }
  }, [])

  // The player starts by itself; if the browser refuses sound without a click, it plays without sound.
  const onWaiting = () => {
    const target = video.current
    if (!target?.paused || target.muted) return
    target.muted = true
    setBlocked(true)
    void target.play().catch(() => undefined)
  }
  return (
    <div className="room-stream" data-audio-only={audioOnly}>
      {/* biome-ignore lint/a11y/useMediaCaption: live speech has none. */}
      <video
        ref={video}
        className="room-video"
        data-source="stream"
        autoPlay
        playsInline
        aria-label={t('stage.stream')}
        onLoadedData={onWaiting}
        // A restarted stream in the same element shows by its time that it plays.
        onTimeUpdate={() => setPlaying(true)}
      />
      {!playing && <LoadingState shape="spinner" />}
      {blocked && (
        <button
          type="button"
          className="sy-button room-unblock"
          onClick={() => {
            if (video.current) video.current.muted = false
            setBlocked(false)
          }}
        >
          {t('stage.turnOnSound')}
        </button>
      )}
    </div>
  )
}
