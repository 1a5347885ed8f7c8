/** E-mails of messages, as plain text and as HTML with every text escaped. */
import type { Language } from '#kit/caller.ts'

export interface MailItem {
  readonly title: string
  readonly body: string
  /** The full address of its target. */
  readonly url: string | null
}

export interface MailInput {
  readonly language: Language
  readonly items: readonly MailItem[]
  readonly preferencesUrl: string
  /** The address for unsubscribing; null for mandatory messages. */
  readonly unsubscribeUrl: string | null
}

const words = {
  cn: {
    platform: '书院',
    open: '查看详情',
    digest: (count: number) => `您有 ${count} 条新消息`,
    foot: '这封邮件由书院自动发送，请勿直接回复。',
    preferences: '消息设置',
    unsubscribe: '退订此类邮件',
  },
  en: {
    platform: 'Shuyuan',
    open: 'Open',
    digest: (count: number) => `You have ${count} new messages`,
    foot: 'Sent by Shuyuan. Please do not reply to this e-mail.',
    preferences: 'Message settings',
    unsubscribe: 'Unsubscribe',
  },
} as const

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] as string)
}

function htmlLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

function itemHtml({ title, body, url }: MailItem, open: string): string {
  const button =
    url === null
      ? ''
      : `<p style="margin:20px 0 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:9px 20px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none;font-size:14px">${open}</a></p>`
  return `<h1 style="margin:0 0 10px;font-size:18px;line-height:1.5;color:#1b2330">${htmlLines(title)}</h1>
<div style="font-size:14px;line-height:1.75;color:#3c4657">${htmlLines(body)}</div>${button}`
}

function htmlOf(subject: string, { language, items, preferencesUrl, unsubscribeUrl }: MailInput): string {
  const text = words[language]
  const parts = items.map((item) => itemHtml(item, text.open))
  const rule = '<hr style="border:0;border-top:1px solid #e6e9ef;margin:24px 0">'
  const link = (url: string, label: string) => `<a href="${escapeHtml(url)}" style="color:#5b6577">${label}</a>`
  const links = [
    link(preferencesUrl, text.preferences),
    ...(unsubscribeUrl === null ? [] : [link(unsubscribeUrl, text.unsubscribe)]),
  ]
  return `<!doctype html>
<html lang="${language === 'cn' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f6f9;font-family:-apple-system,'PingFang SC','Microsoft YaHei','Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<div style="padding:0 4px 12px;font-size:14px;color:#5b6577">${text.platform}</div>
<div style="background:#ffffff;border-radius:10px;padding:28px 28px 32px">${parts.join(rule)}</div>
<div style="padding:16px 4px 0;font-size:12px;line-height:1.8;color:#5b6577">${text.foot}<br>${links.join(' · ')}</div>
</div></body></html>`
}

function textOf({ language, items, preferencesUrl, unsubscribeUrl }: MailInput): string {
  const text = words[language]
  const parts = items.map(({ title, body, url }) => [title, body, url].filter(Boolean).join('\n\n'))
  const links = [`${text.preferences}: ${preferencesUrl}`]
  if (unsubscribeUrl !== null) links.push(`${text.unsubscribe}: ${unsubscribeUrl}`)
  return `${parts.join('\n\n----\n\n')}\n\n--\n${text.foot}\n${links.join('\n')}\n`
}

/** One message becomes a mail, several become a digest. */
export function mailOf(input: MailInput): { subject: string; text: string; html: string } {
  const [first] = input.items
  const subject = input.items.length === 1 && first ? first.title : words[input.language].digest(input.items.length)
  return { subject, text: textOf(input), html: htmlOf(subject, input) }
}
