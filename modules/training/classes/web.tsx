/** The door of classes for the shell: the learners' catalogue, the authors' list and editor. */
import type { WebModule } from '#web/module.ts'
import { authorsClasses } from './contract/access.ts'

export const classesWeb: WebModule = {
  name: 'classes',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/class',
      title: { cn: '培训班', en: 'Classes' },
      screen: () => import('./web/study/ClassesPage.tsx'),
    },
    {
      path: '/class/detail/:id',
      title: { cn: '培训班', en: 'Class' },
      screen: () => import('./web/study/ClassPage.tsx'),
    },
    {
      // Approvers open it as well: the server decides.
      path: '/class/preview/:id',
      title: { cn: '培训班预览', en: 'Class preview' },
      screen: () => import('./web/study/ClassPreviewPage.tsx'),
      layout: 'either',
    },
    {
      path: '/admin/classes',
      title: { cn: '培训班管理', en: 'Classes' },
      screen: () => import('./web/admin/AuthoredClassesPage.tsx'),
      layout: 'admin',
      access: authorsClasses,
    },
    {
      path: '/admin/classes/:id',
      title: { cn: '编辑培训班', en: 'Edit class' },
      screen: () => import('./web/admin/ClassEditorPage.tsx'),
      layout: 'admin',
      access: authorsClasses,
    },
  ],
  menu: [
    { area: 'main', order: 40, title: { cn: '培训班', en: 'Classes' }, icon: 'exam', path: '/class' },
    {
      area: 'admin',
      group: 'content',
      order: 40,
      title: { cn: '培训班管理', en: 'Classes' },
      icon: 'exam',
      path: '/admin/classes',
      access: authorsClasses,
    },
  ],
}
