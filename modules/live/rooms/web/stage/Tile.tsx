import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { Seat } from '../../contract/shapes.ts'
import { useLocalMedia } from '../check/use-local-media.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import { useIndicators } from '../media/indicators.ts'
import { useRoom } from '../state/room-store.ts'
import { FeedVideo } from './FeedVideo.tsx'
import { SeatMenu } from './SeatMenu.tsx'

/** One person on the stage: the picture or the avatar, and whether they speak, are muted, or away. */
export function Tile({ seat, large }: { seat: Seat; large?: boolean }) {
  const t = useText('rooms')
  const { local, indicators } = useRoomSession()
  const me = useRoom((view) => view.me.id)
  const isHost = useRoom((view) => view.hostId === seat.participantId)
  const stream = useIndicators(indicators, (now) => now.stream)
  const own = useLocalMedia(local)
  const speaking = useIndicators(indicators, (now) => now.speaking === seat.participantId)
  const mine = seat.participantId === me
  // The own switches change at once; others see the change a moment later.
  const microphone = (mine ? own.microphone === 'on' : seat.microphone) && !seat.audioMuted
  const camera = (mine ? own.camera === 'on' : seat.camera && !stream) && !seat.videoMuted
  const name = mine ? t('stage.me', { name: seat.name }) : seat.name
  return (
    <article
      className="room-tile"
      data-participant={seat.participantId}
      data-source="camera"
      data-speaking={speaking && microphone}
      data-large={large === true}
      data-online={seat.online || mine}
      aria-label={t(microphone ? 'stage.tile' : 'stage.tileMuted', { name })}
    >
      {camera ? (
        <FeedVideo participantId={seat.participantId} source="camera" mine={mine} label={name} />
      ) : (
        <div className="room-tile-face">
          <Avatar name={seat.name} path={seat.avatarPath} size={large ? 112 : 56} />
        </div>
      )}
      {!seat.online && !mine && <p className="room-tile-away">{t('stage.reconnecting')}</p>}
      <footer className="room-tile-foot">
        {isHost && (
          <span className="room-tile-mark" title={t('role.host')}>
            <RoomIcon name="crown" size={14} />
          </span>
        )}
        <span className="room-tile-name">{name}</span>
        {!microphone && (
          <span className="room-tile-muted" title={t('stage.muted')}>
            <RoomIcon name="microphone-off" size={15} />
          </span>
        )}
      </footer>
      <SeatMenu seat={seat} mine={mine} />
    </article>
  )
}
