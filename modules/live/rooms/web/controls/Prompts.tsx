import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { DeviceCheck } from '../check/DeviceCheck.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { useRoom, useRoomStore } from '../state/room-store.ts'
import { useNow } from './use-now.ts'

/** The room's prompts to the person: join the stage, sign in, take over a room without its host. */
export function Prompts() {
  return (
    <>
      <Invitation />
      <SignPrompt />
      <HostAway />
    </>
  )
}

/** The person checks the camera before everybody sees it. */
function Invitation() {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request, local } = useRoomSession()
  const [busy, run] = useAction()
  const by = useRoom((view) => view.invitedBy)
  const name = useRoom((view) => view.me.name)
  const audioOnly = useRoom((view) => view.mode === 'audio')
  const answer = (accepts: boolean) =>
    run(async () => {
      if (accepts) {
        await request('stage.accept')
      } else {
        await request('stage.decline')
        // The person declined: the camera is switched off.
        await Promise.all([local.turn('camera', false), local.turn('microphone', false)])
      }
      store.change((view) => ({ ...view, invitedBy: undefined }))
    })
  return (
    <Modal
      open={by !== undefined}
      width={760}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={null}
      title={by ? t('invitation.by', { name: by }) : t('invitation.title')}
      destroyOnHidden
    >
      <p className="room-check-before">{t('invitation.hint')}</p>
      <DeviceCheck local={local} name={name} audioOnly={audioOnly}>
        <Button size="large" type="primary" loading={busy} onClick={() => void answer(true)}>
          {t('invitation.accept')}
        </Button>
        <Button size="large" disabled={busy} onClick={() => void answer(false)}>
          {t('invitation.decline')}
        </Button>
      </DeviceCheck>
    </Modal>
  )
}

/** LIVE-199. */
function SignPrompt() {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const now = useNow()
  const round = useRoom((view) => view.sign)
  const signed = useRoom((view) => view.signed)
  const maySign = useAllowed('sign')
  const runs = useAllowed('sign.open')
  if (!round || round.closed || signed || !maySign || runs) return null
  if (round.closesAt !== null && round.closesAt <= now) return null
  const sign = () =>
    run(async () => {
      await request('sign')
      store.change((view) => ({ ...view, signed: true }))
    })
  return (
    <section className="room-prompt" role="alert">
      <p>
        <b>{t('sign.title')}</b>
        {round.closesAt !== null && (
          <span className="sy-number"> {t('sign.left', { seconds: Math.ceil((round.closesAt - now) / 1000) })}</span>
        )}
      </p>
      <Button type="primary" loading={busy} onClick={() => void sign()}>
        {t('sign.sign')}
      </Button>
    </section>
  )
}

/** After this time the room offers a lecturer to lead; the server decides whether it was long enough. */
const OFFER_AFTER_MS = 30_000

function HostAway() {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const now = useNow()
  const awaySince = useRoom((view) => view.hostAwaySince)
  const running = useRoom((view) => view.state === 'running')
  const mayTakeOver = useAllowed('room.takeOver')
  const [closedFor, setClosedFor] = useState<number>()
  if (!running || awaySince === null || closedFor === awaySince) return null
  const offered = mayTakeOver && now - awaySince > OFFER_AFTER_MS
  return (
    <section className="room-prompt" role="status">
      <p>{t(offered ? 'hostAway.takeOver' : 'hostAway.wait')}</p>
      {offered && (
        <Button type="primary" loading={busy} onClick={() => void run(() => request('room.takeOver'))}>
          {t('hostAway.lead')}
        </Button>
      )}
      <Button type="text" onClick={() => setClosedFor(awaySince)}>
        {t('close')}
      </Button>
    </section>
  )
}
