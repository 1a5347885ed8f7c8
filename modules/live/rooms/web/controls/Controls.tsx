import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { useLocalMedia } from '../check/use-local-media.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { isOnStage } from '../media/desired-media.ts'
import type { Medium } from '../media/local-media.ts'
import { SlidesModal } from '../slides/SlidesModal.tsx'
import { useRoom } from '../state/room-store.ts'
import { LeaveButton } from './LeaveButton.tsx'
import { LikeButton } from './LikeButton.tsx'
import { ManageMenu } from './ManageMenu.tsx'
import { RewardButton } from './RewardButton.tsx'
import { RoomIcon, type RoomIconName } from './RoomIcon.tsx'

interface ControlProps {
  readonly icon: RoomIconName
  readonly label: string
  readonly hint?: string
  readonly pressed?: boolean
  readonly off?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
}

function Control({ icon, label, hint, pressed, off, disabled, onClick }: ControlProps) {
  return (
    <button
      type="button"
      className="room-control"
      aria-pressed={pressed}
      title={hint}
      data-off={off === true}
      disabled={disabled}
      onClick={onClick}
    >
      <RoomIcon name={icon} />
      <span>{label}</span>
    </button>
  )
}

/** The main controls: microphone, camera, screen, hand, likes; within reach of a thumb on a phone. */
export function Controls({ onLeave }: { onLeave: () => void }) {
  const t = useText('rooms')
  const onStage = useRoom(isOnStage)
  const mayManage = useRoom((view) => view.me.role !== 'viewer')
  const maySlides = useAllowed('slides.add')
  const running = useRoom((view) => view.state === 'running')
  const [slides, setSlides] = useState(false)
  return (
    <div className="room-controls" role="toolbar" aria-label={t('controls.title')}>
      <div className="room-controls-group">{onStage ? <OwnMedia /> : <GoOnStage />}</div>
      <div className="room-controls-group">
        {maySlides && running && <Control icon="slides" label={t('controls.slides')} onClick={() => setSlides(true)} />}
        <LikeButton />
        <RewardButton />
        {mayManage && <ManageMenu />}
      </div>
      <div className="room-controls-group">
        <LeaveButton onLeave={onLeave} />
      </div>
      {maySlides && <SlidesModal open={slides} onClose={() => setSlides(false)} />}
    </div>
  )
}

/** Keyboard shortcuts, except while a person types. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
      return
    const act = keys[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function OwnMedia() {
  const t = useText('rooms')
  const { local, request } = useRoomSession()
  const [, run] = useAction()
  const { microphone, camera, screen } = useLocalMedia(local)
  const audioOnly = useRoom((view) => view.mode === 'audio')
  const running = useRoom((view) => view.state === 'running')
  const seat = useRoom((view) => view.seats.find((one) => one.participantId === view.me.id))
  const isHost = useRoom((view) => view.me.id === view.hostId)

  const toggle = async (medium: Medium) => {
    const muted = medium === 'microphone' ? seat?.audioMuted : seat?.videoMuted
    if (muted) return notify('info', t(medium === 'microphone' ? 'controls.mutedByHost' : 'controls.stoppedByHost'))
    const on = local.get()[medium] === 'off'
    if (await local.turn(medium, on)) return
    const problem = local.get().problems[medium]
    if (problem) notify('error', t(`check.problem.${problem}`, { device: t(`check.${medium}`) }))
  }
  const share = async () => {
    if (screen !== 'off') return local.stopScreen()
    // Closing the browser's dialog is no failure.
    await local.startScreen().catch(() => undefined)
  }
  useKeys({ m: () => void toggle('microphone'), ...(!audioOnly && { v: () => void toggle('camera') }) })
  return (
    <>
      <Control
        icon={microphone === 'on' && !seat?.audioMuted ? 'microphone' : 'microphone-off'}
        label={t(microphone === 'on' && !seat?.audioMuted ? 'controls.mute' : 'controls.unmute')}
        hint={t('controls.keyMicrophone')}
        pressed={microphone === 'on'}
        off={microphone !== 'on' || seat?.audioMuted === true}
        disabled={microphone === 'starting'}
        onClick={() => void toggle('microphone')}
      />
      {!audioOnly && (
        <Control
          icon={camera === 'on' && !seat?.videoMuted ? 'camera' : 'camera-off'}
          label={t(camera === 'on' && !seat?.videoMuted ? 'controls.stopCamera' : 'controls.startCamera')}
          hint={t('controls.keyCamera')}
          pressed={camera === 'on'}
          off={camera !== 'on' || seat?.videoMuted === true}
          disabled={camera === 'starting'}
          onClick={() => void toggle('camera')}
        />
      )}
      {!audioOnly && 'getDisplayMedia' in (navigator.mediaDevices ?? {}) && (
        <Control
          icon="screen"
          label={t(screen === 'on' ? 'controls.stopScreen' : 'controls.startScreen')}
          pressed={screen === 'on'}
          disabled={screen === 'starting' || !running}
          onClick={() => void share()}
        />
      )}
      {!isHost && (
        <Control icon="leave" label={t('controls.offStage')} onClick={() => void run(() => request('stage.leave'))} />
      )}
    </>
  )
}

/** A button to join the stage for lecturers, a raised hand for everybody else. */
function GoOnStage() {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const mayEnter = useAllowed('stage.enter')
  const mayRaise = useAllowed('stage.raiseHand')
  const open = useRoom((view) => view.settings.handsOpen)
  const seats = useRoom((view) => view.seatsMax)
  const full = useRoom((view) => view.seats.length >= view.seatsMax)
  const up = useRoom((view) => view.me.handAt !== null)
  const toggle = () => void run(() => request(up ? 'stage.lowerHand' : 'stage.raiseHand', {}))
  const offersHand = mayRaise && open && seats > 1
  useKeys(offersHand ? { h: toggle } : {})
  if (mayEnter)
    return (
      <Control
        icon="microphone"
        label={t('controls.onStage')}
        hint={full ? t('stage.full') : undefined}
        disabled={busy || full}
        onClick={() => void run(() => request('stage.enter'))}
      />
    )
  if (!offersHand) return null
  return (
    <Control
      icon="hand"
      label={t(up ? 'controls.lowerHand' : 'controls.raiseHand')}
      hint={t('controls.keyHand')}
      pressed={up}
      disabled={busy}
      onClick={toggle}
    />
  )
}
