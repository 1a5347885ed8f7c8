/** Alipay (支付宝), by the maker's SDK: the payment page, callbacks by RSA2, refunds, queries. */
import type { AlipaySdk, AlipaySdkCommonResult } from 'alipay-sdk'
import { decimalText } from '#kit/amounts.ts'
import type { Config } from '#server/config.ts'
import type { AlipayConfig } from '#server/config-payments.ts'
import {
  fenOfYuan,
  type PaymentNotice,
  type Provider,
  ProviderRefused,
  type RefundNotice,
  type Trade,
  type Verified,
} from '../provider.ts'

const chinaOffsetMs = 8 * 3_600_000
/** Alipay says it again for 25 hours, with the time at which it says so. */
const callbackAgeMs = 26 * 3_600_000
const clockOffsetMs = 10 * 60_000

function settings({ payments }: Config): AlipayConfig {
  if (!payments.alipay) throw new Error('Alipay is not set up')
  return payments.alipay
}

/** Loaded where it is set up: it takes 40 MB. */
async function sdkOf({ endpoint, appId, privateKey, alipayPublicKey }: AlipayConfig): Promise<AlipaySdk> {
  const { AlipaySdk } = await import('alipay-sdk')
  return new AlipaySdk({ gateway: endpoint, appId, privateKey, keyType: 'PKCS8', alipayPublicKey, timeout: 10_000 })
}

/** `2026-01-31 09:30:00` in the time of China. */
const written = (instant: number) => new Date(instant + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

function instantOf(text: string | undefined): number | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})/.exec(text ?? '')
  const instant = parts ? Date.parse(`${parts[1]}T${parts[2]}Z`) - chinaOffsetMs : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}

const outcomes: Readonly<Record<string, PaymentNotice['outcome']>> = {
  TRADE_SUCCESS: 'succeeded',
  TRADE_FINISHED: 'succeeded',
  TRADE_CLOSED: 'failed',
  WAIT_BUYER_PAY: 'pending',
}

const merchantOf = ({ appId, sellerId }: AlipayConfig) => `${appId}/${sellerId}`

async function execute(config: Config, method: string, bizContent: object): Promise<AlipaySdkCommonResult> {
  const answer = await (await sdkOf(settings(config))).exec(method, { bizContent }, { validateSign: true })
  const { code, msg, subCode, subMsg } = answer as { code: string; msg: string; subCode?: string; subMsg?: string }
  if (code === '10000') return answer
  const said = `${subCode ?? code} ${subMsg ?? msg}`
  const isFinal = code === '40004' && !/SYSTEM_ERROR|UNKNOW/.test(subCode ?? '')
  throw isFinal ? new ProviderRefused(said) : new Error(`Alipay: ${said}`)
}

async function query(config: Config, trade: Trade): Promise<PaymentNotice | null> {
  try {
    const answer = await execute(config, 'alipay.trade.query', { outTradeNo: trade.tradeNumber })
    const outcome = outcomes[String(answer.tradeStatus)]
    const amountFen = fenOfYuan(String(answer.totalAmount))
    if (!outcome || amountFen === undefined) return null
    return {
      about: 'payment',
      tradeNumber: String(answer.outTradeNo),
      outcome,
      reference: String(answer.tradeNo),
      amountFen,
      currency: 'CNY',
      merchant: merchantOf(settings(config)),
      at: instantOf(answer.sendPayDate as string | undefined) ?? Date.now(),
      reason: String(answer.tradeStatus),
    }
  } catch (error) {
    // It comes into being there only when the buyer opens the page.
    if (error instanceof ProviderRefused && error.message.includes('TRADE_NOT_EXIST')) return null
    throw error
  }
}

async function refund(
  config: Config,
  trade: Trade,
  order: { refundNumber: string; amountFen: bigint; reason: string },
): Promise<RefundNotice> {
  const { refundNumber, amountFen, reason } = order
  const notice = { about: 'refund', refundNumber, amountFen } as const
  const number = { outTradeNo: trade.tradeNumber, outRequestNo: refundNumber }
  const answer = await execute(config, 'alipay.trade.refund', {
    ...number,
    refundAmount: decimalText(amountFen),
    refundReason: [...reason].slice(0, 80).join(''),
  })
  if (answer.fundChange === 'Y') return { ...notice, outcome: 'succeeded' }
  // The number is known already, or the money has not moved yet: only the query says which.
  const known = await execute(config, 'alipay.trade.fastpay.refund.query', number)
  return { ...notice, outcome: known.refundStatus === 'REFUND_SUCCESS' ? 'succeeded' : 'pending' }
}

async function verify(config: Config, { body }: { readonly body: string }, now: number): Promise<Verified> {
  const own = settings(config)
  const fields = Object.fromEntries(new URLSearchParams(body))
  const tradeNumber = fields.out_trade_no
  const isGenuine = fields.sign_type === 'RSA2' && (await sdkOf(own)).checkNotifySignV2(fields)
  if (!isGenuine) return { refused: 'forged', tradeNumber }
  const saidAt = instantOf(fields.notify_time)
  if (saidAt === undefined || saidAt < now - callbackAgeMs || saidAt > now + clockOffsetMs)
    return { refused: 'stale', tradeNumber }
  const outcome = outcomes[fields.trade_status ?? '']
  const amountFen = fenOfYuan(fields.total_amount ?? '')
  if (!outcome || amountFen === undefined || tradeNumber === undefined) return { ignored: true }
  return {
    notice: {
      about: 'payment',
      tradeNumber,
      outcome,
      reference: fields.trade_no ?? '',
      amountFen,
      currency: 'CNY',
      merchant: `${fields.app_id}/${fields.seller_id}`,
      at: instantOf(fields.gmt_payment) ?? saidAt,
      reason: fields.trade_status ?? '',
    },
  }
}

export const alipay: Provider = {
  name: 'alipay',
  isSetUp: ({ payments }) => payments.alipay !== null,
  merchant: (config) => merchantOf(settings(config)),
  async prepare(config, trade) {
    const bizContent = {
      outTradeNo: trade.tradeNumber,
      productCode: 'FAST_INSTANT_TRADE_PAY',
      totalAmount: decimalText(trade.amountFen),
      subject: [...trade.subject.replace(/[/=&]/g, ' ')].slice(0, 80).join(''),
      timeExpire: written(trade.expiresAt),
    }
    const { notifyUrl, returnUrl } = trade
    const page = { bizContent, notifyUrl, returnUrl }
    const sdk = await sdkOf(settings(config))
    return { kind: 'redirect', url: sdk.pageExecute('alipay.trade.page.pay', 'GET', page) }
  },
  query,
  async close(config, trade) {
    await execute(config, 'alipay.trade.close', { outTradeNo: trade.tradeNumber })
  },
  refund,
  verify,
  acknowledgement: { type: 'text/plain', body: 'success' },
}
