/** What members hear of external training. */
import type { Caller } from '#kit/caller.ts'
import { holdersOfPermission } from '#modules/platform/identity/server.ts'
import { type MessageText, notify, wordedMessage } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { managesExternal } from '../contract/access.ts'

const variables = {
  title: { cn: '外部培训', en: 'Training', example: { cn: '2026 质量大会', en: 'Quality conference 2026' } },
  time: { cn: '截止时间', en: 'Deadline', example: { cn: '2026年12月1日 18:00', en: '1 Dec 2026, 18:00' } },
  reason: { cn: '原因', en: 'Reason', example: { cn: '缺少证书照片', en: 'The certificate is missing' } },
}

const news = (code: string, cn: MessageText, en: MessageText) =>
  wordedMessage({ code, group: 'training', variables, defaultChannels: [], changesTodos: true }, cn, en)

export const externalMessages = [
  news(
    'external.asked',
    { label: '外部培训待填报', title: '请填报外部培训：{title}', body: '填报截止：{time}' },
    { label: 'Report external training', title: 'Please report: {title}', body: 'Report until {time}' },
  ),
  news(
    'external.reminded',
    { label: '外部培训填报提醒', title: '外部培训尚未填报：{title}', body: '填报截止：{time}' },
    { label: 'External training reminder', title: 'Not reported yet: {title}', body: 'Report until {time}' },
  ),
  news(
    'external.submitted',
    { label: '外部培训填报待审核', title: '有外部培训填报待审核', body: '{title}' },
    { label: 'Report to decide', title: 'A report of external training waits for you', body: '{title}' },
  ),
  news(
    'external.accepted',
    { label: '外部培训填报已通过', title: '您的外部培训填报已通过：{title}', body: '' },
    { label: 'Report accepted', title: 'Your report is accepted: {title}', body: '' },
  ),
  news(
    'external.returned',
    { label: '外部培训填报被退回', title: '您的外部培训填报被退回：{title}', body: '原因：{reason}' },
    { label: 'Report returned', title: 'Your report was returned: {title}', body: 'Reason: {reason}' },
  ),
]

interface Asked {
  readonly activity: { readonly id: string; readonly title: string; readonly report_until: number }
  readonly recipients: readonly string[]
  readonly now: number
}

function tellReporters(db: Connection, { companyId }: Caller, type: string, { activity, recipients, now }: Asked) {
  return notify(db, {
    ...{ companyId, type, recipients, now },
    variables: { title: activity.title, time: { instant: activity.report_until }, reason: '' },
    link: `/external-training/report?activity=${activity.id}`,
    collapseKey: `${type}:${activity.id}`,
  })
}

export async function announceAsked(db: Connection, caller: Caller, asked: Asked): Promise<void> {
  if (asked.recipients.length > 0) await tellReporters(db, caller, 'external.asked', asked)
}

export async function remind(db: Connection, caller: Caller, asked: Asked): Promise<void> {
  if (asked.recipients.length > 0) await tellReporters(db, caller, 'external.reminded', asked)
}

interface Submitted {
  readonly organizationId: string
  readonly title: string
  readonly now: number
}

/** Those who manage external training of the member's organization hear of a report that waits for them. */
export async function announceSubmitted(db: Connection, caller: Caller, { organizationId, title, now }: Submitted) {
  const { companyId, memberId } = caller
  const { permission } = managesExternal
  const recipients = await holdersOfPermission(db, { companyId, permission, organizationId })
  await notify(db, {
    ...{ companyId, type: 'external.submitted', recipients, actorId: memberId, now },
    variables: { title, time: '', reason: '' },
    link: '/admin/external-training/reports',
    collapseKey: `external.submitted:${organizationId}`,
  })
}

interface Decided {
  readonly companyId: string
  readonly reports: readonly { readonly id: string; readonly memberId: string; readonly title: string }[]
  readonly isAccepted: boolean
  readonly reason: string
  readonly now: number
}

export async function announceDecided(db: Connection, { companyId, reports, isAccepted, reason, now }: Decided) {
  for (const { id, memberId, title } of reports)
    await notify(db, {
      ...{ companyId, type: isAccepted ? 'external.accepted' : 'external.returned', recipients: [memberId], now },
      variables: { title, time: '', reason },
      link: `/external-training/report/${id}`,
    })
}
