/** The screens of payments with what the server answers. */
import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import type { Output } from '#kit/contract.ts'
import { readable, renderedMarkup } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts } from '#web/i18n/texts.ts'
import shellCn from '#web/messages/cn.json' with { type: 'json' }
import { TABLE_PAGE_SIZE } from '#web/ui/paging.ts'
import { payments } from '../contract.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import CallbacksPage from './admin/CallbacksPage.tsx'
import PaymentsPage from './admin/PaymentsPage.tsx'
import PaymentPage from './knowledge-pay/PaymentPage.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const now = 1_790_000_000_000

beforeAll(async () => {
  registerMessages('payments', async () => ({ default: cn }))
  registerMessages('shell', async () => ({ default: shellCn }))
  await startTexts(['payments', 'shell'])
})

type Own = Output<typeof payments.ownPayment>

const fields = {
  ...{ id, number: 'D2026112800001', subject: '安全生产必修课', amount: '129900', refunded: '0' },
  ...{ createdAt: now, expiresAt: Date.now() + 90_061_000, paidAt: null, counts: null },
}
const waiting: Own = {
  ...{ ...fields, provider: 'wechat-pay', state: 'waiting', isTest: false, failure: '', page: null, receipts: [] },
  next: { kind: 'qr', text: 'weixin://wxpay/bizpayurl?pr=1' },
}

const shown = (at: string, path: string, screen: ReactNode) =>
  readable(
    renderedMarkup(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path={path} element={screen} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )

function paying(payment: Own): string {
  queryClient.setQueryData(q(payments.ownPayment, { params: { id } }).queryKey, payment)
  return shown(`/payment/${id}`, '/payment/:id', <PaymentPage />)
}

it('asks to scan a code, and says how much time is left', () => {
  const text = paying(waiting)
  expect(text).toContain('¥1,299.00')
  expect(text).toContain('请用微信支付扫码付款')
  expect(text).toContain('剩余支付时间 1 天 01:01:0')
})

it('says that the time is over', () => {
  expect(paying({ ...waiting, expiresAt: now - 1 })).toContain('支付时间已到')
})

it('leads to the page of the provider, and waits for its address', () => {
  expect(paying({ ...waiting, provider: 'alipay', next: { kind: 'redirect', url: 'https://a.example/' } })).toContain(
    '去支付宝付款',
  )
  expect(paying({ ...waiting, next: null })).toContain('正在准备支付')
})

it('says of a test payment that nothing is really paid', () => {
  const text = paying({ ...waiting, provider: 'test', isTest: true, next: { kind: 'test' } })
  expect(text).toContain('不会真实扣款')
  for (const outcome of ['支付成功', '支付失败', '关闭后才到账', '重复通知']) expect(text).toContain(outcome)
})

it('says what became of the money', () => {
  const decided = { ...waiting, next: null, paidAt: now }
  expect(paying({ ...decided, state: 'succeeded', counts: true })).toContain('所购内容很快可用')
  expect(paying({ ...decided, state: 'succeeded', counts: false })).toContain('款项到达太晚')
  expect(paying({ ...decided, state: 'expired', paidAt: null })).toContain('支付已超时')
  const failed = paying({ ...decided, state: 'failed', paidAt: null, failure: '余额不足', page: '/order/1' })
  expect(failed).toContain('渠道说明：余额不足')
  expect(failed).toContain('返回订单')
})

it('shows why a receipt was rejected, and takes another', () => {
  const account = { holder: '云帆科技有限公司', bank: '招商银行', accountNumber: '6225', note: '' }
  const receipt = { id, payer: '', note: '', files: [], createdAt: now, decidedAt: now }
  const text = paying({
    ...{ ...waiting, provider: 'transfer', next: { kind: 'transfer', account } },
    receipts: [{ ...receipt, state: 'rejected', reason: '金额不符' }],
  })
  expect(text).toContain('云帆科技有限公司')
  expect(text).toContain('驳回原因：金额不符')
  expect(text).toContain('提交凭证')
})

const page = { page: 1, pageSize: TABLE_PAGE_SIZE }

it('lists payments for the administration', () => {
  const row = { ...fields, provider: 'alipay' as const, state: 'reviewing' as const, memberName: '林小满' }
  const query = q(payments.payments, { query: page })
  queryClient.setQueryData(query.queryKey, { items: [row], recordCount: 1 })
  const text = shown('/manage/payments', '/manage/payments', <PaymentsPage />)
  for (const part of ['D2026112800001', '林小满', '¥1,299.00', '支付宝', '待审核']) expect(text).toContain(part)
})

it('says what of a callback contradicts its payment', () => {
  const callback = {
    ...{ id, paymentId: id, number: 'D2026112800001', provider: 'alipay' as const, source: 'callback' as const },
    ...{ outcome: 'mismatch' as const, receivedAt: now },
    said: {
      outcome: 'succeeded' as const,
      amount: '1',
      currency: 'CNY',
      differs: [{ what: 'amount' as const, said: '0.01' }],
    },
  }
  const query = q(payments.paymentCallbacks, { query: page })
  queryClient.setQueryData(query.queryKey, { items: [callback], recordCount: 1 })
  const text = shown('/manage/payment-callbacks', '/manage/payment-callbacks', <CallbacksPage />)
  expect(text).toContain('与支付不符，未采信')
  expect(text).toContain('通知金额 0.01')
})
