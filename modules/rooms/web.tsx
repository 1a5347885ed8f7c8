/** Rooms's door for the shell, and the parts that other modules' screens show. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { RoomProps } from './web/Room.tsx'

const LazyRoom = part(() => import('./web/Room.tsx'), ['rooms', 'files'])

/** The live room: green room, stage, chat, questions, polls, slides; for everybody by their role. It fills its place. */
export function Room(props: RoomProps) {
  return (
    <Suspense fallback={<LoadingState shape="spinner" />}>
      <LazyRoom {...props} />
    </Suspense>
  )
}

export const roomsWeb: WebModule = {
  name: 'rooms',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
