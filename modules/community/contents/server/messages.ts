/** The messages that contents send. */
import type { MessageType } from '#modules/platform/messages/server.ts'

const title = { cn: '内容标题', en: 'title', example: { cn: '如何写好交接班记录', en: 'Writing a good handover' } }
const account = { cn: '分享账户', en: 'share account', example: { cn: '安全先锋', en: 'Safety pioneers' } }

/** A scheduled content was not published, because its account was frozen meanwhile. */
export const notPublished: MessageType = {
  code: 'content.not-published',
  group: 'community',
  label: { cn: '定时内容未能发布', en: 'Scheduled content not published' },
  variables: { title, account },
  defaultTemplate: {
    cn: { title: '《{title}》未能按时发布', body: '分享账户“{account}”已被冻结，内容已关闭，账户恢复后可以重新启用' },
    en: {
      title: '“{title}” was not published',
      body: 'The share account “{account}” is frozen. The content is closed and can be activated later.',
    },
  },
  defaultChannels: ['site'],
}

/** A content that names the member as one of its authors has appeared. */
export const coauthorNamed: MessageType = {
  code: 'content.coauthor',
  group: 'community',
  label: { cn: '被列为合著者', en: 'Named as a co-author' },
  variables: { title, account },
  defaultTemplate: {
    cn: { title: '您被列为《{title}》的合著者', body: '该内容已由分享账户“{account}”发布' },
    en: { title: 'You are a co-author of “{title}”', body: 'The share account “{account}” has published it' },
  },
  defaultChannels: ['site'],
}

/** An article names the member. */
export const mentioned: MessageType = {
  code: 'content.mentioned',
  group: 'community',
  label: { cn: '在文章中提到我', en: 'Named in an article' },
  variables: { title, account },
  defaultTemplate: {
    cn: { title: '《{title}》提到了您', body: '该文章由分享账户“{account}”发布' },
    en: { title: '“{title}” names you', body: 'The share account “{account}” has published it' },
  },
  defaultChannels: ['site'],
}

/** An administrator of the account has removed what somebody else had written. */
export const contentRemoved: MessageType = {
  code: 'content.removed',
  group: 'community',
  label: { cn: '内容被移除', en: 'Content removed' },
  variables: { title, account },
  defaultTemplate: {
    cn: { title: '《{title}》已被移除', body: '分享账户“{account}”的管理员移除了您发布的内容' },
    en: { title: '“{title}” was removed', body: 'An administrator of “{account}” removed what you had published' },
  },
  defaultChannels: ['site'],
}

/** A moderator has agreed to a content, or to a change of one. */
export const changeApproved: MessageType = {
  code: 'content.approved',
  group: 'community',
  label: { cn: '内容通过审核', en: 'Content approved' },
  variables: { title },
  defaultTemplate: {
    cn: { title: '《{title}》已通过审核', body: '同事现在可以看到它' },
    en: { title: '“{title}” was approved', body: 'Colleagues can see it now' },
  },
  defaultChannels: ['site'],
}
