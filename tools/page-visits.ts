/**
 * What opening a screen costs a browser: requests and bytes over the wire, when it paints, how far it shifts. The first visit
 * is that of a browser that knows nothing but who is signed in; the second one has what the browser kept of it.
 */
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

export interface Visit {
  /** Requests that reached the server; what came out of the browser's cache is none. */
  readonly requests: number
  /** As they travelled: compressed, with their headers. */
  readonly bytes: number
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  /** Sum of all layout shifts while nobody touched the page. */
  readonly shift: number
  readonly list: readonly RequestSeen[]
  readonly shifted: readonly string[]
}

export interface RequestSeen {
  readonly url: string
  readonly type: string
  readonly startMs: number
  readonly endMs: number
  readonly bytes: number
}

/** Nothing has been asked for that long, and all has been answered: the page is as it will be. */
const quietMs = 700
const longestMs = 60_000
/** A stream of events never ends. */
const streamPath = '/api/v1/system/events'

/** Keeps what the browser tells only while it happens. */
const observe = `(() => {
  const seen = (window.seenByBench = { shift: 0, largest: 0, shifted: [] })
  const nameOf = (node) => node && node.nodeType === 1 ? node.tagName.toLowerCase() + '.' + String(node.className?.baseVal ?? node.className).trim().replace(/ +/g, '.') : String(node?.nodeName)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      seen.shift += entry.value
      seen.shifted.push(entry.value.toFixed(3) + ' at ' + Math.round(entry.startTime) + ' ms: ' + entry.sources.map((source) => nameOf(source.node) + ' ' + Math.round(source.previousRect.y) + '→' + Math.round(source.currentRect.y)).join(', '))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { seen.largest = list.getEntries().at(-1).startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
})()`

interface Kept {
  readonly shift: number
  readonly largest: number
  readonly first: number
  readonly shifted: readonly string[]
}

interface Seen {
  url: string
  type: string
  startMs: number
  endMs: number
  bytes: number
  fromCache: boolean
  ended: boolean
}

/** Follows the requests of a page; a stream of events never ends and counts with what has come of it. */
function followRequests(session: CDPSession): {
  readonly all: () => readonly Seen[]
  readonly isQuiet: () => boolean
} {
  const seen = new Map<string, Seen>()
  let lastChangeAt = Date.now()
  let startedAt: number | undefined
  const change = () => {
    lastChangeAt = Date.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (!/^https?:/.test(request.url)) return
    change()
    startedAt ??= timestamp
    const startMs = (timestamp - startedAt) * 1000
    const { pathname, search } = new URL(request.url)
    seen.set(requestId, {
      url: pathname + search,
      type: type ?? '',
      startMs,
      endMs: startMs,
      bytes: 0,
      fromCache: false,
      ended: pathname === streamPath,
    })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const one = seen.get(requestId)
    if (one) one.fromCache = true
  })
  session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const one = seen.get(requestId)
    if (!one) return
    one.fromCache ||= response.fromDiskCache === true
    one.bytes = response.encodedDataLength
    one.endMs = (timestamp - (startedAt ?? 0)) * 1000
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const one = seen.get(requestId)
    if (!one) return
    change()
    one.ended = true
    one.bytes = encodedDataLength
    one.endMs = (timestamp - (startedAt ?? 0)) * 1000
  })
  session.on('Network.loadingFailed', ({ requestId }) => {
    const one = seen.get(requestId)
    if (!one) return
    change()
    one.ended = true
  })
  const isQuiet = () => Date.now() - lastChangeAt >= quietMs && [...seen.values()].every(({ ended }) => ended)
  return { all: () => [...seen.values()], isQuiet }
}

async function untilQuiet(page: Page, isQuiet: () => boolean): Promise<void> {
  const deadline = Date.now() + longestMs
  while (!isQuiet() && Date.now() < deadline) await page.waitForTimeout(100)
}

/** Opens the address in a new page of the context, whose storage holds the session. */
export async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await page.addInitScript(observe)
    const requests = followRequests(session)
    await page.goto(address)
    await page.locator('main h1').first().waitFor()
    await untilQuiet(page, requests.isQuiet)
    const kept = await page.evaluate<Kept>(
      `({ ...window.seenByBench, first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN })`,
    )
    const list = requests.all().filter(({ fromCache }) => !fromCache)
    return {
      requests: list.length,
      bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
      firstPaintMs: kept.first,
      largestPaintMs: kept.largest,
      shift: kept.shift,
      list,
      shifted: kept.shifted,
    }
  } finally {
    await page.close()
  }
}
