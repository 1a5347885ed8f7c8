/** The messages of invoices: applications to finance, what became of them to the applicant. */
import { wordedMessage } from '#modules/platform/messages/server.ts'
import { managesInvoices } from '../contract/access.ts'

export const invoiceApplied = 'invoices.applied'
export const invoiceRejected = 'invoices.rejected'
export const invoiceIssued = 'invoices.issued'
export const invoiceReversed = 'invoices.reversed'

/** Fen as yuan: 1,234.50. */
export function yuanText(fen: bigint): string {
  const cents = String(fen % 100n).padStart(2, '0')
  return `${String(fen / 100n).replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

const amount = { cn: '金额（元）', en: 'Amount (CNY)', example: { cn: '199.00', en: '199.00' } }
const title = { cn: '发票抬头', en: 'Invoice title', example: { cn: '云帆科技有限公司', en: 'Yunfan Technology' } }
const number = {
  cn: '发票号码',
  en: 'Invoice number',
  example: { cn: '24312000000012345678', en: '24312000000012345678' },
}

export const messageTypes = [
  wordedMessage(
    {
      code: invoiceApplied,
      group: 'order',
      variables: {
        applicant: { cn: '申请人', en: 'Applicant', example: { cn: '林知远', en: 'Lin Zhiyuan' } },
        amount,
      },
      defaultChannels: ['site'],
      permission: managesInvoices.permission,
    },
    { label: '新的发票申请', title: '新的发票申请', body: '{applicant}申请开具 {amount} 元的发票' },
    { label: 'Invoice requested', title: 'Invoice requested', body: '{applicant} requests an invoice of CNY {amount}' },
  ),
  wordedMessage(
    {
      code: invoiceRejected,
      group: 'order',
      variables: {
        title,
        amount,
        reason: { cn: '驳回原因', en: 'Reason', example: { cn: '抬头有误', en: 'The title is wrong' } },
      },
      defaultChannels: ['site', 'mail'],
    },
    { label: '发票申请被驳回', title: '发票申请被驳回', body: '{title}，{amount} 元：{reason}' },
    {
      label: 'Invoice request rejected',
      title: 'Your invoice request was rejected',
      body: '{title}, CNY {amount}: {reason}',
    },
  ),
  wordedMessage(
    { code: invoiceIssued, group: 'order', variables: { title, amount, number }, defaultChannels: ['site', 'mail'] },
    {
      label: '发票已开具',
      title: '您的发票已开具',
      body: '{title}，{amount} 元，发票号码 {number}。打开后可下载或查看物流。',
    },
    {
      label: 'Invoice issued',
      title: 'Your invoice was issued',
      body: '{title}, CNY {amount}, number {number}. Open it to download the PDF or to see the express.',
    },
  ),
  wordedMessage(
    { code: invoiceReversed, group: 'order', variables: { title, amount, number }, defaultChannels: ['site', 'mail'] },
    { label: '发票已冲红', title: '您的发票已冲红', body: '{title}，冲红 {amount} 元，红字发票号码 {number}' },
    {
      label: 'Invoice reversed',
      title: 'Your invoice was reversed',
      body: '{title}: CNY {amount} reversed by red-letter invoice {number}',
    },
  ),
]
