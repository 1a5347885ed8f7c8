/** The door of the ask bar for the shell: its screens and the entry of the menu; and the way to it from other modules’ screens. */
import type { WebModule } from '#web/module.ts'

export { askAboutPath } from './web/ask-about.ts'

export const askWeb: WebModule = {
  name: 'ask',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/ask',
      title: { cn: '问吧', en: 'Ask bar' },
      screen: () => import('./web/knowledge-community/AskPage.tsx'),
    },
    {
      path: '/ask/new',
      title: { cn: '提问', en: 'Ask a question' },
      screen: () => import('./web/knowledge-community/AskFormPage.tsx'),
    },
    {
      path: '/ask/question/edit/:id',
      title: { cn: '修改问题', en: 'Edit a question' },
      screen: () => import('./web/knowledge-community/AskFormPage.tsx'),
    },
    {
      path: '/ask/question/detail/:id',
      title: { cn: '问题', en: 'Question' },
      screen: () => import('./web/knowledge-community/QuestionPage.tsx'),
    },
    {
      path: '/ask/topic/detail/:id',
      title: { cn: '问吧话题', en: 'Topic of the ask bar' },
      screen: () => import('./web/knowledge-community/TopicPage.tsx'),
    },
    {
      path: '/ask/expert/:id',
      title: { cn: '专家', en: 'Expert' },
      screen: () => import('./web/knowledge-community/ExpertPage.tsx'),
    },
    {
      path: '/ask/trends',
      title: { cn: '专家动态', en: 'News of experts' },
      screen: () => import('./web/knowledge-community/TrendsPage.tsx'),
    },
    {
      path: '/ask/cards',
      title: { cn: '知识卡片', en: 'Knowledge cards' },
      screen: () => import('./web/knowledge-community/CardsPage.tsx'),
    },
  ],
  menu: [
    {
      area: 'main',
      order: 45,
      title: { cn: '问吧', en: 'Ask bar' },
      icon: 'help',
      path: '/ask',
    },
  ],
}
