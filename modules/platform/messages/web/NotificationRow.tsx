import { Link, useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { messages, type Notification } from '../contract.ts'
import { messagePaths } from './paths.ts'

const icons: Readonly<Record<string, IconName>> = {
  approval: 'shield',
  course: 'book',
  learning: 'study',
  exam: 'exam',
  live: 'live',
  training: 'users',
  interaction: 'heart',
  community: 'community',
  order: 'cart',
  task: 'refresh',
  account: 'lock',
}

interface Props {
  readonly notification: Notification
  /** Shows at most two lines of the body, for the panel under the bell. */
  readonly compact?: boolean
  readonly onOpened?: () => void
}

/** Marks it as read; a failure is ignored. */
export function markRead(notification: Notification): void {
  if (notification.readAt !== null) return
  call(messages.readNotifications, { body: { ids: [notification.id] } }, { quiet: true }).catch(() => undefined)
}

/** A message with its sender, text and time. Opening it follows its link and marks it as read. */
export function NotificationRow({ notification, compact, onOpened }: Props) {
  const t = useText('messages')
  const navigate = useNavigate()
  const { group, actor, title, body, repeats, readAt, link, at } = notification
  const open = () => {
    markRead(notification)
    onOpened?.()
  }
  const content = (
    <>
      <span className="ms-row-sign" data-group={group}>
        {actor ? (
          <Avatar name={actor.name} path={actor.avatarPath} size={36} />
        ) : (
          <Icon name={icons[group] ?? 'bell'} size={18} />
        )}
      </span>
      <span className="ms-row-text">
        <span className="ms-row-title">
          {readAt === null && <span className="sy-visually-hidden">{t('centre.unreadMark')}</span>}
          <b>{title}</b>
          {repeats > 1 && <span className="ms-row-repeats">{t('centre.repeats', { count: repeats })}</span>}
        </span>
        <span className="ms-row-body">{body}</span>
        <span className="sy-note-tiny ms-row-time">
          <DateText value={at} style="relative" />
        </span>
      </span>
      {readAt === null && <span className="ms-dot" aria-hidden="true" />}
    </>
  )
  const className = `ms-row${compact ? ' ms-row-compact' : ''}${readAt === null ? ' ms-row-unread' : ''}`
  if (link !== null) {
    return (
      <Link className={className} data-row to={link} onClick={open}>
        {content}
      </Link>
    )
  }
  // A message without a link opens the center from the panel; in the center it is marked as read in place.
  const stay = () => {
    open()
    if (compact) void navigate(messagePaths.centre)
  }
  return (
    <button type="button" className={className} data-row onClick={stay}>
      {content}
    </button>
  )
}
