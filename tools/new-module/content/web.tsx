/** The door of specimens for the shell: the learners' catalogue, the authors' list and editor. */
import type { WebModule } from '#web/module.ts'
import { authorsSpecimens } from './contract/access.ts'

export const specimensWeb: WebModule = {
  name: 'specimens',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/specimen',
      title: { cn: '样品', en: 'Specimens' },
      screen: () => import('./web/study/SpecimensPage.tsx'),
    },
    {
      path: '/specimen/detail/:id',
      title: { cn: '样品', en: 'Specimen' },
      screen: () => import('./web/study/SpecimenPage.tsx'),
    },
    {
      // Approvers open it as well: the server decides.
      path: '/specimen/preview/:id',
      title: { cn: '样品预览', en: 'Specimen preview' },
      screen: () => import('./web/study/SpecimenPreviewPage.tsx'),
      layout: 'either',
    },
    {
      path: '/admin/specimens',
      title: { cn: '样品管理', en: 'Specimens' },
      screen: () => import('./web/admin/AuthoredSpecimensPage.tsx'),
      layout: 'admin',
      access: authorsSpecimens,
    },
    {
      path: '/admin/specimens/:id',
      title: { cn: '编辑样品', en: 'Edit specimen' },
      screen: () => import('./web/admin/SpecimenEditorPage.tsx'),
      layout: 'admin',
      access: authorsSpecimens,
    },
  ],
  menu: [
    { area: 'main', order: 40, title: { cn: '样品', en: 'Specimens' }, icon: 'exam', path: '/specimen' },
    {
      area: 'admin',
      group: 'content',
      order: 40,
      title: { cn: '样品管理', en: 'Specimens' },
      icon: 'exam',
      path: '/admin/specimens',
      access: authorsSpecimens,
    },
  ],
}
