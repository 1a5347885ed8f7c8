/** The message and the mail for recipients of scheduled reports. */
import type { MessageType } from '#modules/platform/messages/server.ts'
import type { Mail } from '#server/outside.ts'

export const scheduledReport: MessageType = {
  code: 'reports.scheduled',
  group: 'learning',
  label: { cn: '定时报表', en: 'Scheduled report' },
  variables: {
    name: { cn: '报表名称', en: 'Name of the report', example: { cn: '部门学习周报', en: 'Weekly study' } },
  },
  defaultTemplate: {
    cn: { title: '报表“{name}”已送达', body: '内容按您当前的权限范围生成，可在报表的“收到的报表”中下载。' },
    en: {
      title: 'Your report “{name}” has arrived',
      body: 'It has the rows of your own scope. Download it under Received in the reports.',
    },
  },
  defaultChannels: ['site'],
}

/** In both languages, because a member's language is not known where a job sends. */
export function reportMail({
  name,
  url,
  isAttached,
}: {
  name: string
  url: string
  isAttached: boolean
}): Pick<Mail, 'subject' | 'text'> {
  const cn = isAttached ? '报表见附件，内容按您当前的权限范围生成。' : '报表较大，请登录后下载。'
  const en = isAttached
    ? 'The report is attached. It has the rows of your own scope.'
    : 'The report is too large for a mail. Sign in to download it.'
  return { subject: name, text: `${cn}\n${en}\n\n${url}\n` }
}
