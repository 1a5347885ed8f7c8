/**
 * The service worker: where the network is away, a page that says so, in place of the browser's own. It keeps that page and
 * nothing else, so that no answer of a call and nothing of any member is ever in its cache.
 */
const CACHE = 'shuyuan-offline-__BUILD__'
const OFFLINE_PAGE = '/vue/offline.html'
const KEPT = [OFFLINE_PAGE, '/vue/offline.js']
const PAGES = ['/', '/vue', '/vue/']

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE)
    await cache.addAll(KEPT.map((path) => new Request(path, { cache: 'reload' })))
    await self.skipWaiting()
  }
  event.waitUntil(keep())
})

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
    // The page is asked for while the worker still starts.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }
  event.waitUntil(takeOver())
})

async function pageOrNotice(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin !== self.location.origin || event.request.method !== 'GET') return
  if (event.request.mode === 'navigate' && PAGES.includes(pathname)) event.respondWith(pageOrNotice(event))
  else if (KEPT.includes(pathname))
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(pathname)) ?? Response.error()))
})
