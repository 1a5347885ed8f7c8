import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { Seat } from '../../contract/shapes.ts'
import { useLocalMedia } from '../check/use-local-media.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import { useIndicators } from '../media/indicators.ts'
import { useRoom } from '../state/room-store.ts'
import { SeatMenu } from './SeatMenu.tsx'
import { StreamPlayer } from './StreamPlayer.tsx'

/** A room of voices: no pictures, but a mark for the speaker. */
export function VoiceStage({ seats, stream }: { seats: readonly Seat[]; stream: boolean }) {
  const t = useText('rooms')
  const title = useRoom((view) => view.title)
  return (
    <section className="room-stage room-voices" aria-label={t('stage.title')} data-main="voices">
      <div className="room-voices-inner">
        <p className="room-voices-title">{title}</p>
        {seats.length === 0 && <p className="room-nobody">{t('stage.nobody')}</p>}
        <div className="room-voices-list" data-count={seats.length}>
          {seats.map((seat) => (
            <Voice key={seat.participantId} seat={seat} />
          ))}
        </div>
        <p className="sy-faint">{t('stage.audioRoom')}</p>
        {stream && <StreamPlayer audioOnly />}
      </div>
    </section>
  )
}

function Voice({ seat }: { seat: Seat }) {
  const t = useText('rooms')
  const { local, indicators } = useRoomSession()
  const me = useRoom((view) => view.me.id)
  const speaking = useIndicators(indicators, (now) => now.speaking === seat.participantId)
  const own = useLocalMedia(local)
  const mine = seat.participantId === me
  const microphone = (mine ? own.microphone === 'on' : seat.microphone) && !seat.audioMuted
  const name = mine ? t('stage.me', { name: seat.name }) : seat.name
  return (
    <article
      className="room-voice"
      data-participant={seat.participantId}
      data-source="camera"
      data-speaking={speaking && microphone}
      aria-label={t(microphone ? 'stage.tile' : 'stage.tileMuted', { name })}
    >
      <span className="room-voice-face">
        <Avatar name={seat.name} path={seat.avatarPath} size={108} />
      </span>
      <p className="room-voice-name">
        {!microphone && <RoomIcon name="microphone-off" size={15} />}
        {name}
      </p>
      <p className="room-voice-role">{t(`role.${seat.role}`)}</p>
      <SeatMenu seat={seat} mine={mine} />
    </article>
  )
}
