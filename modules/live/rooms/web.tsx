/** The door of rooms for the shell, and the components for other modules' screens. */
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

/** The live room for all roles: green room, stage, chat, questions, polls, slides. It fills its container. */
export function Room(props: RoomProps) {
  return (
    <Suspense fallback={<LoadingState shape="spinner" />}>
      <LazyRoom {...props} />
    </Suspense>
  )
}

/** The replay of a room that has ended: its state, or the video with its chapters and chat. */
export function Replay(props: ReplayProps) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyReplay {...props} />
    </Suspense>
  )
}

/** The attendance of a room, live and in the replay; for its managers. */
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
