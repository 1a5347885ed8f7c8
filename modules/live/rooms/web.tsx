/** Rooms's door for the shell, and the parts that other modules' screens show. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { RoomProps } from './web/Room.tsx'
import type { AttendanceTableProps } from './web/replay/AttendanceTable.tsx'
import type { ReplayProps } from './web/replay/Replay.tsx'

const LazyRoom = part(() => import('./web/Room.tsx'), ['rooms', 'files'])
const LazyReplay = part(() => import('./web/replay/Replay.tsx'), ['rooms', 'files'])
const LazyAttendance = part(() => import('./web/replay/AttendanceTable.tsx'), ['rooms'])

/** The live room: green room, stage, chat, questions, polls, slides; for everybody by their role. It fills its place. */
export function Room(props: RoomProps) {
  return (
    <Suspense fallback={<LoadingState shape="spinner" />}>
      <LazyRoom {...props} />
    </Suspense>
  )
}

/** The replay of a room that has ended: how far it is, or the film with chapters and what was said at its time. */
export function Replay(props: ReplayProps) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyReplay {...props} />
    </Suspense>
  )
}

/** Who was in a room and for how long, live and in the replay; for who looks after it. */
export function AttendanceTable(props: AttendanceTableProps) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyAttendance {...props} />
    </Suspense>
  )
}

export const roomsWeb: WebModule = {
  name: 'rooms',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
