/** The messages that columns send. */
import type { MessageType } from '#modules/platform/messages/server.ts'

export const columnReleased: MessageType = {
  code: 'column.released',
  group: 'community',
  label: { cn: '订阅的专栏有更新', en: 'New in a subscribed column' },
  variables: {
    column: { cn: '专栏', en: 'column', example: { cn: '安全生产三十讲', en: 'Thirty lessons on safety' } },
    title: { cn: '内容标题', en: 'title', example: { cn: '第一讲 从一次事故说起', en: 'Lesson 1: An accident' } },
    count: { cn: '内容数', en: 'number of contents', example: { cn: '1', en: '1' } },
  },
  defaultTemplate: {
    cn: { title: '专栏“{column}”有更新', body: '新发布 {count} 篇内容，从《{title}》开始。' },
    en: { title: 'New in the column “{column}”', body: '{count} new, starting with “{title}”.' },
  },
  defaultChannels: ['site'],
}
