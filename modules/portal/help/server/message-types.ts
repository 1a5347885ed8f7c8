/** The messages of feedback: one to those who run the platform, one to the member who is answered. */
import type { MessageType } from '#modules/platform/messages/server.ts'

const excerpt = {
  cn: '内容摘要',
  en: 'Beginning of the text',
  example: { cn: '视频无法播放', en: 'The video does not play' },
}

export const feedbackReceived: MessageType = {
  code: 'help.feedback-received',
  group: 'system',
  label: { cn: '收到意见反馈', en: 'Feedback received' },
  variables: {
    sender: { cn: '提交人', en: 'Sender', example: { cn: '林知远', en: 'Lin Zhiyuan' } },
    excerpt,
  },
  defaultTemplate: {
    cn: { title: '新的意见反馈', body: '{sender}：{excerpt}' },
    en: { title: 'New feedback', body: '{sender}: {excerpt}' },
  },
  defaultChannels: ['site'],
}

export const feedbackAnswered: MessageType = {
  code: 'help.feedback-answered',
  group: 'system',
  label: { cn: '意见反馈有了回复', en: 'Feedback answered' },
  variables: { excerpt },
  defaultTemplate: {
    cn: { title: '您的意见反馈有了回复', body: '{excerpt}' },
    en: { title: 'Your feedback was answered', body: '{excerpt}' },
  },
  defaultChannels: ['site'],
}
