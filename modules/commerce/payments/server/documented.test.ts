/** Callbacks with the fields of the examples in the makers' documentation, signed with keys made here. */
// The adapter loads it at its first use; its globals are no leftovers of these tests.
import 'alipay-sdk'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startMakers } from './makers.fixture.ts'
import { alipay } from './providers/alipay.ts'
import { stripe } from './providers/stripe.ts'
import { wechatPay } from './providers/wechat-pay.ts'

const makers = await startMakers()
const config = readConfig({ DATABASE_URL: 'postgresql://localhost/none', ...makers.environment })
afterAll(() => makers.stop())

type Callback = { readonly headers: Record<string, string>; readonly payload: string }
const request = ({ headers, payload }: Callback) => ({ headers, body: payload })

// https://pay.weixin.qq.com/doc/v3/merchant/4012791902 (Native: payment notice, after decryption)
const wechatTransaction = {
  transaction_id: '1217752501201407033233368018',
  amount: { payer_total: 90, total: 100, currency: 'CNY', payer_currency: 'CNY' },
  mchid: '1230000109',
  trade_state: 'SUCCESS',
  bank_type: 'CMC',
  promotion_detail: [
    {
      ...{ amount: 10, wechatpay_contribute: 0, coupon_id: '109519', scope: 'GLOBAL', merchant_contribute: 10 },
      ...{ name: '单品惠-6', other_contribute: 0, currency: 'CNY', stock_id: '931386', type: 'CASH' },
      goods_detail: [
        { goods_remark: '商品备注信息', quantity: 1, discount_amount: 10, goods_id: 'M1006', unit_price: 100 },
      ],
    },
  ],
  success_time: '2018-06-08T10:34:56+08:00',
  payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
  out_trade_no: '1217752501201407033233368018',
  appid: 'wxd678efh567hg6787',
  trade_state_desc: '支付成功',
  trade_type: 'NATIVE',
  attach: '自定义数据',
  scene_info: { device_id: '013467007045764' },
}

// https://pay.weixin.qq.com/doc/v3/merchant/4012791906 (refund notice, after decryption)
const wechatRefund = {
  mchid: makers.environment.WECHAT_PAY_MERCHANT_ID,
  transaction_id: '1008450740201411110005820873',
  out_trade_no: '20150806125346',
  refund_id: '50200207182018070300011301001',
  out_refund_no: '7752501201407033233368018',
  refund_status: 'SUCCESS',
  success_time: '2018-06-08T10:34:56+08:00',
  user_received_account: '招商银行信用卡0403',
  amount: { total: 999, refund: 999, payer_total: 999, payer_refund: 999 },
}

// https://opendocs.alipay.com/open/270/105902 (computer website payment: asynchronous notice)
const alipayNotice = {
  gmt_create: '2015-02-14 10:10:55',
  gmt_payment: '2015-02-14 10:11:02',
  notify_time: '2015-02-14 10:11:02',
  notify_id: 'ac05099524730693a8b330c5ecf72da9786',
  version: '1.0',
  trade_no: '2013112011001004330000121536',
  out_trade_no: '6823789339978248',
  out_biz_no: '',
  buyer_id: '2088102122524333',
  buyer_logon_id: '15901825620',
  trade_status: 'TRADE_SUCCESS',
  total_amount: '20.00',
  receipt_amount: '15.00',
  invoice_amount: '10.00',
  buyer_pay_amount: '13.88',
  point_amount: '12.00',
  subject: '当面付交易',
  body: '当面付交易内容 + 100% & 更多',
  fund_bill_list: '[{"amount":"15.00","fundChannel":"ALIPAYACCOUNT"}]',
  passback_params: 'merchantBizType%3d3C%26merchantBizNo%3d2016010101111',
  voucher_detail_list: '[{"amount":"0.20","merchantContribute":"0.00","name":"一键创建券模板的券名称"}]',
}

// https://docs.stripe.com/api/checkout/sessions/object, as the event checkout.session.completed carries it
const stripeEvent = {
  id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
  object: 'event',
  api_version: '2019-02-19',
  created: 1_686_089_970,
  livemode: false,
  pending_webhooks: 0,
  request: { id: null, idempotency_key: null },
  type: 'checkout.session.completed',
  data: {
    object: {
      ...{ id: 'cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u', object: 'checkout.session' },
      ...{ after_expiration: null, allow_promotion_codes: null, amount_subtotal: 2198, amount_total: 2198 },
      automatic_tax: { enabled: false, liability: null, status: null },
      ...{ billing_address_collection: null, cancel_url: null, client_reference_id: 'a'.repeat(32) },
      ...{ consent: null, created: 1_679_600_215, currency: 'cny', customer: null, customer_creation: 'if_required' },
      ...{ expires_at: 1_679_686_615, invoice: null, livemode: false, locale: null, metadata: {}, mode: 'payment' },
      ...{ payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', payment_link: null, payment_method_types: ['card'] },
      ...{ payment_status: 'paid', recovered_from: null, setup_intent: null, status: 'complete', submit_type: null },
      ...{ success_url: 'https://example.com/success', url: null },
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    },
  },
}

describe('what the makers document', () => {
  it('is read from WeChat Pay: the whole price, whatever of it a coupon of the maker paid', async () => {
    const now = Date.parse('2018-06-08T10:34:58+08:00')
    const paid = makers.wechatCallback('TRANSACTION.SUCCESS', wechatTransaction, now)
    expect(await wechatPay.verify?.(config, request(paid), now)).toEqual({
      notice: {
        about: 'payment',
        tradeNumber: '1217752501201407033233368018',
        outcome: 'succeeded',
        reference: '1217752501201407033233368018',
        amountFen: 100n,
        currency: 'CNY',
        merchant: '1230000109/wxd678efh567hg6787',
        at: Date.parse('2018-06-08T10:34:56+08:00'),
        reason: 'SUCCESS',
      },
    })
    const back = makers.wechatCallback('REFUND.SUCCESS', wechatRefund, now)
    expect(await wechatPay.verify?.(config, request(back), now)).toEqual({
      notice: {
        about: 'refund',
        refundNumber: '7752501201407033233368018',
        outcome: 'succeeded',
        amountFen: 999n,
        reason: 'SUCCESS',
      },
    })
  })

  it('is read from Alipay: the amount of the order, in the time of China', async () => {
    const now = Date.parse('2015-02-14T10:12:00+08:00')
    const fields = { ...alipayNotice, app_id: '2014072300007148', seller_id: '2088101106499364' }
    const notice = {
      about: 'payment',
      tradeNumber: '6823789339978248',
      outcome: 'succeeded',
      reference: '2013112011001004330000121536',
      amountFen: 2000n,
      currency: 'CNY',
      merchant: '2014072300007148/2088101106499364',
      at: Date.parse('2015-02-14T10:11:02+08:00'),
      reason: 'TRADE_SUCCESS',
    }
    expect(await alipay.verify?.(config, request(makers.alipayCallback(fields)), now)).toEqual({ notice })
    // A part is paid back: the same notice comes again, with what went back.
    const back = { ...fields, refund_fee: '2.58', gmt_refund: '2015-02-14 10:11:30.320', out_biz_no: '470001' }
    expect(await alipay.verify?.(config, request(makers.alipayCallback(back)), now)).toEqual({ notice })
  })

  it('is read from Stripe', async () => {
    const now = stripeEvent.created * 1000 + 2000
    const paid = makers.stripeCallback(stripeEvent, now)
    expect(await stripe.verify?.(config, request(paid), now)).toEqual({
      notice: {
        about: 'payment',
        tradeNumber: 'a'.repeat(32),
        outcome: 'succeeded',
        reference: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
        amountFen: 2198n,
        currency: 'CNY',
        merchant: expect.any(String),
        at: stripeEvent.created * 1000,
        reason: 'complete',
      },
    })
  })

  it('is asked of Stripe once for a refund that is on its way for days: it forgets the keys of calls after one', async () => {
    const trade = {
      ...{ id: 'a', tradeNumber: 'b'.repeat(32), number: '1', subject: '课程', amountFen: 500n, reference: 'pi_1' },
      ...{ expiresAt: 0, returnUrl: '', notifyUrl: '' },
    }
    const order = { refundNumber: 'c'.repeat(32), amountFen: 300n, reason: '' }
    makers.refunds.set(order.refundNumber, { state: 'pending', amountFen: 300 })
    expect(await stripe.refund?.(config, trade, order)).toMatchObject({ outcome: 'pending', amountFen: 300n })
    expect(makers.asked).not.toContain('POST /v1/refunds')
    const other = { ...order, refundNumber: 'd'.repeat(32) }
    expect(await stripe.refund?.(config, trade, other)).toMatchObject({ outcome: 'succeeded', amountFen: 300n })
    expect(makers.asked).toContain('POST /v1/refunds')
  })
})
