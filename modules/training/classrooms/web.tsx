/** The door of classrooms for the shell: bookings and their calendar, the rooms, and a picker of rooms for other modules. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesRooms } from './contract/access.ts'
import type { RoomPickerProps } from './web/parts/RoomPicker.tsx'

const LazyRoomPicker = part(() => import('./web/parts/RoomPicker.tsx'), ['classrooms'])

/** Chooses a room that the caller may book; with a time one that is free then. @public For modules with meetings at a place. */
export function RoomPicker(props: RoomPickerProps) {
  return (
    <Suspense fallback={<LoadingState rows={1} shape="lines" />}>
      <LazyRoomPicker {...props} />
    </Suspense>
  )
}

export const classroomsWeb: WebModule = {
  name: 'classrooms',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/classroom-book',
      title: { cn: '教室预订', en: 'Room bookings' },
      screen: () => import('./web/classroom-book/BookingsPage.tsx'),
    },
    {
      path: '/admin/classrooms',
      title: { cn: '教室管理', en: 'Rooms' },
      screen: () => import('./web/admin/RoomsPage.tsx'),
      layout: 'admin',
      access: managesRooms,
    },
  ],
  menu: [
    {
      area: 'center',
      order: 75,
      title: { cn: '教室预订', en: 'Room bookings' },
      icon: 'calendar',
      path: '/classroom-book',
    },
    {
      area: 'admin',
      group: 'study',
      order: 44,
      title: { cn: '教室管理', en: 'Rooms' },
      icon: 'organization',
      path: '/admin/classrooms',
      access: managesRooms,
    },
  ],
}
