/** The door of papers for the shell: lazy routes and the menu; and the field of an exam that chooses one. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesPapers } from './contract/access.ts'
import type { PaperFieldProps } from './web/parts/PaperField.tsx'

const LazyPaperField = part(() => import('./web/parts/PaperField.tsx'), ['papers'])

/** A field for one paper, among those that are ready. */
export function PaperField(props: PaperFieldProps) {
  return (
    <Suspense fallback={<LoadingState rows={1} shape="lines" />}>
      <LazyPaperField {...props} />
    </Suspense>
  )
}

export const papersWeb: WebModule = {
  name: 'papers',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/papers',
      title: { cn: '试卷', en: 'Papers' },
      screen: () => import('./web/admin/PapersPage.tsx'),
      layout: 'admin',
      access: managesPapers,
    },
    {
      path: '/manage/papers/:id',
      title: { cn: '编辑试卷', en: 'Paper' },
      screen: () => import('./web/admin/PaperPage.tsx'),
      layout: 'admin',
      access: managesPapers,
    },
    {
      path: '/manage/papers/:id/trial',
      title: { cn: '试卷预览', en: 'Trial copy' },
      screen: () => import('./web/admin/TrialPage.tsx'),
      layout: 'admin',
      access: managesPapers,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'content',
      order: 51,
      title: { cn: '试卷', en: 'Papers' },
      icon: 'file',
      path: '/manage/papers',
      access: managesPapers,
    },
  ],
}
