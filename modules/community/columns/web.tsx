/** The door of columns for the shell: columns for readers, and for those who run them. */
import type { WebModule } from '#web/module.ts'

const own = {
  title: { cn: '专栏管理', en: 'Manage columns' },
  screen: () => import('./web/share-output/ColumnCardsPage.tsx'),
}

export const columnsWeb: WebModule = {
  name: 'columns',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/share-team/team-column',
      title: { cn: '专栏', en: 'Columns' },
      screen: () => import('./web/share-team/TeamColumnsPage.tsx'),
    },
    {
      path: '/share-team/team-column-detail',
      title: { cn: '专栏', en: 'Column' },
      screen: () => import('./web/share-team/TeamColumnPage.tsx'),
    },
    { ...own, path: '/column-manage' },
    { ...own, path: '/column-manage/column-card' },
    {
      path: '/column-manage/column-add',
      title: { cn: '专栏设置', en: 'Column settings' },
      screen: () => import('./web/share-output/ColumnFormPage.tsx'),
    },
    {
      path: '/column-manage/column-detail',
      title: { cn: '专栏内容', en: 'Contents of a column' },
      screen: () => import('./web/share-output/ColumnManagePage.tsx'),
    },
  ],
  menu: [
    {
      area: 'user',
      order: 42,
      title: { cn: '专栏', en: 'Columns' },
      icon: 'book',
      path: '/share-team/team-column',
    },
  ],
  widgets: {
    'share-account': [{ order: 5, screen: () => import('./web/share-team/AccountColumns.tsx') }],
    'content-series': [{ order: 10, screen: () => import('./web/parts/SeriesBar.tsx') }],
  },
}
