/** WeChat Pay (微信支付) by its API v3: a code to scan, callbacks signed by RSA and encrypted by AES-GCM, refunds, queries. */
import type { Rsa } from 'wechatpay-axios-plugin'
import type { Config } from '#server/config.ts'
import type { WechatPayConfig } from '#server/config-payments.ts'
import {
  type CallbackRequest,
  type Notice,
  type PaymentNotice,
  type Provider,
  ProviderRefused,
  type RefundNotice,
  type Trade,
  type Verified,
} from '../provider.ts'

/** As the maker asks: a callback that is older was recorded by somebody. */
const callbackAgeSeconds = 300

function settings({ payments }: Config): WechatPayConfig {
  if (!payments.wechatPay) throw new Error('WeChat Pay is not set up')
  return payments.wechatPay
}

interface Answered {
  readonly status?: number
  readonly data?: { readonly code?: string; readonly message?: string }
}

/** Loaded where it is set up: it takes 30 MB. */
const load = () => import('wechatpay-axios-plugin')

/** Makes a call, whose answer the library verifies by the key of WeChat Pay. */
async function call(
  config: Config,
  path: string,
  { body, params }: { readonly body?: object; readonly params?: object },
): Promise<Record<string, unknown>> {
  const { endpoint, merchantId, serial, privateKey, publicKey, publicKeyId } = settings(config)
  const account = { mchid: merchantId, serial, privateKey, certs: { [publicKeyId]: publicKey } }
  const { Wechatpay } = await load()
  const client = new Wechatpay({ ...account, ...{ baseURL: `${endpoint}/`, timeout: 10_000, maxRedirects: 0 } })
  try {
    const { data } = await (body
      ? client.client.request(path, 'post', body, {})
      : client.client.request(path, 'get', undefined, { params }))
    return (data ?? {}) as Record<string, unknown>
  } catch (error) {
    const { response } = error as { readonly response?: Answered }
    const { status = 0, data } = response ?? {}
    const said = `${data?.code ?? status} ${data?.message ?? (error as Error).message}`
    const isFinal = status >= 400 && status < 500 && status !== 429 && !/SYSTEM_?ERROR|LIMIT/.test(data?.code ?? '')
    throw isFinal ? new ProviderRefused(said) : new Error(`WeChat Pay: ${said}`)
  }
}

interface Transaction {
  readonly mchid: string
  readonly appid: string
  readonly out_trade_no: string
  readonly transaction_id?: string
  readonly trade_state: string
  readonly success_time?: string
  readonly amount?: { readonly total: number; readonly currency?: string }
}

interface RefundSaid {
  readonly mchid?: string
  readonly out_refund_no: string
  readonly refund_status?: string
  readonly status?: string
  readonly amount: { readonly refund: number }
}

const outcomes: Readonly<Record<string, PaymentNotice['outcome']>> = {
  SUCCESS: 'succeeded',
  // It was paid, and something of it given back since.
  REFUND: 'succeeded',
  CLOSED: 'failed',
  PAYERROR: 'failed',
  REVOKED: 'failed',
  NOTPAY: 'pending',
  USERPAYING: 'pending',
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value)

function noticeOf(said: Transaction): PaymentNotice | null {
  const outcome = outcomes[said.trade_state]
  if (!outcome) return null
  const total = said.amount?.total
  // What is not paid yet says no amount.
  if (outcome === 'succeeded' && !isWhole(total)) return null
  return {
    about: 'payment',
    tradeNumber: said.out_trade_no,
    outcome,
    reference: said.transaction_id ?? '',
    amountFen: BigInt(isWhole(total) ? total : 0),
    currency: said.amount?.currency ?? 'CNY',
    merchant: `${said.mchid}/${said.appid}`,
    at: Date.parse(said.success_time ?? '') || Date.now(),
    reason: said.trade_state,
  }
}

function refundNoticeOf(said: RefundSaid): RefundNotice | null {
  const state = said.refund_status ?? said.status ?? ''
  if (!isWhole(said.amount?.refund)) return null
  const isFailed = state === 'CLOSED' || state === 'ABNORMAL'
  const outcome = state === 'SUCCESS' ? 'succeeded' : isFailed ? 'failed' : 'pending'
  const { out_refund_no: refundNumber, amount } = said
  return { about: 'refund', refundNumber, outcome, amountFen: BigInt(amount.refund), reason: state }
}

async function query(config: Config, trade: Trade): Promise<PaymentNotice | null> {
  const path = `v3/pay/transactions/out-trade-no/${trade.tradeNumber}`
  try {
    const params = { mchid: settings(config).merchantId }
    return noticeOf((await call(config, path, { params })) as unknown as Transaction)
  } catch (error) {
    if (error instanceof ProviderRefused && /NOT_?EXIST/.test(error.message)) return null
    throw error
  }
}

interface Message {
  readonly event_type: string
  readonly resource: { readonly ciphertext: string; readonly nonce: string; readonly associated_data?: string }
}

/** What a genuine message says; null where it concerns something else. */
async function opened(config: WechatPayConfig, body: string): Promise<Notice | null> {
  const { Aes } = await load()
  const { event_type: kind, resource } = JSON.parse(body) as Message
  const { ciphertext, nonce, associated_data: about = '' } = resource
  const said: unknown = JSON.parse(Aes.AesGcm.decrypt(ciphertext, config.apiV3Key, nonce, about))
  if (kind.startsWith('TRANSACTION.')) return noticeOf(said as Transaction)
  if (!kind.startsWith('REFUND.')) return null
  const refund = said as RefundSaid
  return refund.mchid === config.merchantId ? refundNoticeOf(refund) : null
}

async function verify(config: Config, { headers, body }: CallbackRequest, now: number): Promise<Verified> {
  const own = settings(config)
  const header = (name: string) => String(headers[`wechatpay-${name}`] ?? '')
  const [timestamp, nonce, signature] = [header('timestamp'), header('nonce'), header('signature')]
  const { Formatter, Rsa } = await load()
  const isSigned =
    header('serial') === own.publicKeyId &&
    /^\d{1,12}$/.test(timestamp) &&
    isVerified(Rsa, Formatter.response(timestamp, nonce, body), signature, own.publicKey)
  if (!isSigned) return { refused: 'forged', tradeNumber: undefined }
  let notice: Notice | null
  try {
    notice = await opened(own, body)
  } catch {
    return { refused: 'forged', tradeNumber: undefined }
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > callbackAgeSeconds)
    return { refused: 'stale', tradeNumber: notice?.about === 'payment' ? notice.tradeNumber : undefined }
  return notice ? { notice } : { ignored: true }
}

function isVerified(rsa: typeof Rsa, message: string, signature: string, key: string): boolean {
  try {
    return rsa.verify(message, signature, key)
  } catch {
    return false
  }
}

export const wechatPay: Provider = {
  name: 'wechat-pay',
  isSetUp: ({ payments }) => payments.wechatPay !== null,
  merchant: (config) => `${settings(config).merchantId}/${settings(config).appId}`,
  async prepare(config, trade) {
    const { merchantId: mchid, appId: appid } = settings(config)
    const body = {
      appid,
      mchid,
      description: [...trade.subject].slice(0, 40).join(''),
      out_trade_no: trade.tradeNumber,
      time_expire: `${new Date(trade.expiresAt).toISOString().slice(0, 19)}+00:00`,
      notify_url: trade.notifyUrl,
      amount: { total: Number(trade.amountFen), currency: 'CNY' },
    }
    const { code_url: text } = await call(config, 'v3/pay/transactions/native', { body })
    if (typeof text !== 'string') throw new Error('WeChat Pay: no code_url')
    return { kind: 'qr', text }
  },
  query,
  async close(config, trade) {
    const body = { mchid: settings(config).merchantId }
    await call(config, `v3/pay/transactions/out-trade-no/${trade.tradeNumber}/close`, { body })
  },
  async refund(config, trade, { refundNumber, amountFen, reason }) {
    const body = {
      out_trade_no: trade.tradeNumber,
      out_refund_no: refundNumber,
      reason: [...reason].slice(0, 25).join(''),
      notify_url: trade.notifyUrl,
      amount: { refund: Number(amountFen), total: Number(trade.amountFen), currency: 'CNY' },
    }
    const said = await call(config, 'v3/refund/domestic/refunds', { body })
    const notice = refundNoticeOf(said as unknown as RefundSaid)
    return notice ?? { about: 'refund', refundNumber, outcome: 'pending', amountFen }
  },
  verify,
  acknowledgement: { type: 'application/json', body: '{"code":"SUCCESS","message":"成功"}' },
}
