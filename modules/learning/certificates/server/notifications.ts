/** Notifications about certificates: earned, about to expire, expired, revoked. */

import type { StudyItem } from '#modules/content/study/server.ts'
import { cancelReminder, messageType, notify, remindAt } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { certificatesTables } from './db.ts'
import type { CertificateContent } from './document/content.ts'
import type { Award, CertificateDetailRow } from './rows.ts'
import { dayMs } from './validity.ts'

const certificate = { cn: '证书名称', en: 'Certificate', example: { cn: '安全员证书', en: 'Safety officer' } }
const item = { cn: '学习内容', en: 'Content', example: { cn: '消防安全基础', en: 'Fire safety' } }
const number = { cn: '证书编号', en: 'Number', example: { cn: 'AQ-2026-000128', en: 'AQ-2026-000128' } }
const reason = { cn: '原因', en: 'Reason', example: { cn: '信息有误', en: 'Incorrect details' } }
const days = { cn: '剩余天数', en: 'Days left', example: { cn: '30', en: '30' } }

const types = [
  messageType({
    code: 'certificate.awarded',
    group: 'learning',
    label: { cn: '获得证书', en: 'Certificate earned' },
    variables: { certificate, item, number },
    defaultTemplate: {
      cn: {
        title: '恭喜获得《{certificate}》',
        body: '您学完了《{item}》，证书编号 {number}，可在个人中心查看和下载。',
      },
      en: {
        title: 'You earned “{certificate}”',
        body: 'You completed “{item}”. Your certificate {number} is in your center.',
      },
    },
    defaultChannels: [],
  }),
  messageType({
    code: 'certificate.expiring',
    group: 'learning',
    label: { cn: '证书即将到期', en: 'Certificate expires soon' },
    variables: { certificate, days },
    defaultTemplate: {
      cn: {
        title: '《{certificate}》将在 {days} 天后到期',
        body: '请在到期前完成复训，续期后有效期接着原来的日期计算。',
      },
      en: {
        title: '“{certificate}” expires in {days} days',
        body: 'Renew it before then. The new certificate continues from the last day of the old one.',
      },
    },
    defaultChannels: ['mail'],
  }),
  messageType({
    code: 'certificate.retraining',
    changesTodos: true,
    group: 'learning',
    label: { cn: '复训开放', en: 'Retraining available' },
    variables: { certificate, item, days },
    defaultTemplate: {
      cn: {
        title: '《{certificate}》可以复训了',
        body: '还有 {days} 天到期，请完成《{item}》，续期后有效期接着原来的日期计算。',
      },
      en: {
        title: 'Retraining for “{certificate}” is open',
        body: 'Days left: {days}. Complete “{item}”. The new certificate continues from the last day of the old one.',
      },
    },
    defaultChannels: ['mail'],
  }),
  messageType({
    code: 'certificate.expired',
    group: 'learning',
    label: { cn: '证书已到期', en: 'Certificate expired' },
    variables: { certificate },
    defaultTemplate: {
      cn: { title: '《{certificate}》已到期', body: '完成复训后可以重新获得。' },
      en: { title: '“{certificate}” has expired', body: 'Complete the retraining to earn it again.' },
    },
    defaultChannels: [],
  }),
  messageType({
    code: 'certificate.revoked',
    group: 'learning',
    label: { cn: '证书被撤销', en: 'Certificate revoked' },
    variables: { certificate, number, reason },
    defaultTemplate: {
      cn: { title: '《{certificate}》已被撤销', body: '证书编号 {number}，原因：{reason}' },
      en: { title: '“{certificate}” was revoked', body: 'Number {number}. Reason: {reason}' },
    },
    defaultChannels: [],
  }),
]
export const certificateMessages = types

const link = '/center/my/certificates'
const expiredKey = (id: string) => `certificate:${id}:expired`
const expiringKey = (id: string, daysLeft: number) => `certificate:${id}:expiring:${daysLeft}`

interface Awarded extends Award {
  readonly id: string
  readonly number: string
  readonly expiresAt: number | null
  readonly titles: CertificateContent
}

/** Notifies the holder and sets the reminders; the reminders of a replaced certificate are cancelled. */
export async function notifyOfAward(db: Connection, awarded: Awarded): Promise<void> {
  const { companyId, memberId, id, titles, expiresAt, template, now } = awarded
  if (awarded.replaces !== null) await cancelReminders(db, companyId, awarded.replaces)
  const certificate = titles.titleCn
  await notify(db, {
    companyId,
    type: 'certificate.awarded',
    recipients: [memberId],
    variables: { certificate, item: awarded.itemName, number: awarded.number },
    link,
    now,
  })
  if (expiresAt === null) return
  const common = { companyId, recipients: [memberId], link, now }
  for (const daysLeft of template.reminder_days) {
    const at = expiresAt - daysLeft * dayMs
    if (at <= now) continue
    const variables = { certificate, days: String(daysLeft) }
    await remindAt(db, { ...common, key: expiringKey(id, daysLeft), at, type: 'certificate.expiring', variables })
  }
  if (expiresAt > now)
    await remindAt(db, {
      ...common,
      key: expiredKey(id),
      at: expiresAt,
      type: 'certificate.expired',
      variables: { certificate },
    })
}

async function cancelReminders(db: Connection, companyId: string, id: string): Promise<void> {
  const row = await certificatesTables(db)
    .selectFrom('certificates.certificate')
    .select('reminder_days')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  // The second is how those of earlier days are called.
  const keys = [expiredKey(id), `certificate:${id}:expiring`]
  for (const daysLeft of row?.reminder_days ?? []) keys.push(expiringKey(id, daysLeft))
  for (const key of keys) await cancelReminder(db, companyId, key)
}

/** What renews the certificate is open; the link leads to it. */
export async function notifyOfRetraining(
  db: Connection,
  row: CertificateDetailRow,
  item: StudyItem,
  now: number,
): Promise<void> {
  if (row.expires_at === null) return
  const daysLeft = Math.max(0, Math.ceil((row.expires_at - now) / dayMs))
  await notify(db, {
    companyId: row.company_id,
    type: 'certificate.retraining',
    recipients: [row.member_id],
    variables: { certificate: row.content.titleCn, item: item.name, days: String(daysLeft) },
    link: item.link,
    now,
  })
}

export async function notifyOfRevocation(
  db: Connection,
  revoked: {
    companyId: string
    memberId: string
    id: string
    certificate: string
    number: string
    reason: string
    now: number
  },
): Promise<void> {
  const { companyId, memberId, id, certificate, number, reason, now } = revoked
  await cancelReminders(db, companyId, id)
  const variables = { certificate, number, reason }
  await notify(db, { companyId, type: 'certificate.revoked', recipients: [memberId], variables, link, now })
}
