/** The door of live for the shell: lazy routes, menu, widgets. */
import { call } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import type { Guard, WebModule } from '#web/module.ts'
import { holdsLives, managesLives } from './contract/access.ts'
import { live } from './contract.ts'

/** SHELL-034: a branch knows the supplier of live sessions before it is shown. */
const branchSupplier: Guard = {
  name: 'live-supplier',
  once: true,
  appliesTo: ({ path }) => path.startsWith('/branch-list-v/'),
  async enter() {
    const { liveSupply } = await call(live.supplier, {}, { quiet: true, whileBusy: 'fail' })
    appState.set({ liveSupply })
    return undefined
  },
}

/** Who usually holds live sessions. Others find their own ones on the live page. */
const hostRoles = ['lecturer', 'class-teacher']

const detail = { title: { cn: '直播', en: 'Live' }, screen: () => import('./web/live/DetailPage.tsx') }
const action = {
  title: { cn: '开始直播', en: 'Go live' },
  screen: () => import('./web/live/ActionPage.tsx'),
  layout: 'blank',
} as const

export const liveWeb: WebModule = {
  name: 'live',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    { path: '/live/index', title: { cn: '直播', en: 'Live' }, screen: () => import('./web/live/HomePage.tsx') },
    {
      path: '/live/hotlive-page',
      title: { cn: '热门直播', en: 'Popular live sessions' },
      screen: () => import('./web/live/HotPage.tsx'),
    },
    {
      path: '/live/manage',
      title: { cn: '直播管理', en: 'My live sessions' },
      screen: () => import('./web/live/ManagePage.tsx'),
      layout: 'either',
    },
    { ...detail, path: '/live/detail/:id' },
    { ...detail, path: '/live/detail/:id/:classID/:resourceType' },
    { ...detail, path: '/activity/gensee/detail/:id' },
    { ...action, path: '/live/action/:id' },
    { ...action, path: '/activity/gensee/live/:id/true' },
    {
      path: '/live/lecturer/:id',
      title: { cn: '讲师入口', en: 'For lecturers' },
      screen: () => import('./web/live/LecturerPage.tsx'),
      layout: 'blank',
    },
    {
      path: '/live/preview/:id',
      title: { cn: '直播预览', en: 'Preview' },
      screen: () => import('./web/live/PreviewPage.tsx'),
      layout: 'either',
    },
    {
      path: '/live/attendance/:id',
      title: { cn: '出席情况', en: 'Attendance' },
      screen: () => import('./web/live/AttendancePage.tsx'),
      layout: 'either',
    },
    {
      path: '/live/share/:id',
      title: { cn: '分享直播', en: 'Share live session' },
      screen: () => import('./web/live/SharePage.tsx'),
    },
    {
      path: '/live/:type/:id/:code',
      title: { cn: '直播', en: 'Live' },
      screen: () => import('./web/live/CodePage.tsx'),
      access: 'public',
    },
    {
      path: '/lives/keylogin/:id?',
      title: { cn: '进入直播间', en: 'Join the live session' },
      screen: () => import('./web/live/KeyloginPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/paas-container',
      title: { cn: '直播间', en: 'Live room' },
      screen: () => import('./web/live/PaasPage.tsx'),
      layout: 'blank',
    },
    {
      path: '/manage/lives',
      title: { cn: '直播设置', en: 'Live settings' },
      screen: () => import('./web/admin/LiveSettingsPage.tsx'),
      layout: 'admin',
      access: managesLives,
    },
  ],
  menu: [
    { area: 'main', title: { cn: '直播', en: 'Live' }, icon: 'live', path: '/live/index', order: 30, phone: true },
    {
      area: 'admin',
      group: 'content',
      order: 49,
      title: { cn: '直播管理', en: 'My live sessions' },
      icon: 'live',
      path: '/live/manage',
      access: holdsLives,
    },
    {
      area: 'admin',
      group: 'content',
      order: 50,
      title: { cn: '直播设置', en: 'Live settings' },
      icon: 'settings',
      path: '/manage/lives',
      access: managesLives,
    },
  ],
  guards: [branchSupplier],
  widgets: {
    'home-side': [
      { order: 12, access: { role: hostRoles }, screen: () => import('./web/home/OwnLivesSection.tsx') },
      { order: 40, screen: () => import('./web/home/UpcomingSection.tsx') },
    ],
    'page-calendar': [{ order: 1, screen: () => import('./web/home/UpcomingSection.tsx') }],
    center: [{ order: 20, screen: () => import('./web/center/ReservedSection.tsx') }],
    homepage: [{ order: 20, screen: () => import('./web/center-v/HostedSection.tsx') }],
  },
}
