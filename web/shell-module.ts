/** The shell's own screens, in the form in which modules bring theirs. */
import type { Guard, WebModule } from './module.ts'

/** SHELL-039: what the screens of these areas need of external engines is there before they open. */
const engineScripts: Guard = {
  name: 'engine-scripts',
  once: true,
  appliesTo: ({ path }) => /^\/(center|branch-list-v)(\/|$)/.test(path),
  async enter() {
    await (await import('./engine-scripts.ts')).loadEngineScripts()
    return undefined
  },
}

export const shellWeb: WebModule = {
  name: 'shell',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/home-v',
      title: { cn: '首页', en: 'Home' },
      screen: () => import('./screens/home/HomePage.tsx'),
      plain: true,
      slots: ['home-first', 'home-side', 'page-top', 'home'],
    },
    {
      path: '/error-page-v/:code',
      title: { cn: '提示', en: 'Notice' },
      screen: () => import('./screens/home/ErrorPage.tsx'),
      access: 'public',
    },
    {
      path: '/home/error-page/:code',
      title: { cn: '提示', en: 'Notice' },
      screen: () => import('./screens/home/ErrorPage.tsx'),
      access: 'public',
    },
    {
      path: '/special-home',
      title: { cn: '暂无数据', en: 'No data' },
      screen: () => import('./screens/home/NoDataPage.tsx'),
    },
  ],
  guards: [engineScripts],
  widgets: { greeting: [{ order: 1, screen: () => import('./screens/home/Greeting.tsx') }] },
  menu: [{ area: 'main', title: { cn: '首页', en: 'Home' }, icon: 'home', path: '/home-v', order: 0, phone: true }],
}
