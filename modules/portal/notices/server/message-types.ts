/** The message that a notice sends its audience when it is published. */
import type { MessageType } from '#modules/platform/messages/server.ts'

export const noticePublished: MessageType = {
  code: 'notice.published',
  group: 'system',
  label: { cn: '新公告', en: 'New notice' },
  variables: {
    title: { cn: '公告标题', en: 'Title', example: { cn: '国庆放假安排', en: 'Holiday schedule' } },
  },
  defaultTemplate: {
    cn: { title: '公告：{title}', body: '公司发布了公告《{title}》，请及时阅读。' },
    en: { title: 'Notice: {title}', body: 'Your company has published the notice “{title}”. Please read it.' },
  },
  defaultChannels: ['site'],
}
