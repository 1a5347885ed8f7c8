import { ConfigProvider } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { GuestName } from './check/GuestName.tsx'
import type { Visitor } from './connection/entrance.ts'
import { guestName } from './connection/entrance.ts'
import { RoomSession, RoomSessionContext } from './connection/room-session.ts'
import { Ended } from './Ended.tsx'
import { RoomScreen } from './RoomScreen.tsx'
import { RoomStoreContext } from './state/room-store.ts'
import './room.css'
import './stage.css'
import './panel.css'
import './check.css'

export interface RoomProps {
  readonly roomId: string
  /** The token of a link, for guests. */
  readonly guestToken?: string
  /** The person leaves, or has read the closing message. */
  readonly onLeave?: () => void
  /** What the owner of the room shows to a member after its end: where one goes on. */
  readonly afterEnd?: ReactNode
}

/** The live room for host, lecturers, assistants, viewers and guests, each by role. */
export default function Room({ roomId, guestToken, onLeave, afterEnd }: RoomProps) {
  const [name, setName] = useState(guestName.read)
  if (guestToken !== undefined && name === '')
    return (
      <GuestName
        onName={(given) => {
          guestName.keep(given)
          setName(given)
        }}
      />
    )
  const visitor: Visitor = guestToken === undefined ? { roomId } : { roomId, guest: { token: guestToken, name } }
  return (
    <Visit
      key={`${roomId} ${guestToken ?? ''}`}
      visitor={visitor}
      afterEnd={afterEnd}
      onLeave={() => onLeave?.()}
      onRename={() => {
        guestName.keep('')
        setName('')
      }}
    />
  )
}

/** The room may cover the window, so pop-ups need a higher layer. */
const overTheRoom = { token: { zIndexPopupBase: 1100 } }

interface VisitProps {
  readonly visitor: Visitor
  readonly afterEnd: ReactNode
  readonly onLeave: () => void
  readonly onRename: () => void
}

function Visit({ visitor, afterEnd, onLeave, onRename }: VisitProps) {
  const t = useText('rooms')
  const [round, setRound] = useState(0)
  const [session, setSession] = useState<RoomSession>()
  const signedIn = useSession().signedIn
  // biome-ignore lint/correctness/useExhaustiveDependencies: one visit for the life of the screen, and another after a retry.
  useEffect(() => {
    const next = new RoomSession(visitor)
    setSession(next)
    next.start()
    // A closed tab sends no message; the room notices the closed socket.
    return () => next.close()
  }, [round, signedIn])
  if (!session) return null
  return (
    <ConfigProvider theme={overTheRoom}>
      <RoomSessionContext value={session}>
        <RoomStoreContext value={session.store}>
          <Phase
            session={session}
            afterEnd={afterEnd}
            onAgain={() => setRound(round + 1)}
            onLeave={onLeave}
            onRename={visitor.guest ? onRename : undefined}
            entering={t('entering')}
          />
        </RoomStoreContext>
      </RoomSessionContext>
    </ConfigProvider>
  )
}

interface PhaseProps {
  readonly session: RoomSession
  readonly afterEnd: ReactNode
  readonly onAgain: () => void
  readonly onLeave: () => void
  readonly onRename: (() => void) | undefined
  readonly entering: string
}

function Phase({ session, afterEnd, onAgain, onLeave, onRename, entering }: PhaseProps) {
  const { ending, failure, known, connection } = session.visit.use()
  if (ending) return <Ended ending={ending} failure={failure} onAgain={onAgain} onLeave={onLeave} onRename={onRename} />
  if (!known)
    return (
      <div className="room-entering">
        <LoadingState shape="spinner" />
        <p role="status">{connection === 'away' ? <Away /> : entering}</p>
      </div>
    )
  return <RoomScreen afterEnd={afterEnd} onLeave={onLeave} />
}

function Away() {
  const t = useText('rooms')
  return t('away.entering')
}
