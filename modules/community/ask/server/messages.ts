/** What the ask bar sends. A message about an anonymous question never names who asked it. */
import { type MessageText, type MessageType, notify, wordedMessage } from '#modules/platform/messages/server.ts'
import type { AskDb } from './db.ts'

const question = { cn: '问题', en: 'question', example: { cn: '如何申请年假', en: 'How do I book leave' } }
const author = { cn: '谁', en: 'sender', example: { cn: '林知远', en: 'Lin Zhiyuan' } }
const reason = { cn: '原因', en: 'reason', example: { cn: '与工作无关', en: 'Off topic' } }

const news = (
  code: string,
  variables: MessageType['variables'],
  cn: MessageText,
  en: MessageText,
  changesTodos?: true,
) =>
  wordedMessage(
    { code, group: 'community', variables, defaultChannels: ['site'], ...(changesTodos && { changesTodos }) },
    cn,
    en,
  )

export const askMessages = [
  news(
    'ask.answered',
    { question, author },
    { label: '我的提问有新回答', title: '{author}回答了您的问题', body: '{question}' },
    { label: 'Answer to your question', title: '{author} answered your question', body: '{question}' },
  ),
  news(
    'ask.followed-answered',
    { question, author },
    { label: '关注的问题有新回答', title: '{author}回答了您关注的问题', body: '{question}' },
    { label: 'Answer to a followed question', title: '{author} answered a question you follow', body: '{question}' },
  ),
  news(
    'ask.accepted',
    { question },
    { label: '我的回答被采纳', title: '您的回答被采纳', body: '{question}' },
    { label: 'Your answer was accepted', title: 'Your answer was accepted', body: '{question}' },
  ),
  news(
    'ask.invited',
    { question },
    { label: '邀请我回答', title: '有同事邀请您回答问题', body: '{question}' },
    { label: 'Invitation to answer', title: 'A colleague invites you to answer', body: '{question}' },
    true,
  ),
  news(
    'ask.mentioned',
    { question, author },
    { label: '问吧中提到我', title: '{author}在问吧中提到了您', body: '{question}' },
    { label: 'Mention in the ask bar', title: '{author} mentioned you in the ask bar', body: '{question}' },
  ),
  news(
    'ask.mentioned-anonymously',
    { question },
    { label: '匿名提问中提到我', title: '有同事在匿名提问中提到了您', body: '{question}' },
    {
      label: 'Mention in an anonymous question',
      title: 'You are mentioned in an anonymous question',
      body: '{question}',
    },
  ),
  news(
    'ask.bounty-ending',
    { question },
    {
      label: '悬赏即将到期',
      title: '您的悬赏即将到期，请采纳满意的回答',
      body: '{question}。到期未采纳，悬赏将退回给您。',
    },
    {
      label: 'Bounty about to expire',
      title: 'Your bounty expires soon. Accept the answer that helped',
      body: '{question}. If you accept none, the bounty comes back to you.',
    },
  ),
  news(
    'ask.bounty-returned',
    { question },
    { label: '悬赏已退回', title: '您的悬赏已退回', body: '{question}' },
    { label: 'Bounty returned', title: 'Your bounty came back to you', body: '{question}' },
  ),
  news(
    'ask.removed',
    { question, reason },
    { label: '我的提问或回答被移除', title: '您在问吧的内容已被移除', body: '{question}。原因：{reason}' },
    {
      label: 'Question or answer removed',
      title: 'Your post in the ask bar was removed',
      body: '{question}. Reason: {reason}',
    },
  ),
  news(
    'ask.followed-up',
    { question },
    { label: '我回答的问题有补充', title: '您回答的问题有了补充', body: '{question}' },
    {
      label: 'Follow-up to a question you answered',
      title: 'A question you answered has a follow-up',
      body: '{question}',
    },
  ),
  news(
    'ask.duplicate',
    { question },
    { label: '我的提问被标为重复', title: '您的问题已作为重复问题关闭', body: '{question}' },
    { label: 'Question closed as a duplicate', title: 'Your question was closed as a duplicate', body: '{question}' },
  ),
]

interface AnnouncedQuestion {
  readonly id: string
  readonly companyId: string
  readonly title: string
}

interface Announcement {
  readonly type: string
  readonly recipients: readonly string[]
  /** Who acted; null where it is nobody's to read. */
  readonly author: { readonly id: string; readonly name: string } | null
  readonly reason?: string
  readonly answerId?: string
  /** The same news again takes the place of what its recipient has not read. */
  readonly collapseKey?: string
  readonly now: number
}

export async function announce(db: AskDb, about: AnnouncedQuestion, news: Announcement): Promise<void> {
  const { type, recipients, author: sender, reason: why = '', answerId, collapseKey, now } = news
  if (recipients.length === 0) return
  await notify(db, {
    ...{ companyId: about.companyId, type, recipients, now },
    variables: { question: about.title, author: sender?.name ?? '', reason: why },
    link: `/ask/question/detail/${about.id}${answerId === undefined ? '' : `?answer=${answerId}`}`,
    ...(sender && { actorId: sender.id }),
    ...(collapseKey !== undefined && { collapseKey }),
  })
}
