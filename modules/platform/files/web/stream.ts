/**
 * Plays an encrypted stream in a media element: by hls.js, or by the browser where hls.js does not work (older
 * iPhones). The m3u8 token is renewed during playback.
 */

import workerUrl from 'hls.js/dist/hls.worker.js?url'
import Hls, { type ErrorData, type Level } from 'hls.js/light'
import { call } from '#web/api/query.ts'
import { files, type StreamSource } from '../contract.ts'

/** A token is valid for ten minutes; half of them are a margin for a computer that was asleep. */
const renewAfterMs = 5 * 60_000
const playlistType = 'application/vnd.apple.mpegurl'

export interface StreamState {
  /** Heights of the qualities, descending; empty if the browser chooses. */
  readonly qualities: readonly number[]
  /** The chosen quality; null for automatic. */
  readonly chosen: number | null
  /** The current quality. */
  readonly current: number | null
}

export interface StreamPlayer {
  readonly state: StreamState
  subscribe(listener: () => void): () => void
  choose(height: number | null): void
  end(): void
}

const nothing: StreamState = { qualities: [], chosen: null, current: null }

/** A stream whose beginning is loaded, and no element yet to play it. */
let ahead: { readonly fileId: string; readonly stream: ScriptedStream; readonly timer: number } | undefined
/** Whoever looks at something else gives its memory back. */
const keepAheadMs = 60_000

function forgetAhead(): void {
  if (ahead) clearTimeout(ahead.timer)
  ahead?.stream.end()
  ahead = undefined
}

/** Loads playlists, key and the segment at the position before the member presses play. Another stream replaces it. */
export function prepareStream(source: StreamSource, startMs: number): void {
  if (ahead?.fileId === source.fileId || !Hls.isSupported()) return
  forgetAhead()
  const stream = openStream(source, startMs)
  const timer = window.setTimeout(forgetAhead, keepAheadMs)
  ahead = { fileId: source.fileId, stream, timer }
  stream.onBroken(forgetAhead)
}

/** The stream that was loaded ahead, if it is this one; it is used once. */
function takeAhead({ fileId }: StreamSource): ScriptedStream | undefined {
  if (ahead?.fileId !== fileId) return undefined
  const { stream, timer } = ahead
  clearTimeout(timer)
  ahead = undefined
  return stream
}

/**
 * Plays from `startMs`. `onBroken`: playback cannot continue, and the owning module must check the permission again.
 */
export async function attachStream(
  media: HTMLMediaElement,
  source: StreamSource,
  startMs: number,
  onBroken: () => void,
): Promise<StreamPlayer> {
  if (Hls.isSupported()) {
    const stream = takeAhead(source) ?? openStream(source, startMs)
    stream.onBroken(onBroken)
    stream.attach(media)
    return stream
  }
  if (media.canPlayType(playlistType) !== '') return playByBrowser(media, source)
  onBroken()
  return { state: nothing, subscribe: () => () => undefined, choose: () => undefined, end: () => undefined }
}

function askToken({ fileId, grant }: StreamSource, player?: 'native') {
  const query = { id: fileId, grant, ...(player && { player }) }
  return call(files.m3u8Token, { query }, { cache: 0, handles: 'all', quiet: true })
}

async function playByBrowser(media: HTMLMediaElement, source: StreamSource): Promise<StreamPlayer> {
  const { token } = await askToken(source, 'native')
  media.src = withToken(source.url, token)
  return {
    state: nothing,
    subscribe: () => () => undefined,
    choose: () => undefined,
    end() {
      media.removeAttribute('src')
      media.load()
    },
  }
}

function withToken(address: string, token: string): string {
  const url = new URL(address, location.href)
  url.searchParams.set('token', token)
  return url.href
}

/** The current token, or a new one if it is old. */
function tokenKeeper(source: StreamSource) {
  let asked: Promise<string> | undefined
  let askedAt = 0
  return {
    get(): Promise<string> {
      if (!asked || performance.now() - askedAt > renewAfterMs) this.renew()
      return asked as Promise<string>
    },
    renew(): void {
      askedAt = performance.now()
      asked = askToken(source).then(({ token }) => token)
      // A waiting caller receives the error, and the next caller requests again.
      asked.catch(() => {
        asked = undefined
      })
    },
  }
}

interface ScriptedStream extends StreamPlayer {
  attach(media: HTMLMediaElement): void
  onBroken(listener: () => void): void
}

function openStream(source: StreamSource, startMs: number): ScriptedStream {
  const tokens = tokenKeeper(source)
  const listeners = new Set<() => void>()
  let state = nothing
  /** Consecutive errors; the player recovers from the first by itself. */
  let faults = 0
  let broken: () => void = () => undefined
  const hls = new Hls({
    workerPath: workerUrl,
    capLevelToPlayerSize: true,
    // The first segment comes while the element gets ready, and is that of the position to go on from.
    startFragPrefetch: true,
    startPosition: startMs > 0 ? startMs / 1000 : -1,
    maxBufferLength: 30,
    backBufferLength: 60,
    async xhrSetup(xhr, url) {
      xhr.open('GET', withToken(url, await tokens.get()), true)
    },
  })
  const heightOf = (level: Level | undefined) => (level ? Math.min(level.width, level.height) : null)
  const change = (next: Partial<StreamState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    const heights = hls.levels.map((level) => heightOf(level) ?? 0)
    change({ qualities: heights.sort((a, b) => b - a) })
  })
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => change({ current: heightOf(hls.levels[level]) }))
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    faults = 0
  })
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (!data.fatal) return
    faults += 1
    if (faults > 2 || !recover(hls, data, tokens)) broken()
  })
  hls.loadSource(source.url)
  return {
    attach(media) {
      hls.attachMedia(media)
    },
    onBroken(listener) {
      broken = listener
    },
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose(height) {
      hls.nextLevel = height === null ? -1 : hls.levels.findIndex((level) => heightOf(level) === height)
      change({ chosen: height })
    },
    end() {
      listeners.clear()
      hls.destroy()
    },
  }
}

function recover(hls: Hls, { type, response }: ErrorData, tokens: { renew(): void }): boolean {
  if (type === Hls.ErrorTypes.MEDIA_ERROR) {
    hls.recoverMediaError()
    return true
  }
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return false
  // The token may have expired while the computer was asleep.
  if (response?.code === 401 || response?.code === 403) tokens.renew()
  else if (hls.levels.length === 0) return false
  if (hls.levels.length === 0) hls.loadSource(hls.url ?? '')
  else hls.startLoad()
  return true
}
