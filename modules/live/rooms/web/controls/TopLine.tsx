import { useText } from '#web/i18n/texts.ts'
import { NumberText } from '#web/ui/NumberText.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useIndicators } from '../media/indicators.ts'
import { useRoom } from '../state/room-store.ts'
import { durationText } from './duration.ts'
import { RoomIcon } from './RoomIcon.tsx'
import { useNow } from './use-now.ts'

/** Title, state, duration, number of people, and quality of the network. */
export function TopLine() {
  const t = useText('rooms')
  const title = useRoom((view) => view.title)
  const state = useRoom((view) => view.state)
  const online = useRoom((view) => view.online)
  const peak = useRoom((view) => view.onlinePeak)
  return (
    <header className="room-top">
      <h1>{title}</h1>
      <span className="room-live" data-state={state}>
        {t(`state.${state}`)}
        {state === 'running' && <Timer />}
      </span>
      <span className="room-top-count" title={t('top.peak', { count: peak })}>
        <RoomIcon name="people" size={17} />
        <NumberText value={online} />
        <span className="sy-visually-hidden">{t('people.online', { count: online })}</span>
      </span>
      <Network />
    </header>
  )
}

function Timer() {
  const startedAt = useRoom((view) => view.startedAt)
  const now = useNow()
  if (startedAt === null) return null
  return (
    <span className="sy-number" role="timer">
      {durationText(now - startedAt)}
    </span>
  )
}

function Network() {
  const t = useText('rooms')
  const { indicators } = useRoomSession()
  const quality = useIndicators(indicators, (now) => now.quality)
  return (
    <span className="room-network" data-quality={quality} title={t(`quality.${quality}`)}>
      <RoomIcon name="signal" size={17} />
      <span className={quality === 'poor' ? '' : 'sy-visually-hidden'}>{t(`quality.${quality}`)}</span>
    </span>
  )
}
