/** The door of moderation for the shell, and the widgets that other modules' screens show. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { moderates } from './contract/access.ts'
import type { AppealNoticeProps } from './web/reporting/AppealNotice.tsx'
import type { ReportButtonProps } from './web/reporting/ReportButton.tsx'
import type { ReportDialogProps } from './web/reporting/ReportDialog.tsx'

const LazyReportButton = part(() => import('./web/reporting/ReportButton.tsx'), ['moderation'])
const LazyReportDialog = part(() => import('./web/reporting/ReportDialog.tsx'), ['moderation'])
const LazyAppealNotice = part(() => import('./web/reporting/AppealNotice.tsx'), ['moderation'])

/** Reports a content to the moderators, once. */
export function ReportButton(props: ReportButtonProps) {
  return (
    <Suspense fallback={null}>
      <LazyReportButton {...props} />
    </Suspense>
  )
}

/** The dialog alone, for buttons that stand on a page many times. */
export function ReportDialog(props: ReportDialogProps) {
  return (
    <Suspense fallback={null}>
      <LazyReportDialog {...props} />
    </Suspense>
  )
}

/** Says to the author what was decided about a content, with the way to an appeal. */
export function AppealNotice(props: AppealNoticeProps) {
  return (
    <Suspense fallback={null}>
      <LazyAppealNotice {...props} />
    </Suspense>
  )
}

export const moderationWeb: WebModule = {
  name: 'moderation',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/moderation',
      title: { cn: '内容审核', en: 'Moderation' },
      screen: () => import('./web/admin/ModerationPage.tsx'),
      layout: 'admin',
      access: moderates,
    },
    {
      path: '/center/moderation',
      title: { cn: '内容处理记录', en: 'Decisions about my content' },
      screen: () => import('./web/center/OwnDecisionsPage.tsx'),
    },
  ],
  menu: [
    {
      area: 'center',
      order: 55,
      title: { cn: '内容处理记录', en: 'Decisions' },
      icon: 'alert',
      path: '/center/moderation',
    },
    {
      area: 'admin',
      group: 'community',
      order: 15,
      title: { cn: '内容审核', en: 'Moderation' },
      icon: 'alert',
      path: '/manage/moderation',
      access: moderates,
    },
  ],
}
