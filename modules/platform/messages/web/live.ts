/** Keeps messages and to-dos on the screen up to date. */
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { readAgain } from '#web/api/query.ts'
import { useLanguage } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { throttle } from '#web/ui/timing.ts'
import { messages } from '../contract.ts'

const notificationReads = [messages.unreadCount, messages.listNotifications]
const todoReads = [messages.findUnfinishedRemindCount, messages.findMyUnfinished, messages.findMyFinished]

function read(entries: readonly Endpoint[]): void {
  const paths = new Set(entries.map((entry) => entry.path))
  readAgain(({ queryKey }) => paths.has(String(queryKey[1])))
}

/** Reads and shows changes at most once in 800 ms, even if events come faster (SHELL-112). */
export const notificationsAgain = throttle(() => read(notificationReads))
const todosAgain = throttle(() => read(todoReads))

/** Mounted once, in the top bar; it updates every list of messages and to-dos on the screen. */
export function useLiveMessages(): void {
  const language = useLanguage()
  const shown = useRef(language)
  // The server renders messages in the language of the reader.
  useEffect(() => {
    if (shown.current !== language) notificationsAgain()
    shown.current = language
  }, [language])
  useEvent('notification', notificationsAgain)
  useEvent('todo', todosAgain)
}
