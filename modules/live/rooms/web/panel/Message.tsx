import { memo } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { outranks } from '../../contract/policy.ts'
import type { ChatMessage } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { RoomIcon } from '../controls/RoomIcon.tsx'
import { useRoom } from '../state/room-store.ts'

const two = (value: number) => String(value).padStart(2, '0')

export function timeOfDay(instant: number): string {
  const date = new Date(instant)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** One message. Of a list of five hundred, only new ones are rendered. */
export const Message = memo(function Message({ message, pinned }: { message: ChatMessage; pinned?: boolean }) {
  const t = useText('rooms')
  const mine = useRoom((view) => view.me.id === message.participantId)
  return (
    <article className="room-message" data-mine={mine} data-message={message.id}>
      {pinned ? <RoomIcon name="pin" size={16} /> : <Avatar name={message.name} path={message.avatarPath} size={30} />}
      <div className="room-message-body">
        <p className="room-message-who">
          <b>{message.name}</b>
          {message.role !== 'viewer' && (
            <span className={`room-role room-role-${message.role}`}>{t(`role.${message.role}`)}</span>
          )}
          <time className="sy-number" dateTime={new Date(message.at).toISOString()}>
            {timeOfDay(message.at)}
          </time>
        </p>
        <p className="room-message-text">{message.text}</p>
      </div>
      <MessageMenu message={message} mine={mine} />
    </article>
  )
})

function MessageMenu({ message, mine }: { message: ChatMessage; mine: boolean }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [, run] = useAction()
  const mayPin = useAllowed('chat.pin')
  const mayRemove = useAllowed('chat.remove')
  const { participantId } = message
  const writer = useRoom((view) => view.people.find((person) => person.id === participantId))
  const higher = useRoom((view) => outranks(view.me.role, message.role))
  if (!mayPin && !mayRemove) return null
  const { id } = message
  return (
    <MenuButton className="room-message-menu" label={t('chat.manage')} button={<Icon name="more" size={16} />}>
      {mayPin && (
        <button
          type="button"
          role="menuitem"
          onClick={() => void run(() => request(message.pinned ? 'chat.unpin' : 'chat.pin', { id }))}
        >
          <RoomIcon name="pin" />
          {t(message.pinned ? 'chat.unpin' : 'chat.pin')}
        </button>
      )}
      {mayRemove && (
        <button type="button" role="menuitem" onClick={() => void run(() => request('chat.remove', { id }))}>
          <Icon name="delete" />
          {t('chat.remove')}
        </button>
      )}
      {mayPin && !mine && higher && participantId !== null && (
        <button
          type="button"
          role="menuitem"
          onClick={() =>
            void run(() => request('chat.mutePerson', { participantId, muted: writer?.silenced !== true }))
          }
        >
          <Icon name="lock" />
          {t(writer?.silenced ? 'people.unsilence' : 'people.silence', { name: message.name })}
        </button>
      )}
    </MenuButton>
  )
}
