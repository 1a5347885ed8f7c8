/**
 * Events from the server. An event names what to read again and has no content.
 *
 *     useEvent('notification', () => void unread.refetch())
 *
 * Every listener is also called, without data, when events may be missing: after an interruption of the stream, and
 * once a minute while no stream is open. A listener of `missed` is called only then.
 */
import { useEffect, useEffectEvent } from 'react'
import { CallError } from './api/call-error.ts'
import { withToken } from './api/query.ts'
import { react } from './api/reactions.ts'
import { API_BASE, failureOf, headersOf } from './api/send.ts'
import type { Token } from './api/token.ts'
import { openPersistentStream, type StreamEvent } from './realtime/persistent-stream.ts'
import { shareEvents, type Tab } from './realtime/shared-events.ts'
import { getSession, subscribeToSession } from './session.ts'

const PATH = '/system/events'
/** What the first screen fetches comes before the stream; a tab that is never idle waits no longer than this. */
const IDLE_MAX_MS = 2000

let idle: Promise<void> | undefined

/** Gets what the event carries; nothing when events may have been missed. */
export type EventListener = (data: Readonly<Record<string, unknown>> | undefined) => void

const listeners = new Map<string, Set<EventListener>>()
let started = false
/** The member of this tab's stream. */
let memberId: string | undefined
let endSharing: (() => void) | undefined

/** Calls the listener at each such event of the signed-in member, until the answered function is called. */
export function onEvent(name: string, listener: EventListener): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set.add(listener))
  start()
  return () => set.delete(listener)
}

/** `onEvent` as long as the component is shown. */
export function useEvent(name: string, listener: EventListener): void {
  const heard = useEffectEvent(listener)
  useEffect(() => onEvent(name, heard), [name])
}

function start(): void {
  if (started) return
  started = true
  subscribeToSession(follow)
  follow()
}

/** A stream belongs to a member: it ends when they sign out, and another begins for whoever signs in. */
function follow(): void {
  const next = getSession().user?.id
  if (next === memberId) return
  endSharing?.()
  memberId = next
  endSharing = next === undefined ? undefined : share(next)
}

function share(id: string): () => void {
  return shareEvents({
    name: `shuyuan.events.${id}`,
    tab: thisTab,
    hold: (heard) =>
      openPersistentStream({ open: openStream, onEvent: heard, isFinal: isSessionLost, random: Math.random }),
    deliver,
  })
}

function deliver({ name, data }: StreamEvent): void {
  const called = name === 'missed' ? [...listeners.values()] : [listeners.get(name)]
  for (const set of called) for (const listener of set ?? []) listener(data)
}

function firstIdle(): Promise<void> {
  idle ??= new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_MAX_MS })
    else setTimeout(resolve, 0)
  })
  return idle
}

/** A token that has run out is exchanged for a new one, as for any call. */
async function openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  await firstIdle()
  const response = await withToken((token) => requestStream(token, signal))
  return response.body ?? new ReadableStream({ start: (controller) => controller.close() })
}

async function requestStream(token: Token | undefined, signal: AbortSignal): Promise<Response> {
  const headers = { ...headersOf(token), Accept: 'text/event-stream' }
  const response = await fetch(`${API_BASE}${PATH}`, { headers, signal, cache: 'no-store' })
  if (response.ok) return response
  throw await failureOf(PATH, response)
}

function isSessionLost(failure: unknown): boolean {
  if (!(failure instanceof CallError) || failure.status !== 401) return false
  void react(failure, { quiet: true })
  return true
}

const thisTab: Tab = {
  locks: globalThis.navigator?.locks,
  openChannel: (name) => (typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined),
  isHidden: () => document.visibilityState === 'hidden',
  onChange(listener) {
    document.addEventListener('visibilitychange', listener)
    for (const name of ['online', 'pageshow']) addEventListener(name, listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      for (const name of ['online', 'pageshow']) removeEventListener(name, listener)
    }
  },
}
