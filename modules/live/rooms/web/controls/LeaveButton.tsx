import { Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { isOnStage } from '../media/desired-media.ts'
import { useRoom } from '../state/room-store.ts'
import { RoomIcon } from './RoomIcon.tsx'

/** Leaving affects only oneself; ending affects everybody, and needs a confirmation. */
export function LeaveButton({ onLeave }: { onLeave: () => void }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const [confirming, setConfirming] = useState<'end' | 'leave'>()
  const mayEnd = useAllowed('room.end')
  const onStage = useRoom((view) => isOnStage(view) && view.state === 'running')
  const online = useRoom((view) => view.online)
  const leave = () => (onStage ? setConfirming('leave') : onLeave())
  const confirm = () =>
    confirming === 'end'
      ? run(() => request('room.end')).then(() => setConfirming(undefined))
      : Promise.resolve(onLeave())
  return (
    <>
      <button type="button" className="room-control" onClick={leave}>
        <RoomIcon name="leave" />
        <span>{t('controls.leave')}</span>
      </button>
      {mayEnd && (
        <button type="button" className="room-control room-control-end" onClick={() => setConfirming('end')}>
          <RoomIcon name="end" />
          <span>{t('controls.end')}</span>
        </button>
      )}
      <Modal
        open={confirming !== undefined}
        title={t(confirming === 'end' ? 'end.question' : 'leave.question')}
        okText={t(confirming === 'end' ? 'end.confirm' : 'controls.leave')}
        okButtonProps={{ danger: confirming === 'end' }}
        confirmLoading={busy}
        onCancel={() => setConfirming(undefined)}
        onOk={confirm}
      >
        {confirming === 'end'
          ? t('end.consequence', { count: online })
          : t(mayEnd ? 'leave.host' : 'leave.consequence')}
      </Modal>
    </>
  )
}
