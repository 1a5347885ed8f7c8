import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { Seat } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useIndicators } from '../media/indicators.ts'
import { currentPage } from '../slides/current-page.ts'
import { SlidesView } from '../slides/SlidesView.tsx'
import { useRoom } from '../state/room-store.ts'
import { FeedVideo } from './FeedVideo.tsx'
import { gridFor, layoutOf, type MainPicture } from './layout.ts'
import { StreamPlayer } from './StreamPlayer.tsx'
import { Tile } from './Tile.tsx'
import { useSize } from './use-size.ts'
import { VoiceStage } from './VoiceStage.tsx'
import { WaitingStage } from './WaitingStage.tsx'

/** The gap between pictures, as in stage.css. */
const GAP_PX = 8

/** The stage: the main picture, and the people beside it. */
export function Stage({ afterEnd }: { afterEnd: ReactNode }) {
  const t = useText('rooms')
  const { indicators } = useRoomSession()
  const state = useRoom((view) => view.state)
  const mode = useRoom((view) => view.mode)
  const seats = useRoom((view) => view.seats)
  const hostId = useRoom((view) => view.hostId)
  const showsSlides = useRoom((view) => currentPage(view.slides).kind !== 'nothing')
  const stream = useIndicators(indicators, (now) => now.stream)
  const layout = useMemo(
    () =>
      layoutOf(
        seats.map((seat) => ({
          participantId: seat.participantId,
          isHost: seat.participantId === hostId,
          since: seat.number,
          sharesScreen: seat.screen,
        })),
        showsSlides,
      ),
    [seats, hostId, showsSlides],
  )
  if (state !== 'running') return <WaitingStage afterEnd={afterEnd} />
  const bySeat = new Map(seats.map((seat) => [seat.participantId, seat]))
  const side = layout.side.flatMap((id) => bySeat.get(id) ?? [])
  if (mode === 'audio' && layout.main.kind !== 'slides' && layout.main.kind !== 'screen')
    return <VoiceStage seats={seats} stream={stream} />
  return (
    <section className="room-stage" aria-label={t('stage.title')} data-main={layout.main.kind}>
      <div className="room-main">
        {stream && layout.main.kind !== 'slides' ? (
          <StreamPlayer audioOnly={false} />
        ) : (
          <Main main={layout.main} bySeat={bySeat} />
        )}
        {stream && layout.main.kind === 'slides' && <StreamPlayer audioOnly />}
      </div>
      {side.length > 0 && <Side seats={side} grows={layout.main.kind === 'person'} />}
    </section>
  )
}

function Main({ main, bySeat }: { main: MainPicture; bySeat: ReadonlyMap<string, Seat> }) {
  const t = useText('rooms')
  const me = useRoom((view) => view.me.id)
  if (main.kind === 'slides') return <SlidesView />
  if (main.kind === 'nobody') return <p className="room-nobody">{t('stage.nobody')}</p>
  const seat = bySeat.get(main.participantId)
  if (!seat) return null
  if (main.kind === 'person') return <Tile seat={seat} large />
  const label = t('stage.screenOf', { name: seat.name })
  return (
    <div className="room-screen" data-participant={seat.participantId} data-source="screen">
      <FeedVideo participantId={seat.participantId} source="screen" mine={seat.participantId === me} label={label} />
      <p className="room-screen-name">{label}</p>
    </div>
  )
}

/** Beside a person the others may be large; beside a screen or slides they are a strip. */
function Side({ seats, grows }: { seats: readonly Seat[]; grows: boolean }) {
  const list = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(list)
  const { columns, pictureWidth } = gridFor(seats.length, width, height, GAP_PX)
  const style = { '--room-columns': columns, '--room-picture': `${pictureWidth}px` } as CSSProperties
  return (
    <div ref={list} className="room-side" data-grows={grows} data-many={seats.length > 2} style={style}>
      {seats.map((seat) => (
        <Tile key={seat.participantId} seat={seat} />
      ))}
    </div>
  )
}
