import { Button, Modal, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { useRoom } from '../state/room-store.ts'
import { useNow } from './use-now.ts'

const switches = ['chatOpen', 'questionsOpen', 'handsOpen', 'guestsMayWrite'] as const
const slowModes = [0, 5, 10, 30, 60] as const
const signSeconds = [60, 180, 300] as const

/** Moderation of the room: chat, slow mode, hands, and a sign-in round. */
export function ManageMenu() {
  const t = useText('rooms')
  const [open, setOpen] = useState(false)
  const maySign = useAllowed('sign.open')
  const maySlow = useAllowed('chat.slowMode')
  const maySet = useAllowed('room.settings')
  if (!maySign && !maySlow && !maySet) return null
  return (
    <>
      <button type="button" className="room-control" onClick={() => setOpen(true)}>
        <Icon name="settings" />
        <span>{t('controls.manage')}</span>
      </button>
      <Modal open={open} width={460} footer={null} title={t('manage.title')} onCancel={() => setOpen(false)}>
        <div className="room-manage">
          {maySign && <SignRoundForm />}
          {maySlow && <SlowMode />}
          {maySet && <Switches />}
        </div>
      </Modal>
    </>
  )
}

function Switches() {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const settings = useRoom((view) => view.settings)
  return switches.map((name) => (
    <div key={name} className="room-manage-row">
      <span id={`room-${name}`}>{t(`manage.${name}`)}</span>
      <Switch
        aria-labelledby={`room-${name}`}
        checked={settings[name]}
        loading={busy}
        onChange={(on) => void run(() => request('room.settings', { settings: { [name]: on } }))}
      />
    </div>
  ))
}

function SlowMode() {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const seconds = useRoom((view) => view.settings.slowModeSeconds)
  return (
    <div className="room-manage-row">
      <span>{t('manage.slowMode')}</span>
      <Segmented
        disabled={busy}
        value={seconds}
        onChange={(next) => void run(() => request('chat.slowMode', { seconds: next }))}
        options={slowModes.map((value) => ({
          value: value as number,
          label: value === 0 ? t('manage.off') : t('manage.seconds', { count: value }),
        }))}
      />
    </div>
  )
}

/** LIVE-199: the sign-in round, with its deadline and the number of signatures. */
function SignRoundForm() {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const round = useRoom((view) => view.sign)
  const online = useRoom((view) => view.online)
  const now = useNow()
  const [seconds, setSeconds] = useState<number>(60)
  if (round && !round.closed && (round.closesAt === null || round.closesAt > now))
    return (
      <div className="room-manage-row">
        <span role="status">
          {t('sign.running', { number: round.number, signed: round.signed, online })}
          {round.closesAt !== null && (
            <span className="sy-number">
              {' '}
              {t('manage.seconds', { count: Math.ceil((round.closesAt - now) / 1000) })}
            </span>
          )}
        </span>
        <Button disabled={busy} onClick={() => void run(() => request('sign.close'))}>
          {t('sign.close')}
        </Button>
      </div>
    )
  return (
    <>
      <div className="room-manage-row">
        <Segmented
          value={seconds}
          onChange={setSeconds}
          options={signSeconds.map((value) => ({
            value: value as number,
            label: t('sign.minutes', { count: value / 60 }),
          }))}
        />
        <Button type="primary" disabled={busy} onClick={() => void run(() => request('sign.open', { seconds }))}>
          {t('sign.open')}
        </Button>
      </div>
      {round && <p className="sy-faint">{t('sign.last', { number: round.number, signed: round.signed })}</p>}
    </>
  )
}
