/** The door of goods for the shell: the points mall, and its administration. */
import type { WebModule } from '#web/module.ts'
import { managesGoods } from './contract/access.ts'

export const goodsWeb: WebModule = {
  name: 'goods',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/mall',
      title: { cn: '积分商城', en: 'Points mall' },
      screen: () => import('./web/knowledge-pay/MallPage.tsx'),
    },
    {
      path: '/mall/:id',
      title: { cn: '商品详情', en: 'Goods' },
      screen: () => import('./web/knowledge-pay/GoodsPage.tsx'),
    },
    {
      path: '/manage/goods',
      title: { cn: '积分商品', en: 'Points mall' },
      screen: () => import('./web/admin/ManagedGoodsPage.tsx'),
      layout: 'admin',
      access: managesGoods,
      wide: true,
    },
    {
      path: '/manage/goods/:id',
      title: { cn: '编辑商品', en: 'Edit goods' },
      screen: () => import('./web/admin/GoodsFormPage.tsx'),
      layout: 'admin',
      access: managesGoods,
    },
  ],
  menu: [
    { area: 'user', order: 34, title: { cn: '积分商城', en: 'Points mall' }, icon: 'gift', path: '/mall' },
    {
      area: 'admin',
      group: 'commerce',
      order: 35,
      title: { cn: '积分商品', en: 'Points mall' },
      icon: 'gift',
      path: '/manage/goods',
      access: managesGoods,
    },
  ],
}
