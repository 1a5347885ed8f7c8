/**
 * Indicators of the media: the current speaker, the network quality. They change often, and few components show them.
 */
import { useSyncExternalStore } from 'react'
import type { Quality } from './quality.ts'

export interface MediaIndicators {
  /** The participant who speaks now. */
  readonly speaking: string | undefined
  readonly quality: Quality
  /** Pictures come as one stream, not over peers. */
  readonly stream: boolean
}

const initial: MediaIndicators = { speaking: undefined, quality: 'good', stream: false }

export class Indicators {
  #value = initial
  readonly #listeners = new Set<() => void>()

  readonly get = (): MediaIndicators => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(next: Partial<MediaIndicators>): void {
    const changed = Object.entries(next).some(([name, value]) => this.#value[name as keyof MediaIndicators] !== value)
    if (!changed) return
    this.#value = { ...this.#value, ...next }
    for (const listener of [...this.#listeners]) listener()
  }
}

export function useIndicators<T>(indicators: Indicators, select: (indicators: MediaIndicators) => T): T {
  const read = () => select(indicators.get())
  return useSyncExternalStore(indicators.subscribe, read, read)
}
