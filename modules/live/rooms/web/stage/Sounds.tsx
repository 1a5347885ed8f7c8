import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useLocalMedia } from '../check/use-local-media.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { audioContext } from '../media/levels.ts'
import { useStream } from '../media/streams.ts'
import { useRoom } from '../state/room-store.ts'

/** The sound of everybody else. Browsers may require a click first; then a button appears. */
export function Sounds() {
  const t = useText('rooms')
  const feeds = useRoom((view) => view.feeds.filter((feed) => feed.participantId !== view.me.id).map((feed) => feed.id))
  const [blocked, setBlocked] = useState(false)
  const [round, setRound] = useState(0)
  return (
    <>
      {feeds.map((feedId) => (
        <Sound key={feedId} feedId={feedId} round={round} onBlocked={() => setBlocked(true)} />
      ))}
      {blocked && (
        <button
          type="button"
          className="sy-button room-unblock"
          onClick={() => {
            audioContext()
            setBlocked(false)
            setRound(round + 1)
          }}
        >
          {t('stage.turnOnSound')}
        </button>
      )}
    </>
  )
}

function Sound({ feedId, round, onBlocked }: { feedId: string; round: number; onBlocked: () => void }) {
  const { streams, local } = useRoomSession()
  const track = useStream(streams, feedId)?.getAudioTracks()[0]
  const speakerId = useLocalMedia(local).choices.speakerId
  const audio = useRef<HTMLAudioElement>(null)
  const blocked = useRef(onBlocked)
  blocked.current = onBlocked
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is another attempt, after the click that browsers require.
  useEffect(() => {
    const target = audio.current
    if (!target) return
    target.srcObject = track ? new MediaStream([track]) : null
    if (!track) return
    target.play().catch((error: Error) => error.name === 'NotAllowedError' && blocked.current())
  }, [track, round])
  useEffect(() => {
    const target = audio.current
    // The chosen speaker was unplugged: the system's default is used.
    if (target && 'setSinkId' in target) void target.setSinkId(speakerId).catch(() => undefined)
  }, [speakerId])
  // biome-ignore lint/a11y/useMediaCaption: live speech has none.
  return <audio ref={audio} data-feed={feedId} autoPlay />
}
