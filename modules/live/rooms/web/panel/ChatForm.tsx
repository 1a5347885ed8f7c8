import { useText } from '#web/i18n/texts.ts'
import { chatLengthMax } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAllowed } from '../connection/use-request.ts'
import { withMessages } from '../state/reduce.ts'
import { useRoom, useRoomStore } from '../state/room-store.ts'
import { useWriting } from './use-writing.ts'
import { WritingField } from './WritingField.tsx'

export function ChatForm() {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request } = useRoomSession()
  const maySend = useAllowed('chat.send')
  const silenced = useRoom((view) => view.me.silenced)
  const staff = useRoom((view) => view.me.role !== 'viewer')
  const guest = useRoom((view) => view.me.guest && !view.settings.guestsMayWrite)
  const open = useRoom((view) => view.settings.chatOpen)
  const slow = useRoom((view) => (view.me.role === 'viewer' ? view.settings.slowModeSeconds : 0))
  const writing = useWriting(async (text) => {
    const { message } = await request('chat.send', { text })
    store.change((view) => ({ ...view, chat: withMessages(view.chat, [message]) }))
  }, slow)
  const closed = !maySend
    ? t('chat.over')
    : silenced
      ? t('chat.silenced')
      : !open && !staff
        ? t('chat.closed')
        : guest
          ? t('chat.noGuests')
          : undefined
  return (
    <WritingField
      writing={writing}
      label={t('chat.field')}
      placeholder={slow > 0 ? t('chat.slow', { seconds: slow }) : t('chat.placeholder')}
      lengthMax={chatLengthMax}
      closed={closed}
    />
  )
}
