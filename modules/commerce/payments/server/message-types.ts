/** The messages of payments to buyers: what orders do not say, because it is about the money alone. */
import { decimalText } from '#kit/amounts.ts'
import { notify, wordedMessage } from '#modules/platform/messages/server.ts'
import type { PaymentsDb } from './db.ts'
import type { PaymentRow } from './rows.ts'

const receiptRejected = 'payments.receipt-rejected'
const moneyBack = 'payments.money-back'
const moneyStuck = 'payments.money-stuck'

const number = {
  cn: '订单编号',
  en: 'Order number',
  example: { cn: '202611280000000001', en: '202611280000000001' },
}
const subject = { cn: '购买内容', en: 'Bought', example: { cn: '安全生产必修课', en: 'Safety at work' } }
const amount = { cn: '金额（元）', en: 'Amount (CNY)', example: { cn: '199.00', en: '199.00' } }
const reason = { cn: '原因', en: 'Reason', example: { cn: '未查到这笔转账', en: 'The transfer was not found' } }

export const messageTypes = [
  wordedMessage(
    {
      code: receiptRejected,
      group: 'order',
      variables: { number, subject, amount, reason },
      defaultChannels: ['site', 'mail'],
    },
    { label: '转账凭证未通过', title: '转账凭证未通过', body: '{subject}，{amount} 元：{reason}。可以重新提交凭证' },
    {
      label: 'Transfer receipt rejected',
      title: 'Your transfer receipt was rejected',
      body: '{subject}, CNY {amount}: {reason}. You can hand in another one',
    },
  ),
  wordedMessage(
    { code: moneyBack, group: 'order', variables: { number, subject, amount }, defaultChannels: ['site', 'mail'] },
    {
      label: '款项已自动退回',
      title: '付款未能用于订单，已自动退回',
      body: '{subject}，{amount} 元：付款到达时订单已不能支付，或已支付过，款项已原路退回',
    },
    {
      label: 'Payment returned automatically',
      title: 'Your payment was returned automatically',
      body: '{subject}, CNY {amount}: it arrived when the order could not be paid any more, or was paid already',
    },
  ),
  wordedMessage(
    { code: moneyStuck, group: 'order', variables: { number, subject, amount }, defaultChannels: ['site', 'mail'] },
    {
      label: '自动退回未成功',
      title: '付款未能用于订单，自动退回未成功',
      body: '{subject}，{amount} 元：支付渠道未能退回，管理员会再次处理',
    },
    {
      label: 'Payment could not be returned',
      title: 'Your payment could not be returned yet',
      body: '{subject}, CNY {amount}: the provider could not return it, an administrator will send it again',
    },
  ),
]

interface Said {
  readonly type: string
  readonly amountFen: number
  readonly reason?: string
  /** Null: the platform itself. */
  readonly by: string | null
  readonly now: number
}

/** Tells the buyer, in the notification center and by mail. */
async function tell(db: PaymentsDb, row: PaymentRow, { type, amountFen, reason: why, by, now }: Said): Promise<void> {
  const about = { number: row.number, subject: row.subject, amount: decimalText(BigInt(amountFen)) }
  await notify(db, {
    ...{ companyId: row.company_id, type, recipients: [row.member_id], link: `/payment/${row.id}`, now },
    variables: why === undefined ? about : { ...about, reason: why },
    ...(by !== null && { actorId: by }),
  })
}

export const tellReceiptRejected = (
  db: PaymentsDb,
  row: PaymentRow,
  { reason: why, by, now }: { readonly reason: string; readonly by: string; readonly now: number },
): Promise<void> => tell(db, row, { type: receiptRejected, amountFen: row.amount_fen, reason: why, by, now })

/** Of money that came too late or twice. */
export const tellMoneyBack = (
  db: PaymentsDb,
  row: PaymentRow,
  { isBack, amountFen, now }: { readonly isBack: boolean; readonly amountFen: number; readonly now: number },
): Promise<void> => tell(db, row, { type: isBack ? moneyBack : moneyStuck, amountFen, by: null, now })
