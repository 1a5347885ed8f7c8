import { useSyncExternalStore } from 'react'

/** A value outside the component tree that components follow. */
export interface Store<T> {
  readonly get: () => T
  readonly set: (next: Partial<T>) => void
  readonly use: () => T
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    set(next) {
      value = { ...value, ...next }
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, get),
  }
}
