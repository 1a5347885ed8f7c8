/** Connects a media element with its source: a stream, or a file by ranges. */
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { StreamSource } from '../contract.ts'
import type { StreamPlayer, StreamState } from './stream.ts'

export interface VideoSource {
  readonly url: string | null
  readonly stream: StreamSource | null
}

export interface StreamChoice extends StreamState {
  readonly choose: (height: number | null) => void
}

/** Before a stream is played: its player, playlists, key and the segment at the position. What fails is loaded later. */
export async function loadStreamAhead(source: StreamSource, startMs: number): Promise<void> {
  await import('./stream.ts').then(({ prepareStream }) => prepareStream(source, startMs)).catch(() => undefined)
}

const none: StreamState = { qualities: [], chosen: null, current: null }

/**
 * Sets the source of the element, which has no `src` itself, and updates it after a change. Answers the qualities of
 * a stream. It begins at `startMs`. `onBroken`: a stream cannot be played (any more); the element's `error` reports errors of a plain file.
 */
export function useVideoSource(
  media: RefObject<HTMLMediaElement | null>,
  { url, stream }: VideoSource,
  onBroken: () => void,
  startMs = 0,
): StreamChoice {
  const [player, setPlayer] = useState<StreamPlayer>()
  const broken = useRef(onBroken)
  broken.current = onBroken
  const start = useRef(startMs)
  start.current = startMs
  const { fileId, grant, url: playlist } = stream ?? {}
  // Before the screen is painted: the first bytes are asked for at once.
  useLayoutEffect(() => {
    const element = media.current
    if (!element) return
    if (fileId === undefined || grant === undefined || playlist === undefined) {
      if (url === null) return
      element.src = url
      return () => {
        element.removeAttribute('src')
        element.load()
      }
    }
    let left = false
    let attached: StreamPlayer | undefined
    // hls.js is large, so it loads with the first stream.
    import('./stream.ts')
      .then(({ attachStream }) =>
        attachStream(element, { fileId, grant, url: playlist }, start.current, () => broken.current()),
      )
      .then((made) => {
        attached = made
        if (left) made.end()
        else setPlayer(made)
      })
      .catch(() => !left && broken.current())
    return () => {
      left = true
      attached?.end()
      setPlayer(undefined)
    }
  }, [media, url, fileId, grant, playlist])
  const subscribe = player ? player.subscribe : subscribeToNothing
  const state = useSyncExternalStore(subscribe, () => player?.state ?? none)
  return { ...state, choose: (height) => player?.choose(height) }
}

const subscribeToNothing = () => () => undefined
