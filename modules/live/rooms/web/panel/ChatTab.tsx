import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { ChatMessage } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction } from '../connection/use-request.ts'
import { withMessages } from '../state/reduce.ts'
import { useRoom, useRoomStore } from '../state/room-store.ts'
import { ChatForm } from './ChatForm.tsx'
import { Message } from './Message.tsx'

/** Within this distance of the end, new messages scroll into view by themselves. */
const NEAR_END_PX = 60
/** The messages in the page at once; more come when the person scrolls up. */
const SHOWN_STEP = 120
const HISTORY_PAGE = 50

/**
 * The chat, newest message at the bottom. A person who reads further up stays there, and a pill announces new messages.
 */
export function ChatTab() {
  const t = useText('rooms')
  const chat = useRoom((view) => view.chat)
  const [shown, setShown] = useState(SHOWN_STEP)
  const list = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const lastSeen = useRef(chat.at(-1)?.id)
  const [unseen, setUnseen] = useState(0)
  const newest = chat.at(-1)?.id

  const toEnd = () => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
    setUnseen(0)
  }
  useLayoutEffect(() => {
    if (atEnd.current) {
      list.current?.scrollTo({ top: list.current.scrollHeight })
      lastSeen.current = newest
      setUnseen(0)
    } else {
      const seenAt = chat.findIndex((message) => message.id === lastSeen.current)
      setUnseen(chat.length - 1 - seenAt)
    }
  }, [chat, newest])
  const onScroll = () => {
    const target = list.current
    if (!target) return
    atEnd.current = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR_END_PX
    if (!atEnd.current) return
    lastSeen.current = newest
    setUnseen(0)
  }
  return (
    <div className="room-chat">
      <Pins chat={chat} />
      <div
        ref={list}
        className="room-chat-list"
        role="log"
        aria-label={t('chat.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
      >
        <Older list={list} all={chat.length <= shown} onMore={() => setShown(shown + SHOWN_STEP)} />
        {chat.length === 0 && <EmptyState small title={t('chat.empty')} />}
        {chat.slice(-shown).map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </div>
      {unseen > 0 && (
        <button type="button" className="room-chat-pill" onClick={toEnd}>
          {t('chat.unseen', { count: unseen })}
        </button>
      )}
      <ChatForm />
    </div>
  )
}

/** Pinned messages, always above the list. */
function Pins({ chat }: { chat: readonly ChatMessage[] }) {
  const t = useText('rooms')
  const pinned = chat.filter((message) => message.pinned).slice(-3)
  if (pinned.length === 0) return null
  return (
    <section className="room-pins" aria-label={t('chat.pinned')}>
      {pinned.map((message) => (
        <Message key={message.id} message={message} pinned />
      ))}
    </section>
  )
}

/** Earlier messages: first the loaded ones, then those from the server. */
function Older({
  list,
  all,
  onMore,
}: {
  list: React.RefObject<HTMLDivElement | null>
  all: boolean
  onMore: () => void
}) {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const [done, setDone] = useState(false)
  const enough = useRoom((view) => view.chat.length >= HISTORY_PAGE)
  const heightBefore = useRef<number | undefined>(undefined)
  useEffect(() => {
    // New content above must not move the reader's position.
    const target = list.current
    if (!target || heightBefore.current === undefined) return
    target.scrollTop += target.scrollHeight - heightBefore.current
    heightBefore.current = undefined
  })
  if ((done || !enough) && all) return null
  const fetchOlder = async () => {
    const before = store.get()?.chat[0]?.id
    if (before === undefined) return
    const { items } = await request('chat.history', { before })
    setDone(items.length < HISTORY_PAGE)
    heightBefore.current = list.current?.scrollHeight
    store.change((view) => ({ ...view, chat: withMessages(view.chat, items) }))
    onMore()
  }
  const more = () => {
    heightBefore.current = list.current?.scrollHeight
    if (all) void run(fetchOlder)
    else onMore()
  }
  return (
    <button type="button" className="room-chat-older" disabled={busy} onClick={more}>
      {t('chat.older')}
    </button>
  )
}
