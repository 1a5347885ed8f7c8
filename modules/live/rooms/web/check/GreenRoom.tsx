import { Button } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { Refused } from '../connection/channel.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { TopLine } from '../controls/TopLine.tsx'
import { useRoom } from '../state/room-store.ts'
import { DeviceCheck } from './DeviceCheck.tsx'

/** The place where host and lecturers prepare; nobody sees or hears them yet. */
export function GreenRoom({ onReady, onLeave }: { onReady: () => void; onLeave: () => void }) {
  const t = useText('rooms')
  const { local, request } = useRoomSession()
  const [busy, run] = useAction()
  const name = useRoom((view) => view.me.name)
  const audioOnly = useRoom((view) => view.mode === 'audio')
  const running = useRoom((view) => view.state === 'running')
  const onStage = useRoom((view) => view.seats.some((seat) => seat.participantId === view.me.id))
  const mayEnter = useAllowed('stage.enter')
  const enter = () =>
    run(async () => {
      if (running && mayEnter && !onStage)
        await request('stage.enter').catch((failure: unknown) => {
          // Without a place on the stage the person is still in the room.
          if (!(failure instanceof Refused)) throw failure
          notify('info', failure.message)
        })
      onReady()
    })
  const watch = () => {
    void local.turn('camera', false)
    void local.turn('microphone', false)
    onReady()
  }
  return (
    <div className="room-green">
      <TopLine />
      <main className="room-green-main">
        <h2>{t('check.title')}</h2>
        <p>{t(running ? 'check.hintRunning' : 'check.hintWaiting')}</p>
        <DeviceCheck local={local} name={name} audioOnly={audioOnly}>
          <Button type="primary" size="large" loading={busy} onClick={() => void enter()}>
            {t('check.enter')}
          </Button>
          <Button size="large" disabled={busy} onClick={watch}>
            {t('check.enterQuietly')}
          </Button>
          <Button size="large" type="text" disabled={busy} onClick={onLeave}>
            {t('controls.leave')}
          </Button>
        </DeviceCheck>
      </main>
    </div>
  )
}
