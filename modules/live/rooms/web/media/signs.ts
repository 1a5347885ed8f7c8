/** What media tell beside themselves: who speaks, how the network is. Changes often, and few parts show it. */
import { useSyncExternalStore } from 'react'
import type { Quality } from './quality.ts'

export interface MediaSigns {
  /** The participant whose voice is heard. */
  readonly speaking: string | undefined
  readonly quality: Quality
  /** Pictures come as one stream, not by peers. */
  readonly stream: boolean
}

const initial: MediaSigns = { speaking: undefined, quality: 'good', stream: false }

export class Signs {
  #value = initial
  readonly #listeners = new Set<() => void>()

  readonly get = (): MediaSigns => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(next: Partial<MediaSigns>): void {
    const changed = Object.entries(next).some(([name, value]) => this.#value[name as keyof MediaSigns] !== value)
    if (!changed) return
    this.#value = { ...this.#value, ...next }
    for (const listener of [...this.#listeners]) listener()
  }
}

export function useSigns<T>(signs: Signs, select: (signs: MediaSigns) => T): T {
  const read = () => select(signs.get())
  return useSyncExternalStore(signs.subscribe, read, read)
}
