/** The room's state outside of the component tree; components subscribe to the slice that they show. */
import { createContext, use, useCallback, useRef, useSyncExternalStore } from 'react'
import type { RoomEvent } from '../../contract/socket.ts'
import { reduceAll } from './reduce.ts'
import type { RoomView } from './room-state.ts'

export interface RoomStore {
  readonly get: () => RoomView | undefined
  readonly handleEvents: (events: readonly RoomEvent[]) => void
  /** A local change of this browser: its own vote, an older page of the chat. */
  readonly change: (change: (view: RoomView) => RoomView) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createRoomStore(now: () => number = Date.now): RoomStore {
  let view: RoomView | undefined
  const listeners = new Set<() => void>()
  const set = (next: RoomView | undefined) => {
    if (next === view) return
    view = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => view,
    handleEvents: (events) => set(reduceAll(view, events, now())),
    change: (change) => set(view && change(view)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const RoomStoreContext = createContext<RoomStore | undefined>(undefined)

export function useRoomStore(): RoomStore {
  const store = use(RoomStoreContext)
  if (!store) throw new Error('outside of a room')
  return store
}

/**
 * A slice of the room. The component renders again when the slice changes; a new array or object is compared item by
 * item.
 */
export function useRoom<T>(select: (view: RoomView) => T): T {
  const store = useRoomStore()
  const last = useRef<{ slice: T } | undefined>(undefined)
  const chosen = useRef(select)
  chosen.current = select
  const slice = useCallback(() => {
    const view = store.get()
    if (!view) throw new Error('there is no state of the room yet')
    const next = chosen.current(view)
    if (last.current && isSame(last.current.slice, next)) return last.current.slice
    last.current = { slice: next }
    return next
  }, [store])
  return useSyncExternalStore(store.subscribe, slice, slice)
}

/** Whether two slices show the same: identical values, or lists or objects of identical values. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const entries = Object.entries(one)
  const others = other as Record<string, unknown>
  return (
    entries.length === Object.keys(others).length &&
    entries.every(([key, value]) => key in others && Object.is(value, others[key]))
  )
}
