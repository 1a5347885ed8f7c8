/** Subjects' door for the browser shell. */
import type { WebModule } from '#web/module.ts'
import { authorsSubjects } from './contract/access.ts'

export const subjectsWeb: WebModule = {
  name: 'subjects',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/study/subject',
      title: { cn: '专题', en: 'Subjects' },
      screen: () => import('./web/study/SubjectsPage.tsx'),
      plain: true,
    },
    {
      path: '/study/subject/detail/:id',
      title: { cn: '专题学习', en: 'Subject' },
      screen: () => import('./web/study/SubjectPage.tsx'),
      plain: true,
    },
    {
      path: '/study/subject/preview/:id',
      title: { cn: '专题预览', en: 'Subject preview' },
      // Who decides about it sees it too: the server says who.
      screen: () => import('./web/study/SubjectPreviewPage.tsx'),
      layout: 'either',
      plain: true,
    },
    {
      path: '/admin/subjects',
      title: { cn: '专题管理', en: 'Subjects' },
      screen: () => import('./web/admin/SubjectsAdminPage.tsx'),
      layout: 'admin',
      access: authorsSubjects,
    },
    {
      path: '/admin/subjects/:id',
      title: { cn: '编辑专题', en: 'Edit subject' },
      screen: () => import('./web/admin/SubjectEditorPage.tsx'),
      layout: 'admin',
      access: authorsSubjects,
    },
    {
      path: '/admin/subjects/:id/learners',
      title: { cn: '专题学习进度', en: 'Subject progress' },
      screen: () => import('./web/admin/SubjectLearnersPage.tsx'),
      layout: 'admin',
      access: authorsSubjects,
    },
  ],
  menu: [
    { area: 'main', order: 22, title: { cn: '专题', en: 'Subjects' }, icon: 'compass', path: '/study/subject' },
    {
      area: 'admin',
      group: 'content',
      order: 15,
      title: { cn: '专题管理', en: 'Subjects' },
      icon: 'compass',
      path: '/admin/subjects',
      access: authorsSubjects,
    },
  ],
}
