/** The door of attendance for the shell: checking in, the screen in the room, the scanner, and the attendance of a class. */
import { runsClasses } from '#modules/training/classes/contract/access.ts'
import type { WebModule } from '#web/module.ts'

export const attendanceWeb: WebModule = {
  name: 'attendance',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/admin/classes/:id/attendance',
      title: { cn: '考勤', en: 'Attendance' },
      screen: () => import('./web/admin/AttendancePage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
    {
      path: '/admin/classes/:id/attendance/:listId',
      title: { cn: '签到明细', en: 'Records of a check-in' },
      screen: () => import('./web/admin/SessionPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
    {
      path: '/admin/classes/:id/attendance/:listId/scan',
      title: { cn: '扫学员码', en: 'Scan participants' },
      screen: () => import('./web/admin/ScanPage.tsx'),
      layout: 'blank',
      access: runsClasses,
      plain: true,
    },
    {
      path: '/check-in-screen/:id/:listId',
      title: { cn: '签到码', en: 'Check-in code' },
      screen: () => import('./web/admin/CheckInScreenPage.tsx'),
      layout: 'blank',
      access: runsClasses,
      plain: true,
    },
    {
      path: '/check-in/:signId',
      title: { cn: '签到', en: 'Check in' },
      screen: () => import('./web/center/CheckInPage.tsx'),
      layout: 'blank',
      plain: true,
    },
    {
      path: '/train-new/class/:id/own-code',
      title: { cn: '我的签到码', en: 'My check-in code' },
      screen: () => import('./web/center/OwnCodePage.tsx'),
      plain: true,
    },
  ],
  menu: [
    {
      area: 'class',
      order: 40,
      title: { cn: '考勤', en: 'Attendance' },
      icon: 'todo',
      path: '/admin/classes/:id/attendance',
      access: runsClasses,
    },
  ],
  widgets: { 'class-section': [{ order: 20, screen: () => import('./web/center/OwnAttendance.tsx') }] },
}
