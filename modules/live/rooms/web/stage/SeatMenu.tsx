import { Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { outranks } from '../../contract/policy.ts'
import type { Seat } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useDoing, useMay } from '../connection/use-ask.ts'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import { useRoom } from '../state/room-store.ts'

/** What the host, lecturers and assistants may do to somebody on the stage. */
export function SeatMenu({ seat, mine }: { seat: Seat; mine: boolean }) {
  const t = useText('rooms')
  const { ask } = useRoomSession()
  const [, run] = useDoing()
  const [handing, setHanding] = useState(false)
  const higher = useRoom((view) => outranks(view.me.role, seat.role))
  const mayMute = useMay('stage.mute')
  const mayRemove = useMay('stage.remove')
  const mayHandOver = useMay('room.handOver') && !mine && seat.role !== 'viewer'
  if (mine || (!higher && !mayHandOver) || (!mayMute && !mayRemove && !mayHandOver)) return null
  const person = { participantId: seat.participantId }
  const mute = (medium: 'audio' | 'video', muted: boolean) => () =>
    void run(() => ask('stage.mute', { ...person, medium, muted }))
  return (
    <div className="room-tile-menu">
      <MenuButton label={t('stage.manage', { name: seat.name })} button={<Icon name="more" />}>
        {mayMute && higher && (
          <>
            <button type="button" role="menuitem" onClick={mute('audio', !seat.audioMuted)}>
              <RoomIcon name={seat.audioMuted ? 'microphone' : 'microphone-off'} />
              {t(seat.audioMuted ? 'stage.unmute' : 'stage.mute')}
            </button>
            <button type="button" role="menuitem" onClick={mute('video', !seat.videoMuted)}>
              <RoomIcon name={seat.videoMuted ? 'camera' : 'camera-off'} />
              {t(seat.videoMuted ? 'stage.allowCamera' : 'stage.stopCamera')}
            </button>
          </>
        )}
        {mayHandOver && (
          <button type="button" role="menuitem" onClick={() => setHanding(true)}>
            <RoomIcon name="crown" />
            {t('stage.handOver')}
          </button>
        )}
        {mayRemove && higher && (
          <button type="button" role="menuitem" onClick={() => void run(() => ask('stage.remove', person))}>
            <RoomIcon name="leave" />
            {t('stage.remove')}
          </button>
        )}
      </MenuButton>
      <Modal
        open={handing}
        title={t('stage.handOverQuestion', { name: seat.name })}
        okText={t('stage.handOver')}
        onCancel={() => setHanding(false)}
        onOk={() => run(() => ask('room.handOver', person)).then(() => setHanding(false))}
      >
        {t('stage.handOverConsequence')}
      </Modal>
    </div>
  )
}
