/**
 * Plays an encrypted stream in a media element: by hls.js, or by the browser itself where hls.js can't (older iPhones).
 * The m3u8 token that lets the server answer is renewed while it plays.
 */

import workerUrl from 'hls.js/dist/hls.worker.js?url'
import Hls, { type ErrorData, type Level } from 'hls.js/light'
import { call } from '#web/api/query.ts'
import { files, type StreamSource } from '../contract.ts'

/** A token lasts ten minutes; half of them are a margin for a computer that was asleep. */
const renewAfterMs = 5 * 60_000
const playlistType = 'application/vnd.apple.mpegurl'

export interface StreamState {
  /** Heights of the qualities, the highest first; empty where the browser chooses by itself. */
  readonly qualities: readonly number[]
  /** The one that was chosen; null for the one that the connection allows. */
  readonly chosen: number | null
  /** What is playing. */
  readonly current: number | null
}

export interface StreamPlayer {
  readonly state: StreamState
  subscribe(listener: () => void): () => void
  choose(height: number | null): void
  end(): void
}

const nothing: StreamState = { qualities: [], chosen: null, current: null }

/** `onBroken`: it can't go on; the owning module is to be asked again whether it may. */
export async function attachStream(
  media: HTMLMediaElement,
  source: StreamSource,
  onBroken: () => void,
): Promise<StreamPlayer> {
  if (Hls.isSupported()) return playByScript(media, source, onBroken)
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

/** The token in force, and a new one when it has become old. */
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
      // Whoever waits for it hears of a fault; the next one asks anew.
      asked.catch(() => {
        asked = undefined
      })
    },
  }
}

function playByScript(media: HTMLMediaElement, source: StreamSource, onBroken: () => void): StreamPlayer {
  const tokens = tokenKeeper(source)
  const listeners = new Set<() => void>()
  let state = nothing
  /** Faults in a row: of the first the player recovers by itself. */
  let faults = 0
  const hls = new Hls({
    workerPath: workerUrl,
    capLevelToPlayerSize: true,
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
    if (faults > 2 || !recover(hls, data, tokens)) onBroken()
  })
  hls.loadSource(source.url)
  hls.attachMedia(media)
  return {
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
  // The token may have ended while the computer slept.
  if (response?.code === 401 || response?.code === 403) tokens.renew()
  else if (hls.levels.length === 0) return false
  if (hls.levels.length === 0) hls.loadSource(hls.url ?? '')
  else hls.startLoad()
  return true
}
