/** The door of questions for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'
import { managesQuestions } from './contract/access.ts'

export const questionsWeb: WebModule = {
  name: 'questions',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/questions',
      title: { cn: '题库', en: 'Question bank' },
      screen: () => import('./web/admin/BankPage.tsx'),
      layout: 'admin',
      access: managesQuestions,
    },
    {
      path: '/manage/questions/import',
      title: { cn: '导入试题', en: 'Import questions' },
      screen: () => import('./web/admin/QuestionImportPage.tsx'),
      layout: 'admin',
      access: managesQuestions,
    },
    {
      path: '/manage/questions/:id',
      title: { cn: '编辑试题', en: 'Question' },
      screen: () => import('./web/admin/QuestionPage.tsx'),
      layout: 'admin',
      access: managesQuestions,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'content',
      order: 50,
      title: { cn: '题库', en: 'Question bank' },
      icon: 'exam',
      path: '/manage/questions',
      access: managesQuestions,
    },
  ],
}
