import { Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useDoing, useMay } from '../connection/use-ask.ts'
import { isSeated } from '../media/wanted.ts'
import { useRoom } from '../state/room-store.ts'
import { RoomIcon } from './RoomIcon.tsx'

/** Leaving is for oneself; ending is for all, and asks first. */
export function LeaveButton({ onLeave }: { onLeave: () => void }) {
  const t = useText('rooms')
  const { ask } = useRoomSession()
  const [busy, run] = useDoing()
  const [asking, setAsking] = useState<'end' | 'leave'>()
  const mayEnd = useMay('room.end')
  const seated = useRoom((view) => isSeated(view) && view.state === 'running')
  const online = useRoom((view) => view.online)
  const leave = () => (seated ? setAsking('leave') : onLeave())
  const confirm = () =>
    asking === 'end' ? run(() => ask('room.end')).then(() => setAsking(undefined)) : Promise.resolve(onLeave())
  return (
    <>
      <button type="button" className="room-control" onClick={leave}>
        <RoomIcon name="leave" />
        <span>{t('controls.leave')}</span>
      </button>
      {mayEnd && (
        <button type="button" className="room-control room-control-end" onClick={() => setAsking('end')}>
          <RoomIcon name="end" />
          <span>{t('controls.end')}</span>
        </button>
      )}
      <Modal
        open={asking !== undefined}
        title={t(asking === 'end' ? 'end.question' : 'leave.question')}
        okText={t(asking === 'end' ? 'end.confirm' : 'controls.leave')}
        okButtonProps={{ danger: asking === 'end' }}
        confirmLoading={busy}
        onCancel={() => setAsking(undefined)}
        onOk={confirm}
      >
        {asking === 'end' ? t('end.consequence', { count: online }) : t(mayEnd ? 'leave.host' : 'leave.consequence')}
      </Modal>
    </>
  )
}
