/** Notifications to authors: replies, likes, and removals by a moderator. */
import type { Caller } from '#kit/caller.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { type MessageType, messageType, notify } from '#modules/platform/messages/server.ts'
import { type CommentRow, itemOf } from './comment-rows.ts'
import type { TopicsDb } from './db.ts'
import { type ItemRef, type VisibleItem, visibleItems } from './kinds.ts'
import { listeningMembers } from './mutes.ts'

const author = { cn: '谁', en: 'sender', example: { cn: '林知远', en: 'Lin Zhiyuan' } }
const item = { cn: '评论的内容', en: 'content', example: { cn: '信息安全入门', en: 'Information security' } }
const content = { cn: '评论摘要', en: 'comment', example: { cn: '讲得很清楚', en: 'Very clear' } }
const reason = { cn: '原因', en: 'reason', example: { cn: '与课程无关', en: 'Off topic' } }
const count = { cn: '点赞数', en: 'number of likes', example: { cn: '3', en: '3' } }

const types: readonly MessageType[] = [
  {
    code: 'comment.reply',
    group: 'interaction',
    label: { cn: '有人回复我的评论', en: 'Reply to your comment' },
    variables: { author, item, content },
    defaultTemplate: {
      cn: { title: '{author}回复了您的评论', body: '在“{item}”中：{content}' },
      en: { title: '{author} replied to your comment', body: 'On “{item}”: {content}' },
    },
    defaultChannels: ['site'],
  },
  {
    code: 'comment.mention',
    group: 'interaction',
    label: { cn: '有人在评论中提到我', en: 'Named in a comment' },
    variables: { author, item, content },
    defaultTemplate: {
      cn: { title: '{author}在评论中提到了您', body: '在“{item}”中：{content}' },
      en: { title: '{author} named you in a comment', body: 'On “{item}”: {content}' },
    },
    defaultChannels: ['site'],
  },
  {
    code: 'comment.like',
    group: 'interaction',
    label: { cn: '有人赞了我的评论', en: 'Your comment was liked' },
    variables: { author, item, content, count },
    defaultTemplate: {
      cn: { title: '{author}赞了您的评论', body: '“{content}”已获得 {count} 个赞（{item}）' },
      en: { title: '{author} liked your comment', body: 'Likes of “{content}”: {count} ({item})' },
    },
    defaultChannels: ['site'],
  },
  {
    code: 'comment.removed',
    group: 'interaction',
    label: { cn: '我的评论被移除', en: 'Your comment was removed' },
    variables: { item, content, reason },
    defaultTemplate: {
      cn: { title: '您在“{item}”中的评论已被移除', body: '“{content}”。原因：{reason}' },
      en: { title: 'Your comment on “{item}” was removed', body: '“{content}”. Reason: {reason}' },
    },
    defaultChannels: ['site'],
  },
]

export const messageTypes = types.map(messageType)

const EXCERPT_LENGTH = 60
/** A message holds no line ends, and of a long comment the beginning. */
export function excerpt(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  return characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH).join('')}…` : characters.join('')
}

interface NotificationFacts {
  readonly caller: Caller
  readonly ref: ItemRef
  readonly item: VisibleItem
  readonly now: number
}

async function nameOf(db: TopicsDb, { companyId, memberId }: Caller): Promise<string> {
  return (await membersByIds(db, companyId, [memberId])).get(memberId)?.fullName ?? ''
}

export async function notifyOfReply(
  db: TopicsDb,
  facts: NotificationFacts & {
    readonly parentId: string
    readonly recipientIds: readonly string[]
    readonly content: string
  },
): Promise<void> {
  const { caller, ref, now } = facts
  const others = facts.recipientIds.filter((memberId) => memberId !== caller.memberId)
  const recipients = others.length === 0 ? [] : await listeningMembers(db, ref, others)
  if (recipients.length === 0) return
  const variables = {
    author: await nameOf(db, caller),
    item: facts.item.name,
    content: excerpt(facts.content),
  }
  await notify(db, {
    companyId: caller.companyId,
    type: 'comment.reply',
    recipients,
    variables,
    link: facts.item.link,
    collapseKey: `comment.reply:${facts.parentId}`,
    actorId: caller.memberId,
    now,
  })
}

/** A member that a comment names, and who sees the item. */
export async function notifyOfMention(
  db: TopicsDb,
  mention: Omit<NotificationFacts, 'caller'> & {
    readonly companyId: string
    readonly recipientId: string
    readonly authorId: string
    readonly author: string
    readonly content: string
  },
): Promise<void> {
  const { companyId, ref, item: named, now } = mention
  const recipients = await listeningMembers(db, ref, [mention.recipientId])
  if (recipients.length === 0) return
  const variables = { author: mention.author, item: named.name, content: excerpt(mention.content) }
  const { link } = named
  await notify(db, { companyId, type: 'comment.mention', recipients, variables, link, actorId: mention.authorId, now })
}

export async function notifyOfLike(
  db: TopicsDb,
  facts: NotificationFacts & { readonly comment: CommentRow; readonly likeCount: number },
): Promise<void> {
  const { caller, ref, comment, now } = facts
  if (comment.member_id === null || comment.member_id === caller.memberId) return
  const recipients = await listeningMembers(db, ref, [comment.member_id])
  if (recipients.length === 0) return
  const variables = {
    author: await nameOf(db, caller),
    item: facts.item.name,
    content: excerpt(comment.content),
    count: String(facts.likeCount),
  }
  await notify(db, {
    companyId: caller.companyId,
    type: 'comment.like',
    recipients,
    variables,
    link: facts.item.link,
    collapseKey: `comment.like:${comment.id}`,
    actorId: caller.memberId,
    now,
  })
}

/** The authors of comments that a moderator removed; who removed them is not said. */
export async function notifyOfRemoval(
  db: TopicsDb,
  removal: { caller: Caller; comments: readonly CommentRow[]; reason: string; now: number },
): Promise<void> {
  const { caller, comments, now } = removal
  const visible = await visibleItems(db, caller, comments.map(itemOf))
  for (const comment of comments) {
    if (comment.member_id === null || comment.member_id === caller.memberId) continue
    const seen = visible(itemOf(comment))
    await notify(db, {
      companyId: caller.companyId,
      type: 'comment.removed',
      recipients: [comment.member_id],
      variables: { item: seen?.name ?? '—', content: excerpt(comment.content), reason: removal.reason || '—' },
      ...(seen && { link: seen.link }),
      now,
    })
  }
}
