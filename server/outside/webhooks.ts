/**
 * Webhooks that a company's administrator sets up: robots of a group in WeCom or DingTalk, and an address of the
 * company's own, signed as https://www.standardwebhooks.com says.
 * https://developer.work.weixin.qq.com/document/path/91770,
 * https://open.dingtalk.com/document/robots/customize-robot-security-settings
 */
import { createHmac } from 'node:crypto'
import { SendRefused, type Webhook, type WebhookMessage } from '../outside.ts'
import { AddressRefused, checkedUrl, type SafeAnswer, type SafePost, type SafeRequest } from './safe-fetch.ts'
import { cutToBytes, withoutMarkdown } from './texts.ts'

export interface WebhookSettings {
  readonly post: SafePost
  readonly allowedHosts: readonly string[]
  /** Where the robots of WeCom and DingTalk are. */
  readonly wecomEndpoint: string
  readonly dingtalkEndpoint: string
}

/** 93000: no such robot. 310000: the signature, a keyword or the caller's address does not suit. 300001: no such robot. */
const finalRobotCodes = new Set([93000, 40008, 310000, 300001])

/** Refuses an address that this kind of webhook does not have, or that is not to be called. */
export function assertWebhookUrl(kind: Webhook['kind'], text: string, settings: WebhookSettings): void {
  const url = checkedUrl(text, settings.allowedHosts)
  if (kind === 'generic') return
  const [endpoint, path, parameter] =
    kind === 'wecom-robot'
      ? [settings.wecomEndpoint, '/cgi-bin/webhook/send', 'key']
      : [settings.dingtalkEndpoint, '/robot/send', 'access_token']
  if (url.origin !== new URL(endpoint).origin || url.pathname !== path || !url.searchParams.get(parameter))
    throw new AddressRefused(`no address of a ${kind}`)
}

/** `timestamp` and `sign` as DingTalk asks for them. */
export function signDingtalk(secret: string, timestampMs: number): { timestamp: string; sign: string } {
  const timestamp = String(timestampMs)
  return { timestamp, sign: createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64') }
}

/** The headers by which a receiver knows the sender, refuses what is old, and recognizes what it has had. */
function signWebhook(secret: string, id: string, timestampMs: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const timestamp = String(Math.floor(timestampMs / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

function markdownOf(message: WebhookMessage): string {
  const link = message.url === undefined ? '' : `\n\n[${message.language === 'cn' ? '查看' : 'Open'}](${message.url})`
  return `### ${withoutMarkdown(message.title)}\n\n${withoutMarkdown(cutToBytes(message.text, 2400))}${link}`
}

function requestOf(webhook: Webhook, message: WebhookMessage, now: number): SafeRequest {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Shuyuan-Webhook/1' }
  if (webhook.kind === 'wecom-robot') {
    const body = JSON.stringify({ msgtype: 'markdown', markdown: { content: cutToBytes(markdownOf(message), 4096) } })
    return { url: webhook.url, headers, body }
  }
  if (webhook.kind === 'dingtalk-robot') {
    const url = new URL(webhook.url)
    for (const [name, value] of Object.entries(webhook.secret === null ? {} : signDingtalk(webhook.secret, now)))
      url.searchParams.set(name, value)
    const markdown = { title: cutToBytes(message.title, 120), text: markdownOf(message) }
    return { url: url.href, headers, body: JSON.stringify({ msgtype: 'markdown', markdown }) }
  }
  const body = JSON.stringify({
    type: message.type,
    timestamp: new Date(message.at).toISOString(),
    data: {
      id: message.id,
      title: message.title,
      text: message.text,
      url: message.url ?? null,
      recipientCount: message.recipientCount,
    },
  })
  return {
    url: webhook.url,
    headers: { ...headers, ...(webhook.secret !== null && signWebhook(webhook.secret, message.id, now, body)) },
    body,
  }
}

/** What a webhook of this kind receives for the message, as an example: the secret is made up. */
export function exampleRequest(kind: Webhook['kind'], message: WebhookMessage, now: number) {
  const secret = kind === 'generic' ? `whsec_${Buffer.from('example').toString('base64')}` : null
  const { headers, body } = requestOf({ kind, url: 'https://example.com/', secret }, message, now)
  return { headers, body }
}

/** Robots say in the body whether they took it; the others by the status. */
function assertTaken(webhook: Webhook, answer: SafeAnswer): void {
  const reply = answer.text.replace(/\s+/g, ' ').slice(0, 200)
  // 410: the receiver wants no more of these.
  if (answer.status === 410) throw new SendRefused(`410 ${reply}`)
  if (answer.status < 200 || answer.status > 299) throw new Error(`${answer.status} ${reply}`)
  if (webhook.kind === 'generic') return
  const code = (JSON.parse(answer.text) as { errcode?: number }).errcode
  if (code === 0) return
  throw code !== undefined && finalRobotCodes.has(code) ? new SendRefused(reply) : new Error(reply)
}

export function createWebhookSender(settings: WebhookSettings) {
  return async (webhook: Webhook, message: WebhookMessage, now: number): Promise<SafeAnswer> => {
    assertWebhookUrl(webhook.kind, webhook.url, settings)
    const answer = await settings.post(requestOf(webhook, message, now))
    assertTaken(webhook, answer)
    return answer
  }
}
