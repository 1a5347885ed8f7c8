/** The message types of this module: announcements, reminders to study, and the test of a channel. */
import type { MessageType } from './message-types.ts'

export const announcementType: MessageType = {
  code: 'system.announcement',
  group: 'system',
  label: { cn: '公告通知', en: 'Announcement' },
  variables: {
    title: { cn: '公告标题', en: 'Title', example: { cn: '国庆放假安排', en: 'Holiday schedule' } },
    content: {
      cn: '公告内容',
      en: 'Content',
      example: { cn: '10 月 1 日至 7 日放假，请提前安排学习计划', en: 'We are closed from 1 to 7 October' },
    },
  },
  defaultTemplate: {
    cn: { title: '{title}', body: '{content}' },
    en: { title: '{title}', body: '{content}' },
  },
  defaultChannels: ['site', 'wecom', 'dingtalk'],
}

export const urgeType: MessageType = {
  code: 'learning.urge',
  group: 'learning',
  label: { cn: '催学提醒', en: 'Learning reminder' },
  variables: {
    sender: { cn: '催学人', en: 'Sender', example: { cn: '周敏', en: 'Zhou Min' } },
    item: {
      cn: '学习项目名称',
      en: 'Content',
      example: { cn: '信息安全入门', en: 'Information security' },
    },
    kind: { cn: '项目类型', en: 'Type of content', example: { cn: '课程', en: 'course' } },
  },
  defaultTemplate: {
    cn: { title: '{sender}提醒您学习', body: '您好，您的{kind}《{item}》尚未完成，请合理安排时间，尽快完成学习。' },
    en: {
      title: '{sender} reminds you to learn',
      body: 'Hello, your {kind} “{item}” is not finished yet. Please find the time to complete it soon.',
    },
  },
  defaultChannels: ['site', 'mail', 'wecom', 'dingtalk'],
}

/** The text of a webhook's test, which no member receives. */
export const webhookTest = {
  type: 'webhook.test',
  title: { cn: '书院消息测试', en: 'Test message from Shuyuan' },
  text: {
    cn: '收到这条消息，说明该地址可以正常接收书院的通知',
    en: 'If you can read this, messages from Shuyuan reach this address',
  },
}

/** The names of the kinds of items (map `business-type`) in a reminder to study. */
export const businessTypeNames: Readonly<Record<number, { readonly cn: string; readonly en: string }>> = {
  1: { cn: '课程', en: 'course' },
  2: { cn: '专题', en: 'subject' },
  3: { cn: '考试', en: 'exam' },
  4: { cn: '调研', en: 'survey' },
  5: { cn: '直播', en: 'live session' },
  6: { cn: '培训班', en: 'training class' },
  11: { cn: '知识', en: 'knowledge item' },
  15: { cn: '直播', en: 'live session' },
  17: { cn: '岗位学习', en: 'learning path' },
}

export const ownTypes = [announcementType, urgeType]
