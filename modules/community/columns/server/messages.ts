/** The messages that columns send. */
import type { MessageType } from '#modules/platform/messages/server.ts'

/** Names no content: of the subscribers some may not read it. */
export const columnReleased: MessageType = {
  code: 'column.released',
  group: 'community',
  label: { cn: '订阅的专栏有更新', en: 'New in a subscribed column' },
  variables: {
    column: { cn: '专栏', en: 'column', example: { cn: '安全生产三十讲', en: 'Thirty lessons on safety' } },
    count: { cn: '内容数', en: 'number of contents', example: { cn: '1', en: '1' } },
  },
  defaultTemplate: {
    cn: { title: '专栏“{column}”有更新', body: '新发布 {count} 篇内容' },
    en: { title: 'New in the column “{column}”', body: 'New contents: {count}' },
  },
  defaultChannels: ['site'],
}
