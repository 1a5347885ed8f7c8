/** Notifications to members about their data. */
import type { MessageType } from '#modules/platform/messages/server.ts'

const days = { cn: '天数', en: 'Days', example: { cn: '7', en: '7' } }

export const exportReady: MessageType = {
  code: 'privacy.export-ready',
  group: 'account',
  label: { cn: '个人数据副本已生成', en: 'Your personal data export is ready' },
  variables: { days },
  defaultTemplate: {
    cn: { title: '个人数据副本已生成', body: '请在 {days} 天内到账号设置中下载，过期后文件将自动删除。' },
    en: {
      title: 'Your personal data export is ready',
      body: 'Download it in your account settings within {days} days. It is deleted after that.',
    },
  },
  defaultChannels: ['site', 'mail'],
  mandatory: true,
}

export const erasureAsked: MessageType = {
  code: 'privacy.erasure-asked',
  group: 'account',
  label: { cn: '账号注销提醒', en: 'Account erasure reminder' },
  variables: { days },
  defaultTemplate: {
    cn: {
      title: '账号将在 {days} 天后注销',
      body: '注销后账号与个人数据将被永久删除，无法恢复。如非本人意愿，请在此之前到账号设置中撤销。',
    },
    en: {
      title: 'Your account will be erased in {days} days',
      body: 'Your account and personal data will be permanently deleted. To keep them, cancel the erasure in your account settings before then.',
    },
  },
  defaultChannels: ['site', 'mail'],
  mandatory: true,
}
