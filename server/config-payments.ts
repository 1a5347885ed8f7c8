/** The settings of payments: the merchant accounts. Their keys are secrets. */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Reader } from './config-reader.ts'

export type AlipayConfig = {
  /** The gateway. */
  endpoint: string
  appId: string
  sellerId: string
  privateKey: string
  /** Alipay's own, by which its answers and callbacks are verified. */
  alipayPublicKey: string
}

export type WechatPayConfig = {
  endpoint: string
  appId: string
  merchantId: string
  /** The number of the merchant's certificate. */
  serial: string
  privateKey: string
  /** 32 characters, by which callbacks are encrypted. */
  apiV3Key: string
  /** WeChat Pay's own, and its number (`PUB_KEY_ID_…`). */
  publicKey: string
  publicKeyId: string
}

export type StripeConfig = { endpoint: string; secretKey: string; webhookSecret: string }

export type PaymentsConfig = {
  /** The test provider, by which nothing is really paid. Off in production. */
  test: boolean
  /** The companies that the merchant accounts belong to; none: the first one of the installation. */
  companyIds: string[]
  alipay: AlipayConfig | null
  wechatPay: WechatPayConfig | null
  stripe: StripeConfig | null
}

export function readPayments(read: Reader, isProduction: boolean, companyIds: string[]): PaymentsConfig {
  const test = read.choice('PAYMENT_TEST', ['on', 'off'], isProduction ? 'off' : 'on') === 'on'
  if (test && isProduction)
    read.refuse('PAYMENT_TEST', 'off when NODE_ENV is production: everything could be had for nothing')
  return { test, companyIds, alipay: readAlipay(read), wechatPay: readWechatPay(read), stripe: readStripe(read) }
}

function isGiven(read: Reader, required: readonly string[]): boolean {
  const given = required.filter((name) => read.text(name) !== undefined)
  if (given.length > 0) read.require(required, given.join(', '))
  return given.length > 0
}

/** A key as PEM; its line breaks may be written as `\n`, and it may be the bare Base64 of a DER, as Alipay's tool has it. */
function readKey(read: Reader, name: string, kind: 'private' | 'public'): string {
  const text = read.text(name)
  if (text === undefined) return ''
  const written = text.replaceAll('\\n', '\n')
  const isPem = written.includes('-----BEGIN')
  const der = Buffer.from(written, 'base64')
  const forms = kind === 'private' ? (['pkcs8', 'pkcs1'] as const) : (['spki', 'pkcs1'] as const)
  for (const type of forms) {
    const source = isPem ? written : ({ key: der, format: 'der', type } as const)
    try {
      if (kind === 'private')
        return createPrivateKey(source as string).export({ type: 'pkcs8', format: 'pem' }) as string
      return createPublicKey(source as string).export({ type: 'spki', format: 'pem' }) as string
    } catch {}
  }
  read.refuse(name, `a ${kind} RSA key as PEM, or the Base64 of its DER`)
  return ''
}

function readAlipay(read: Reader): AlipayConfig | null {
  if (!isGiven(read, ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'])) return null
  return {
    endpoint: read.url('ALIPAY_ENDPOINT', ['https:', 'http:']) ?? 'https://openapi.alipay.com/gateway.do',
    appId: read.text('ALIPAY_APP_ID') ?? '',
    sellerId: read.text('ALIPAY_SELLER_ID') ?? '',
    privateKey: readKey(read, 'ALIPAY_PRIVATE_KEY', 'private'),
    alipayPublicKey: readKey(read, 'ALIPAY_PUBLIC_KEY', 'public'),
  }
}

const wechatPaySettings = [
  'WECHAT_PAY_APP_ID',
  'WECHAT_PAY_MERCHANT_ID',
  'WECHAT_PAY_SERIAL',
  'WECHAT_PAY_PRIVATE_KEY',
  'WECHAT_PAY_API_V3_KEY',
  'WECHAT_PAY_PUBLIC_KEY',
  'WECHAT_PAY_PUBLIC_KEY_ID',
]

function readWechatPay(read: Reader): WechatPayConfig | null {
  if (!isGiven(read, wechatPaySettings)) return null
  const apiV3Key = read.text('WECHAT_PAY_API_V3_KEY') ?? ''
  if (apiV3Key !== '' && Buffer.byteLength(apiV3Key) !== 32) read.refuse('WECHAT_PAY_API_V3_KEY', '32 characters')
  return {
    endpoint: read.origin('WECHAT_PAY_ENDPOINT') ?? 'https://api.mch.weixin.qq.com',
    appId: read.text('WECHAT_PAY_APP_ID') ?? '',
    merchantId: read.text('WECHAT_PAY_MERCHANT_ID') ?? '',
    serial: read.text('WECHAT_PAY_SERIAL') ?? '',
    privateKey: readKey(read, 'WECHAT_PAY_PRIVATE_KEY', 'private'),
    apiV3Key,
    publicKey: readKey(read, 'WECHAT_PAY_PUBLIC_KEY', 'public'),
    publicKeyId: read.text('WECHAT_PAY_PUBLIC_KEY_ID') ?? '',
  }
}

function readStripe(read: Reader): StripeConfig | null {
  if (!isGiven(read, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])) return null
  return {
    endpoint: read.origin('STRIPE_ENDPOINT') ?? 'https://api.stripe.com',
    secretKey: read.text('STRIPE_SECRET_KEY') ?? '',
    webhookSecret: read.text('STRIPE_WEBHOOK_SECRET') ?? '',
  }
}
