/** The door of practice for the shell: the learners' screens, those of authors, and the parts of other modules' screens. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { managesPractice } from './contract/access.ts'
import type { ContentOfferProps } from './web/parts/ContentOffer.tsx'

const LazyContentOffer = part(() => import('./web/parts/ContentOffer.tsx'), ['practice'])

/** Practice on the topics of a course or other content, where a set for the member has questions on them. */
export function ContentPractice(props: ContentOfferProps) {
  return (
    <Suspense fallback={null}>
      <LazyContentOffer {...props} />
    </Suspense>
  )
}

export const practiceWeb: WebModule = {
  name: 'practice',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    { path: '/practice', title: { cn: '练习', en: 'Practice' }, screen: () => import('./web/center/PracticePage.tsx') },
    {
      path: '/practice/set/:id',
      title: { cn: '开始练习', en: 'Start practicing' },
      screen: () => import('./web/center/SetPage.tsx'),
    },
    {
      path: '/practice/exam/:id',
      title: { cn: '考试练习', en: 'Practice an exam' },
      screen: () => import('./web/center/SourcePage.tsx'),
    },
    {
      path: '/practice/content/:type/:id',
      title: { cn: '课程练习', en: 'Practice a course' },
      screen: () => import('./web/center/SourcePage.tsx'),
    },
    {
      path: '/practice/run/:id',
      title: { cn: '练习答题', en: 'Practice questions' },
      screen: () => import('./web/center/RunPage.tsx'),
      layout: 'blank',
    },
    {
      path: '/exam/practise-wrong/:id',
      title: { cn: '错题练习', en: 'Practice wrong answers' },
      screen: () => import('./web/center/RunPage.tsx'),
      layout: 'blank',
    },
    {
      path: '/practice/summary/:id',
      title: { cn: '练习小结', en: 'Practice summary' },
      screen: () => import('./web/center/SummaryPage.tsx'),
    },
    {
      path: '/practice/wrong-book',
      title: { cn: '错题本', en: 'Wrong-answer book' },
      screen: () => import('./web/center/WrongBookPage.tsx'),
    },
    {
      path: '/practice/due',
      title: { cn: '今日复习', en: 'Review of the day' },
      screen: () => import('./web/center/DuePage.tsx'),
    },
    {
      path: '/practice/mastery',
      title: { cn: '掌握情况', en: 'Mastery' },
      screen: () => import('./web/center/MasteryPage.tsx'),
    },
    {
      path: '/admin/practice',
      title: { cn: '练习管理', en: 'Practice sets' },
      screen: () => import('./web/admin/AuthoredSetsPage.tsx'),
      layout: 'admin',
      access: managesPractice,
    },
    {
      path: '/admin/practice/:id',
      title: { cn: '编辑练习', en: 'Edit practice set' },
      screen: () => import('./web/admin/SetEditorPage.tsx'),
      layout: 'admin',
      access: managesPractice,
    },
  ],
  widgets: { 'exam-result': [{ order: 10, screen: () => import('./web/exam-result/ExamOffer.tsx') }] },
  menu: [
    { area: 'center', order: 67, title: { cn: '练习', en: 'Practice' }, icon: 'edit', path: '/practice' },
    {
      area: 'center',
      order: 68,
      title: { cn: '错题本', en: 'Wrong-answer book' },
      icon: 'book',
      path: '/practice/wrong-book',
    },
    {
      area: 'admin',
      group: 'content',
      order: 53,
      title: { cn: '练习管理', en: 'Practice sets' },
      icon: 'edit',
      path: '/admin/practice',
      access: managesPractice,
    },
  ],
}
