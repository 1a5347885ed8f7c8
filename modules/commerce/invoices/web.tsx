/** The door of invoices for the shell: the own invoices by the kind of member, and finance's list. */
import type { WebModule } from '#web/module.ts'
import { managesInvoices } from './contract/access.ts'

export const invoicesWeb: WebModule = {
  name: 'invoices',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/invoice-management/admin',
      title: { cn: '发票开具', en: 'Invoices of the company' },
      screen: () => import('./web/knowledge-pay/ManagedInvoicesPage.tsx'),
      layout: 'admin',
      access: managesInvoices,
      wide: true,
    },
    {
      path: '/invoice-management/:memberType',
      title: { cn: '发票管理', en: 'My invoices' },
      screen: () => import('./web/knowledge-pay/InvoicesPage.tsx'),
    },
  ],
  menu: [
    {
      area: 'purchases',
      order: 60,
      title: { cn: '发票', en: 'Invoices' },
      icon: 'file',
      path: '/invoice-management/individual',
    },
    {
      area: 'admin',
      group: 'commerce',
      order: 25,
      title: { cn: '发票开具', en: 'Invoices' },
      icon: 'file',
      path: '/invoice-management/admin',
      access: managesInvoices,
    },
  ],
}
