/** The player and the site around it are of different origins: they know of each other what they tell. */
import type { PlayerMessage, SiteMessage } from './shapes.ts'

/** The site says in the fragment who it is; the browser lets nobody but the site put us into a frame. */
const site = new URLSearchParams(location.hash.slice(1)).get('site')
const hasSite = window.parent !== window && site !== null
const siteWaitsMs = 5000

export function tell(message: PlayerMessage): void {
  if (hasSite && site !== null) window.parent.postMessage(message, site)
}

export function listen(hear: (message: SiteMessage) => void): void {
  window.addEventListener('message', (event: MessageEvent<SiteMessage>) => {
    if (hasSite && event.source === window.parent && event.origin === site) hear(event.data)
  })
}

/** Until the site has sent what an earlier player left with it; without an answer the content begins all the same. */
export async function siteIsReady(): Promise<void> {
  if (!hasSite) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, siteWaitsMs)
    listen(({ kind }) => {
      if (kind !== 'shuyuan.package.start') return
      clearTimeout(timer)
      resolve()
    })
    tell({ kind: 'shuyuan.package.hello' })
  })
}
