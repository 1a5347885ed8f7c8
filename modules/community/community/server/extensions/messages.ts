/** Messages to those who run a share account. */
import { messageType } from '#modules/platform/messages/server.ts'

const name = { cn: '分享账户', en: 'share account', example: { cn: '安全先锋', en: 'Safety pioneers' } }
const reason = { cn: '原因', en: 'reason', example: { cn: '多次发布广告', en: 'Repeated advertising' } }

export const accountMessages = [
  messageType({
    code: 'account.frozen',
    group: 'community',
    label: { cn: '分享账户被冻结', en: 'Share account frozen' },
    variables: { name, reason },
    defaultTemplate: {
      cn: { title: '分享账户“{name}”已被冻结', body: '原因：{reason}。冻结期间不能发布内容，也不能回答问题。' },
      en: {
        title: 'The share account “{name}” was frozen',
        body: 'Reason: {reason}. While it is frozen, it cannot publish content or answer questions.',
      },
    },
    defaultChannels: ['site'],
  }),
  messageType({
    code: 'account.activated',
    group: 'community',
    label: { cn: '分享账户恢复正常', en: 'Share account activated' },
    variables: { name },
    defaultTemplate: {
      cn: { title: '分享账户“{name}”已恢复正常', body: '可以继续发布内容和回答问题。' },
      en: {
        title: 'The share account “{name}” is active again',
        body: 'It can publish content and answer questions.',
      },
    },
    defaultChannels: ['site'],
  }),
]
