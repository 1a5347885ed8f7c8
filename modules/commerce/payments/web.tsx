/** The door of payments for the shell: paying, and the administration of payments. */
import type { WebModule } from '#web/module.ts'
import { managesPayments } from './contract/access.ts'

export const paymentsWeb: WebModule = {
  name: 'payments',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/payment/:id',
      title: { cn: '支付', en: 'Payment' },
      screen: () => import('./web/knowledge-pay/PaymentPage.tsx'),
    },
    {
      path: '/manage/payments',
      title: { cn: '支付记录', en: 'Payments' },
      screen: () => import('./web/admin/PaymentsPage.tsx'),
      layout: 'admin',
      access: managesPayments,
      wide: true,
    },
    {
      path: '/manage/payment-reconciliation',
      title: { cn: '支付对账', en: 'Reconciliation' },
      screen: () => import('./web/admin/ReconciliationPage.tsx'),
      layout: 'admin',
      access: managesPayments,
      wide: true,
    },
    {
      path: '/manage/payment-callbacks',
      title: { cn: '渠道通知', en: 'Provider messages' },
      screen: () => import('./web/admin/CallbacksPage.tsx'),
      layout: 'admin',
      access: managesPayments,
      wide: true,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'commerce',
      order: 60,
      title: { cn: '支付记录', en: 'Payments' },
      icon: 'coin',
      path: '/manage/payments',
      access: managesPayments,
    },
    {
      area: 'admin',
      group: 'commerce',
      order: 61,
      title: { cn: '支付对账', en: 'Reconciliation' },
      icon: 'check',
      path: '/manage/payment-reconciliation',
      access: managesPayments,
    },
    {
      area: 'admin',
      group: 'commerce',
      order: 62,
      title: { cn: '渠道通知', en: 'Provider messages' },
      icon: 'log',
      path: '/manage/payment-callbacks',
      access: managesPayments,
    },
  ],
}
