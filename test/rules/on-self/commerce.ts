/** Calls about a row of a member, on own rows of the caller: what they were granted, refunds, transfers, invoices, cards. */
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { invoices } from '#modules/commerce/invoices/contract.ts'
import { buildInvoice } from '#modules/commerce/invoices/server/invoices.fixture.ts'
import { orders } from '#modules/commerce/orders/contract.ts'
import { buildPurchase } from '#modules/commerce/orders/server/orders.fixture.ts'
import { payments } from '#modules/commerce/payments/contract.ts'
import { buildPayment, buildReceipt, buildRefund } from '#modules/commerce/payments/server/payments.fixture.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { redeem } from '#modules/commerce/redeem/contract.ts'
import { buildCards } from '#modules/commerce/redeem/server/redeem.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { type OwnRows, refused, type Self } from './self.ts'

export function commerceRows(self: Self): OwnRows {
  /** A transfer of the caller whose receipt waits, and the call about it. */
  async function onOwnTransfer(decision: 'approve' | 'reject') {
    const whose = { companyId: self.companyId, memberId: self.chief.id }
    const id = await buildPayment(self.platform.db, { ...whose, provider: 'transfer', state: 'reviewing' })
    const receiptId = await buildReceipt(self.platform.db, { ...whose, paymentId: id })
    const calls = self.platform.client(payments, self.chief)
    const params = { id }
    const made =
      decision === 'approve'
        ? calls.approveTransfer({ params, body: { receiptId } })
        : calls.rejectTransfer({ params, body: { receiptId, reason: '试试' } })
    return refused(made)
  }

  /** A refund of a transfer of the caller. */
  async function onOwnRefund(state: 'sending' | 'failed') {
    const whose = { companyId: self.companyId, memberId: self.chief.id }
    const paymentId = await buildPayment(self.platform.db, {
      ...whose,
      provider: 'transfer',
      state: 'succeeded',
      counts: false,
    })
    const params = { id: await buildRefund(self.platform.db, { ...whose, paymentId, state, amountFen: 9900n }) }
    const calls = self.platform.client(payments, self.chief)
    const made =
      state === 'sending'
        ? calls.settleRefund({ params, body: { outcome: 'succeeded', note: '' } })
        : calls.retryRefund({ params })
    return refused(made)
  }

  return {
    async 'entitlements.changeEntitlement'() {
      const course = await buildCourse(self.platform.db, { author: self.chief, now: self.platform.now })
      const body = { businessType: 1, itemId: course.id, memberIds: [self.chief.id] }
      await self.platform.client(entitlements, self.other).grantEntitlements({ body })
      const own = self.platform.client(entitlements, self.chief)
      const { items } = await own.entitlements({ query: { memberId: self.chief.id } })
      const change = own.changeEntitlement({ params: { id: items[0]?.id ?? '' }, body: { state: 'paused' } })
      return refused(change)
    },
    async 'orders.decideRefund'() {
      const course = await buildCourse(self.platform.db, { author: self.other, now: self.platform.now })
      await buildPrice(self.platform.db, {
        companyId: self.companyId,
        itemId: course.id,
        original: 100,
        now: self.platform.now,
      })
      const owner = { kind: 'person', id: self.chief.id } as const
      await buildIssue(self.platform.db, { companyId: self.companyId, owner, amount: 100n, now: self.platform.now })
      const input = { itemIds: [course.id], isPaid: true, refundReason: '买错了', now: self.platform.now }
      await buildPurchase(self.platform.db, await callerOf(self.platform.db, self.chief), input)
      const own = self.platform.client(orders, self.chief)
      const { items } = await own.refunds({ query: { status: 'requested' } })
      const decide = own.decideRefund({ params: { id: items[0]?.id ?? '' }, body: { isAgreed: true } })
      return refused(decide)
    },
    async 'invoices.agreeToInvoice'() {
      const id = await buildInvoice(self.platform.db, { owner: self.chief, now: self.platform.now })
      const agree = self.platform.client(invoices, self.chief).agreeToInvoice({ params: { id }, body: {} })
      return refused(agree)
    },
    'payments.approveTransfer': () => onOwnTransfer('approve'),
    'payments.rejectTransfer': () => onOwnTransfer('reject'),
    'payments.settleRefund': () => onOwnRefund('sending'),
    'payments.retryRefund': () => onOwnRefund('failed'),
    async 'redeem.redeem'() {
      const { codes } = await buildCards(self.platform.db, {
        companyId: self.chief.companyId,
        makerId: self.chief.id,
        now: self.platform.now,
      })
      const own = self.platform.client(redeem, self.chief).redeem({ body: { code: codes[0] ?? '' } })
      return refused(own)
    },
  }
}
