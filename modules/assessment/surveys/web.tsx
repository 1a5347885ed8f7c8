/** The door of surveys for the shell: the respondents' screens and those of authors. */
import type { WebModule } from '#web/module.ts'
import { authorsSurveys } from './contract/access.ts'

export const surveysWeb: WebModule = {
  name: 'surveys',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/exam/research-activity/index/:id',
      title: { cn: '调研', en: 'Survey' },
      screen: () => import('./web/center-detail/SurveyPage.tsx'),
      layout: 'blank',
      plain: true,
    },
    {
      path: '/survey/:token',
      title: { cn: '调研', en: 'Survey' },
      screen: () => import('./web/center-detail/GuestSurveyPage.tsx'),
      layout: 'blank',
      access: 'public',
      plain: true,
    },
    {
      path: '/center/surveys',
      title: { cn: '我的调研', en: 'My surveys' },
      screen: () => import('./web/center/SurveysPage.tsx'),
    },
    {
      // Approvers open it as well: the server decides.
      path: '/exam/research-activity/preview/:id',
      title: { cn: '调研预览', en: 'Survey preview' },
      screen: () => import('./web/center/SurveyPreviewPage.tsx'),
      layout: 'either',
    },
    {
      path: '/admin/surveys',
      title: { cn: '调研管理', en: 'Surveys' },
      screen: () => import('./web/admin/AuthoredSurveysPage.tsx'),
      layout: 'admin',
      access: authorsSurveys,
    },
    {
      path: '/admin/surveys/:id',
      title: { cn: '编辑调研', en: 'Edit survey' },
      screen: () => import('./web/admin/SurveyEditorPage.tsx'),
      layout: 'admin',
      access: authorsSurveys,
    },
    {
      path: '/admin/surveys/:id/report',
      title: { cn: '调研报告', en: 'Survey report' },
      screen: () => import('./web/admin/SurveyReportPage.tsx'),
      layout: 'admin',
      access: authorsSurveys,
    },
  ],
  menu: [
    {
      area: 'center',
      order: 69,
      title: { cn: '我的调研', en: 'My surveys' },
      icon: 'chart',
      path: '/center/surveys',
    },
    {
      area: 'admin',
      group: 'content',
      order: 60,
      title: { cn: '调研管理', en: 'Surveys' },
      icon: 'chart',
      path: '/admin/surveys',
      access: authorsSurveys,
    },
  ],
}
