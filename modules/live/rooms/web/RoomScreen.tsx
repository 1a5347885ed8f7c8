import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { look } from '#web/theme/look.ts'
import { dark, withCompanyColor } from '#web/theme/palette.ts'
import { GreenRoom } from './check/GreenRoom.tsx'
import { useRoomSession } from './connection/room-session.ts'
import { Announcer } from './controls/Announcer.tsx'
import { Controls } from './controls/Controls.tsx'
import { Prompts } from './controls/Prompts.tsx'
import { Rewards } from './controls/Rewards.tsx'
import { TopLine } from './controls/TopLine.tsx'
import { SidePanel } from './panel/SidePanel.tsx'
import { Sounds } from './stage/Sounds.tsx'
import { Stage } from './stage/Stage.tsx'
import { useRoom } from './state/room-store.ts'

/** The stage is always dark; the panel beside it follows the chosen theme. */
function useDarkTheme(): CSSProperties {
  const { primaryColor } = look.use()
  return useMemo(() => {
    const palette = Object.entries(withCompanyColor(dark, primaryColor))
    const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return Object.fromEntries(palette.map(([name, value]) => [`--sy-${kebab(name)}`, value])) as CSSProperties
  }, [primaryColor])
}

interface Props {
  readonly afterEnd: ReactNode
  readonly onLeave: () => void
}

/** Speakers check their devices first; everybody else enters directly. */
export function RoomScreen({ afterEnd, onLeave }: Props) {
  const session = useRoomSession()
  const teaches = useRoom((view) => view.me.role === 'host' || view.me.role === 'lecturer')
  const open = useRoom((view) => view.state === 'waiting' || view.state === 'running')
  const [ready, setReady] = useState(false)
  const leave = () => void session.leave().then(onLeave)
  if (teaches && open && !ready) return <GreenRoom onReady={() => setReady(true)} onLeave={leave} />
  return <InRoom afterEnd={afterEnd} onLeave={leave} />
}

function InRoom({ afterEnd, onLeave }: Props) {
  const t = useText('rooms')
  const theatre = useDarkTheme()
  const me = useRoom((view) => view.me.id)
  const role = useRoom((view) => view.me.role)
  const state = useRoom((view) => view.state)
  return (
    <section className="room" data-room-me={me} data-role={role} data-state={state} aria-label={t('title')}>
      <div className="room-theatre" style={theatre}>
        <TopLine />
        <AwayBanner />
        <Stage afterEnd={afterEnd} />
        <Rewards />
        <Controls onLeave={onLeave} />
        <Sounds />
      </div>
      <SidePanel />
      <Prompts />
      <Announcer />
    </section>
  )
}

/** A calm message: the content stays, and the connection returns by itself. */
function AwayBanner() {
  const t = useText('rooms')
  const { visit } = useRoomSession()
  const { connection } = visit.use()
  const engineDown = useRoom((view) => view.engineDown)
  if (connection !== 'away' && !engineDown) return null
  return (
    <p className="room-away" role="status" data-away={connection === 'away' ? 'socket' : 'engine'}>
      <span className="sy-spinner" aria-hidden="true" />
      {t(connection === 'away' ? 'away.room' : 'away.engine')}
    </p>
  )
}
