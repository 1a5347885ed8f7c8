/** The door of lecturers for the shell: the directory, the own teaching, the pages of those who keep it; and the picker of lecturers. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesLecturers } from './contract/access.ts'
import type { LecturerPickerProps } from './web/parts/LecturerPicker.tsx'

const LazyLecturerPicker = part(() => import('./web/parts/LecturerPicker.tsx'), ['lecturers'])

/**
 * Chooses lecturers, answers their ids, and says what stands against the time. For those who run classes.
 * @public For modules that plan training.
 */
export function LecturerPicker(props: LecturerPickerProps) {
  return (
    <Suspense fallback={<LoadingState rows={1} shape="lines" />}>
      <LazyLecturerPicker {...props} />
    </Suspense>
  )
}

export const lecturersWeb: WebModule = {
  name: 'lecturers',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/lecturers',
      title: { cn: '讲师', en: 'Lecturers' },
      screen: () => import('./web/center/LecturersPage.tsx'),
    },
    {
      path: '/lecturers/:id',
      title: { cn: '讲师', en: 'Lecturer' },
      screen: () => import('./web/center/LecturerProfilePage.tsx'),
    },
    {
      // Whoever is no lecturer reads why it does not open: the server decides.
      path: '/teaching',
      title: { cn: '我的授课', en: 'My teaching' },
      screen: () => import('./web/center/OwnTeachingPage.tsx'),
    },
    {
      path: '/admin/lecturers',
      title: { cn: '讲师管理', en: 'Manage lecturers' },
      screen: () => import('./web/admin/ManagedLecturersPage.tsx'),
      layout: 'admin',
      access: managesLecturers,
    },
    {
      path: '/admin/lecturers/:id',
      title: { cn: '讲师信息', en: 'Lecturer' },
      screen: () => import('./web/admin/EditedLecturerPage.tsx'),
      layout: 'admin',
      access: managesLecturers,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'study',
      order: 42,
      title: { cn: '讲师管理', en: 'Lecturers' },
      icon: 'user',
      path: '/admin/lecturers',
      access: managesLecturers,
    },
  ],
  widgets: {
    center: [{ order: 22, screen: () => import('./web/center/TeachingSection.tsx') }],
    homepage: [{ order: 25, screen: () => import('./web/center-v/LecturerSection.tsx') }],
  },
}
