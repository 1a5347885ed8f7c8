/** Keeps what is on the screen of messages and to-dos as the server has it. */
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { queryClient } from '#web/api/query.ts'
import { useLanguage } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { messages } from '../contract.ts'

/** However fast events come, what they are about is not read more often than this. */
const READ_AGAIN_MS = 500

const notificationReads = [messages.unreadCount, messages.listNotifications]
const todoReads = [messages.findUnfinishedRemindCount, messages.findMyUnfinished]

/** The first call runs at once; those that follow soon run together, once. */
export function inIntervals(work: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const run = () => {
    if (timer) {
      again = true
      return
    }
    work()
    timer = setTimeout(() => {
      timer = undefined
      if (again) run()
      again = false
    }, ms)
  }
  return run
}

function readAgain(entries: readonly Endpoint[]): void {
  const paths = new Set(entries.map((entry) => entry.path))
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => paths.has(String(queryKey[1])) })
}

const notificationsAgain = inIntervals(() => readAgain(notificationReads), READ_AGAIN_MS)
const todosAgain = inIntervals(() => readAgain(todoReads), READ_AGAIN_MS)

/** Once in the page, in its top bar: every list of messages or to-dos on the screen follows. */
export function useLiveMessages(): void {
  const language = useLanguage()
  const shown = useRef(language)
  // The server renders messages in the language of who reads.
  useEffect(() => {
    if (shown.current !== language) notificationsAgain()
    shown.current = language
  }, [language])
  useEvent('notification', notificationsAgain)
  useEvent('todo', todosAgain)
}
