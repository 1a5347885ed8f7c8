/** What a page does about releases once it has nothing else to do: the service worker, and the watch for newer builds. */
import './print.css'
import './release.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onEvent } from '../realtime.ts'
import { themeMode } from '../theme/mode.ts'
import { NewVersion } from './NewVersion.tsx'
import { watchRelease } from './watch.ts'

/** For whoever installs it; the browser reads it when it is asked to, and the page itself does not grow. */
function nameManifest(): void {
  for (const [rel, href] of [
    ['manifest', '/vue/manifest.webmanifest'],
    ['apple-touch-icon', '/vue/icons/icon-192.png'],
  ] as const)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
}

function registerWorker(): void {
  // Without https there is none, and in private windows it may be refused: nothing depends on it.
  navigator.serviceWorker?.register('/vue/sw.js', { scope: '/' }).catch(() => undefined)
}

/** Paper is light, whatever the screen is. */
function printInk(): void {
  const show = (dark: boolean) => flushSync(() => themeMode.set({ dark }))
  let wasDark = false
  addEventListener('beforeprint', () => {
    wasDark = themeMode.get().dark
    show(false)
  })
  addEventListener('afterprint', () => show(wasDark))
}

export function startRelease(): void {
  nameManifest()
  registerWorker()
  printInk()
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('shuyuan.release') : undefined
  const watch = watchRelease({ channel, now: () => performance.now() })
  const lookWhenSeen = () => void (document.visibilityState === 'visible' && watch.look())
  document.addEventListener('visibilitychange', lookWhenSeen)
  addEventListener('focus', lookWhenSeen)
  // A server that has been started again may have come with another build.
  onEvent('missed', lookWhenSeen)
  addEventListener('vite:preloadError', () => void watch.look('urgent'))
  // What other tabs have said before it began was not heard.
  lookWhenSeen()
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<NewVersion onPutOff={watch.putOff} onReload={() => location.reload()} />)
}
