/** The door of homework for the shell: the screens of participants and of those who run classes. */
import { runsClasses } from '#modules/training/classes/contract/access.ts'
import type { WebModule } from '#web/module.ts'

export const homeworkWeb: WebModule = {
  name: 'homework',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/train-new/class/:classId/homework/:activityId',
      title: { cn: '作业', en: 'Homework' },
      screen: () => import('./web/center/HomeworkPage.tsx'),
    },
    {
      path: '/admin/classes/:id/homework',
      title: { cn: '班级作业', en: 'Class homework' },
      screen: () => import('./web/admin/ClassHomeworkPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
    {
      path: '/admin/classes/:id/homework/:activityId/:memberId',
      title: { cn: '批阅作业', en: 'Mark homework' },
      screen: () => import('./web/admin/MarkingPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
  ],
  menu: [
    {
      area: 'class',
      order: 50,
      title: { cn: '作业', en: 'Homework' },
      icon: 'edit',
      path: '/admin/classes/:id/homework',
      access: runsClasses,
    },
  ],
  widgets: {
    'class-section': [{ order: 30, screen: () => import('./web/center/HomeworkSection.tsx') }],
  },
}
