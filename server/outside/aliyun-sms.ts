/**
 * Alibaba Cloud's short message service: the call SendSms of dysmsapi (2017-05-25), signed with ACS3-HMAC-SHA256.
 * https://help.aliyun.com/document_detail/101414.html, https://help.aliyun.com/document_detail/315526.html
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { SmsConfig } from '../config.ts'
import { type Outside, SendRefused, type Sms } from '../outside.ts'

type AliyunConfig = Extract<SmsConfig, { provider: 'aliyun' }>

const timeoutMs = 15_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** RFC 3986, which the signature asks for, also encodes what `encodeURIComponent` leaves. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

export interface AliyunRequest {
  readonly host: string
  readonly action: string
  readonly version: string
  readonly query: Readonly<Record<string, string>>
  /** ISO 8601 without fractions of a second. */
  readonly date: string
  readonly nonce: string
}

/** The query in its canonical form, and the headers with the signature. */
export function signAliyun(
  request: AliyunRequest,
  key: { accessKeyId: string; accessKeySecret: string },
): { query: string; headers: Record<string, string> } {
  const query = Object.entries(request.query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
  const payloadHash = sha256('')
  const headers: Record<string, string> = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': payloadHash,
    'x-acs-date': request.date,
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  }
  const names = Object.keys(headers).sort()
  const canonicalHeaders = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = ['POST', '/', query, canonicalHeaders, names.join(';'), payloadHash].join('\n')
  const signature = createHmac('sha256', key.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${key.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { query, headers: { ...headers, authorization } }
}

function templateOf(config: AliyunConfig, template: Sms['template']): string {
  const code = template === 'notification' ? config.notificationTemplateCode : config.templateCode
  if (code === null) throw new SendRefused('no template for notifications is set up')
  return code
}

/** Codes that no repetition would change: the number is none, or its owner wants no messages. */
const finalCodes = new Set(['isv.MOBILE_NUMBER_ILLEGAL', 'isv.MOBILE_COUNT_OVER_LIMIT', 'isv.BLACK_KEY_CONTROL_LIMIT'])

/** Throws when the provider refuses or can't be reached: the job tries again. */
export function createAliyunSms(config: AliyunConfig): Outside['sendSms'] {
  const endpoint = new URL(config.endpoint)
  return async (sms) => {
    const { query, headers } = signAliyun(
      {
        host: endpoint.host,
        action: 'SendSms',
        version: '2017-05-25',
        query: {
          // Mainland numbers go without their country code.
          PhoneNumbers: sms.phone.replace(/^\+86/, '').replace(/^\+/, '00'),
          SignName: config.signName,
          TemplateCode: templateOf(config, sms.template),
          TemplateParam: JSON.stringify(sms.parameters),
        },
        date: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
        nonce: randomUUID(),
      },
      config,
    )
    const answer = await fetch(`${endpoint.origin}/?${query}`, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = (await answer.json()) as { Code?: string; Message?: string }
    if (body.Code !== undefined && finalCodes.has(body.Code))
      throw new SendRefused(`${body.Code} ${body.Message ?? ''}`)
    if (body.Code !== 'OK') throw new Error(`SMS refused: ${answer.status} ${body.Code ?? ''} ${body.Message ?? ''}`)
  }
}
