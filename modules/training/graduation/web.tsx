/** The door of graduation for the shell: the page of those who run a class, and the section of its participants. */

import { runsClasses } from '#modules/training/classes/contract/access.ts'
import type { WebModule } from '#web/module.ts'

export const graduationWeb: WebModule = {
  name: 'graduation',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/admin/classes/:id/graduation',
      title: { cn: '结业管理', en: 'Graduation' },
      screen: () => import('./web/admin/GraduationPage.tsx'),
      layout: 'admin',
      access: runsClasses,
    },
  ],
  menu: [
    {
      area: 'class',
      order: 60,
      title: { cn: '结业', en: 'Graduation' },
      icon: 'medal',
      path: '/admin/classes/:id/graduation',
      access: runsClasses,
    },
  ],
  widgets: {
    'class-section': [{ order: 50, screen: () => import('./web/center/GraduationSection.tsx') }],
  },
}
