/** The makers as tests play them: they keep payments and refunds, sign what they answer, and sign callbacks. */
import { createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { Aes } from 'wechatpay-axios-plugin'
import { decimalText } from '#kit/amounts.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

const signed = (content: string, key: string) => createSign('RSA-SHA256').update(content).sign(key, 'base64')
const china = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** A payment or refund at a maker. */
interface Kept {
  state: string
  amountFen: number
}

export interface Makers {
  readonly environment: Readonly<Record<string, string>>
  /** What was asked of them, as `alipay.trade.refund`, `POST /v3/…`. */
  readonly asked: string[]
  readonly payments: Map<string, Kept>
  readonly refunds: Map<string, Kept>
  /** They answer 500 while it is set. */
  isAway: boolean
  alipayCallback(fields: Readonly<Record<string, string>>, key?: string): { headers: Headers; payload: string }
  wechatCallback(event: string, said: object, signedAt: number, key?: string): { headers: Headers; payload: string }
  stripeCallback(event: object, signedAt: number, secret?: string): { headers: Headers; payload: string }
  stop(): void
}

type Headers = Record<string, string>

const alipayMerchant = { app_id: '2021000000000001', seller_id: '2088000000000001' }
const wechatMerchant = { mchid: '1900000001', appid: 'wx0000000000000001' }
const apiV3Key = '0123456789abcdef0123456789abcdef'
const publicKeyId = 'PUB_KEY_ID_0119000000012026010100000000000001'
const stripeSecret = 'whsec_made_for_tests'

export async function startMakers(): Promise<Makers> {
  const ours = pair()
  const theirs = pair()
  const asked: string[] = []
  const payments = new Map<string, Kept>()
  const refunds = new Map<string, Kept>()

  function answerAlipay(url: URL, body: string): string {
    const method = url.searchParams.get('method') ?? ''
    asked.push(method)
    const form = new URLSearchParams(body)
    const content = JSON.parse(form.get('biz_content') ?? url.searchParams.get('biz_content') ?? '{}')
    const answer = JSON.stringify(alipayAnswer(method, content))
    return `{"${method.replaceAll('.', '_')}_response":${answer},"sign":"${signed(answer, theirs.privateKey)}"}`
  }

  function alipayAnswer(method: string, content: Record<string, string>): object {
    const number = content.out_trade_no ?? ''
    const kept = payments.get(number)
    if (!kept) return { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: '交易不存在' }
    if (method === 'alipay.trade.refund') {
      const isNew = !refunds.has(content.out_request_no ?? '')
      refunds.set(content.out_request_no ?? '', { state: 'REFUND_SUCCESS', amountFen: 0 })
      return { code: '10000', msg: 'Success', fund_change: isNew ? 'Y' : 'N' }
    }
    if (method === 'alipay.trade.fastpay.refund.query')
      return { code: '10000', msg: 'Success', refund_status: refunds.get(content.out_request_no ?? '')?.state }
    const said = { out_trade_no: number, trade_no: `ali${number}`, trade_status: kept.state }
    return { code: '10000', msg: 'Success', ...said, total_amount: decimalText(BigInt(kept.amountFen)) }
  }

  function answerWechat(request: IncomingMessage, url: URL, body: string): { status: number; body: string } {
    asked.push(`${request.method} ${url.pathname}`)
    const authorization = String(request.headers.authorization)
    const part = (name: string) => new RegExp(`${name}="(.+?)"`).exec(authorization)?.[1] ?? ''
    const content = `${request.method}\n${url.pathname}${url.search}\n${part('timestamp')}\n${part('nonce_str')}\n${body}\n`
    if (!createVerify('RSA-SHA256').update(content).verify(ours.publicKey, part('signature'), 'base64'))
      return { status: 401, body: '{"code":"SIGN_ERROR","message":"签名错误"}' }
    const sent = body === '' ? {} : JSON.parse(body)
    if (url.pathname.endsWith('/native')) {
      payments.set(sent.out_trade_no, { state: 'NOTPAY', amountFen: sent.amount.total })
      return { status: 200, body: JSON.stringify({ code_url: `weixin://wxpay/bizpayurl?pr=${sent.out_trade_no}` }) }
    }
    if (url.pathname.endsWith('/refunds')) {
      const kept = refunds.get(sent.out_refund_no) ?? { state: 'PROCESSING', amountFen: sent.amount.refund }
      refunds.set(sent.out_refund_no, kept)
      const amount = { refund: sent.amount.refund, total: sent.amount.total }
      return { status: 200, body: JSON.stringify({ out_refund_no: sent.out_refund_no, status: kept.state, amount }) }
    }
    if (url.pathname.endsWith('/close')) return { status: 204, body: '' }
    const number = url.pathname.split('/').at(-1) ?? ''
    const kept = payments.get(number)
    if (!kept) return { status: 404, body: '{"code":"ORDER_NOT_EXIST","message":"订单不存在"}' }
    const amount = kept.state === 'NOTPAY' ? undefined : { total: kept.amountFen, currency: 'CNY' }
    const answer = {
      ...wechatMerchant,
      out_trade_no: number,
      transaction_id: `wx${number}`,
      trade_state: kept.state,
      amount,
    }
    return { status: 200, body: JSON.stringify(answer) }
  }

  function answerStripe(request: IncomingMessage, url: URL, body: string): object {
    asked.push(`${request.method} ${url.pathname}`)
    const sent = new URLSearchParams(body)
    if (url.pathname === '/v1/refunds' && request.method === 'GET') {
      const data = [...refunds].map(([number, kept]) => stripeRefund(number, kept))
      return { object: 'list', has_more: false, url: url.pathname, data }
    }
    if (url.pathname === '/v1/refunds') {
      const number = sent.get('metadata[refundNumber]') ?? ''
      refunds.set(number, { state: 'succeeded', amountFen: Number(sent.get('amount')) })
      return stripeRefund(number, refunds.get(number) as Kept)
    }
    if (request.method === 'POST' && url.pathname === '/v1/checkout/sessions') {
      const number = sent.get('client_reference_id') ?? ''
      const amountFen = Number(sent.get('line_items[0][price_data][unit_amount]'))
      payments.set(number, { state: 'unpaid', amountFen })
      return { id: `cs_${number}`, object: 'checkout.session', url: `https://checkout.stripe.test/${number}` }
    }
    const number = /cs_([0-9a-f]+)/.exec(url.pathname)?.[1] ?? ''
    const kept = payments.get(number)
    return stripeSession(number, kept?.amountFen ?? 0, kept?.state ?? 'unpaid')
  }

  const makers = { isAway: false }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://maker')
      if (makers.isAway) return response.writeHead(500).end('{}')
      if (url.pathname === '/gateway.do') return response.end(answerAlipay(url, body))
      if (url.pathname.startsWith('/v1/'))
        return response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify(answerStripe(request, url, body)))
      const answer = answerWechat(request, url, body)
      const headers = wechatHeaders(answer.body, Date.now(), theirs.privateKey)
      return response.writeHead(answer.status, { 'content-type': 'application/json', ...headers }).end(answer.body)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return Object.assign(makers, {
    asked,
    payments,
    refunds,
    environment: {
      ALIPAY_ENDPOINT: `${endpoint}/gateway.do`,
      ALIPAY_APP_ID: alipayMerchant.app_id,
      ALIPAY_SELLER_ID: alipayMerchant.seller_id,
      ALIPAY_PRIVATE_KEY: ours.privateKey.replaceAll('\n', '\\n'),
      // As Alipay's tool shows it: without the lines around it.
      ALIPAY_PUBLIC_KEY: theirs.publicKey.replace(/-----.+?-----|\n/g, ''),
      WECHAT_PAY_ENDPOINT: endpoint,
      WECHAT_PAY_APP_ID: wechatMerchant.appid,
      WECHAT_PAY_MERCHANT_ID: wechatMerchant.mchid,
      WECHAT_PAY_SERIAL: '7F0000000000000000000000000000000000001A',
      WECHAT_PAY_PRIVATE_KEY: ours.privateKey.replaceAll('\n', '\\n'),
      WECHAT_PAY_API_V3_KEY: apiV3Key,
      WECHAT_PAY_PUBLIC_KEY: theirs.publicKey.replaceAll('\n', '\\n'),
      WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId,
      STRIPE_ENDPOINT: endpoint,
      STRIPE_SECRET_KEY: 'sk_test_made_for_tests',
      STRIPE_WEBHOOK_SECRET: stripeSecret,
    },
    alipayCallback(fields: Readonly<Record<string, string>>, key = theirs.privateKey) {
      const all: Record<string, string> = {
        notify_type: 'trade_status_sync',
        charset: 'utf-8',
        ...alipayMerchant,
        ...fields,
      }
      const content = Object.keys(all)
        .sort()
        .map((name) => `${name}=${all[name]}`)
        .join('&')
      const payload = new URLSearchParams({ ...all, sign_type: 'RSA2', sign: signed(content, key) }).toString()
      return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, payload }
    },
    wechatCallback(event: string, said: object, signedAt: number, key = theirs.privateKey) {
      const nonce = randomBytes(6).toString('hex')
      const ciphertext = Aes.AesGcm.encrypt(JSON.stringify(said), apiV3Key, nonce, 'transaction')
      const resource = { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: 'transaction' }
      const payload = JSON.stringify({ id: nonce, event_type: event, resource_type: 'encrypt-resource', resource })
      return { headers: { 'content-type': 'application/json', ...wechatHeaders(payload, signedAt, key) }, payload }
    },
    stripeCallback(event: object, signedAt: number, secret = stripeSecret) {
      const payload = JSON.stringify(event)
      const timestamp = Math.floor(signedAt / 1000)
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp } as never)
      return { headers: { 'content-type': 'application/json', 'stripe-signature': header }, payload }
    },
    stop: () => void server.close(),
  })
}

function wechatHeaders(body: string, at: number, key: string): Headers {
  const timestamp = String(Math.floor(at / 1000))
  const nonce = randomBytes(16).toString('hex')
  return {
    'wechatpay-serial': publicKeyId,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': signed(`${timestamp}\n${nonce}\n${body}\n`, key),
  }
}

const stripeSession = (number: string, amountFen: number, payment_status: string) => ({
  id: `cs_${number}`,
  object: 'checkout.session',
  client_reference_id: number,
  payment_status,
  payment_intent: payment_status === 'paid' ? `pi_${number}` : null,
  amount_total: amountFen,
  currency: 'cny',
  livemode: false,
  created: Math.floor(Date.now() / 1000),
})

const stripeRefund = (refundNumber: string, { state: status, amountFen: amount }: Kept) => ({
  ...{ id: `re_${refundNumber}`, object: 'refund', status, amount, metadata: { refundNumber } },
})

/** What a maker says of a payment that was paid. */
export const alipayPaid = (number: string, amountFen: number, now: number) => ({
  out_trade_no: number,
  trade_no: `ali${number}`,
  trade_status: 'TRADE_SUCCESS',
  total_amount: decimalText(BigInt(amountFen)),
  gmt_payment: china(now),
  notify_time: china(now),
  buyer_logon_id: 'bu***@example.com',
  subject: '安全生产 100% 必修课',
})
export const wechatPaid = (number: string, amountFen: number, now: number) => ({
  ...wechatMerchant,
  out_trade_no: number,
  transaction_id: `wx${number}`,
  trade_state: 'SUCCESS',
  success_time: new Date(now).toISOString(),
  amount: { total: amountFen, payer_total: amountFen, currency: 'CNY' },
})
export const stripePaid = (number: string, amountFen: number, now: number) => ({
  id: `evt_${number}`,
  object: 'event',
  type: 'checkout.session.completed',
  created: Math.floor(now / 1000),
  data: { object: stripeSession(number, amountFen, 'paid') },
})
