import { Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { outranks } from '../../contract/policy.ts'
import type { Seat } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import { useRoom } from '../state/room-store.ts'

/** The actions of host, lecturers and assistants on a person on the stage. */
export function SeatMenu({ seat, mine }: { seat: Seat; mine: boolean }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [, run] = useAction()
  const [handing, setHanding] = useState(false)
  const higher = useRoom((view) => outranks(view.me.role, seat.role))
  const mayMute = useAllowed('stage.mute')
  const mayRemove = useAllowed('stage.remove')
  const mayHandOver = useAllowed('room.handOver') && !mine && seat.role !== 'viewer'
  if (mine || (!higher && !mayHandOver) || (!mayMute && !mayRemove && !mayHandOver)) return null
  const person = { participantId: seat.participantId }
  const mute = (medium: 'audio' | 'video', muted: boolean) => () =>
    void run(() => request('stage.mute', { ...person, medium, muted }))
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
          <button type="button" role="menuitem" onClick={() => void run(() => request('stage.remove', person))}>
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
        onOk={() => run(() => request('room.handOver', person)).then(() => setHanding(false))}
      >
        {t('stage.handOverConsequence')}
      </Modal>
    </div>
  )
}
