/**
 * The received media: one stream for each feed, which the tiles show. Outside of the room's state, which is plain data.
 */
import { useCallback, useSyncExternalStore } from 'react'

export class Streams {
  readonly #streams = new Map<string, MediaStream>()
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get(feedId: string): MediaStream | undefined {
    return this.#streams.get(feedId)
  }

  entries(): readonly (readonly [string, MediaStream])[] {
    return [...this.#streams]
  }

  /** Another track of a feed. The feed gets a new stream then, so that elements notice it. */
  add(feedId: string, track: MediaStreamTrack): void {
    const before = this.#streams.get(feedId)?.getTracks() ?? []
    this.#streams.set(feedId, new MediaStream([...before.filter((one) => one.kind !== track.kind), track]))
    this.#changed()
  }

  remove(feedId: string): void {
    if (this.#streams.delete(feedId)) this.#changed()
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

export function useStream(streams: Streams, feedId: string): MediaStream | undefined {
  const read = useCallback(() => streams.get(feedId), [streams, feedId])
  return useSyncExternalStore(streams.subscribe, read, read)
}
