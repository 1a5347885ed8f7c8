/** The door of pages for the shell: the home page that a company has designed, branches, canvases, previews. */

import { call } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import type { Guard, WebModule } from '#web/module.ts'
import { paths } from '#web/paths.ts'
import { managesPages } from './contract/access.ts'
import { pages } from './contract.ts'

/** SHELL-035: a branch is entered by choosing it; without a choice there is nothing to show. */
const chosenBranch: Guard = {
  name: 'chosen-branch',
  appliesTo: ({ path }) => path.startsWith('/branch-list-v/') && !sessionStorage.getItem('businessId'),
  enter: async () => paths.noData,
}

/** The home pages whose visit this load of the client has logged; empty is the product's own. */
const logged = new Set<string>()
/** Nothing that a member waits for waits for the log. */
const LOG_AFTER_MS = 1500

/** SYSTEM-028: one visit a home page and load. */
const homeVisit: Guard = {
  name: 'home-visit',
  appliesTo: ({ path }) => path === paths.home && !logged.has(appState.get().homePageId),
  async enter() {
    const id = appState.get().homePageId
    logged.add(id)
    const body = { visitId: crypto.randomUUID(), ...(id !== '' && { homeConfigId: id }) }
    const log = () =>
      call(pages.logVisit, { body }, { quiet: true, outdates: 'nothing' }).catch(() => logged.delete(id))
    setTimeout(() => void log(), LOG_AFTER_MS)
    return undefined
  },
}

export const pagesWeb: WebModule = {
  name: 'pages',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/branch-list-v/:pageId',
      title: { cn: '分院', en: 'Branch' },
      screen: () => import('./web/portal/BranchPage.tsx'),
      plain: true,
      slots: ['page-top'],
    },
    {
      path: '/branch-list-v/branch-list-more/:pageId/:id',
      title: { cn: '全部内容', en: 'All entries' },
      screen: () => import('./web/portal/MorePage.tsx'),
      plain: true,
    },
    {
      path: '/canvas/:id',
      title: { cn: '专题页面', en: 'Page' },
      screen: () => import('./web/portal/CanvasPage.tsx'),
      plain: true,
    },
    {
      path: '/center/preview/:id/:lang/:previewFront',
      title: { cn: '页面预览', en: 'Preview of a page' },
      screen: () => import('./web/portal/PreviewPage.tsx'),
      plain: true,
    },
    {
      path: '/manage/pages',
      title: { cn: '门户页面', en: 'Portal pages' },
      screen: () => import('./web/admin/ManagedPagesPage.tsx'),
      layout: 'admin',
      access: managesPages,
    },
    {
      path: '/manage/pages/:id/edit',
      title: { cn: '编辑页面', en: 'Edit a page' },
      screen: () => import('./web/admin/PageEditorPage.tsx'),
      layout: 'admin',
      access: managesPages,
      wide: true,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'messages',
      order: 2,
      title: { cn: '门户页面', en: 'Portal pages' },
      icon: 'home',
      path: '/manage/pages',
      access: managesPages,
    },
  ],
  widgets: {
    'designed-home': [{ order: 1, screen: () => import('./web/portal/DesignedHome.tsx') }],
    'branch-choice': [{ order: 1, screen: () => import('./web/portal/BranchChoice.tsx') }],
  },
  guards: [chosenBranch, homeVisit],
  /** Known before the first screen, so that the home page is drawn once. */
  async whenSignedIn() {
    const top = await call(pages.homeConfigs, {}, { quiet: true }).catch(() => undefined)
    const homePageId = top?.items.find(({ kind }) => kind === 'home')?.id ?? ''
    appState.set({ homePageId, hasBranches: top?.hasBranches ?? false })
  },
}
