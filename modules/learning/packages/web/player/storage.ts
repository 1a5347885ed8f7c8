/**
 * Where packages have no origins of their own, they share the browser's storage of the content's origin. What another package
 * left there is taken away before this one begins; the same package finds its own again.
 */
const ownerKey = 'shuyuan.package'

function forgetCookies(): void {
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=')[0] ?? ''
    // biome-ignore lint/suspicious/noDocumentCookie: the way in which it was set, also where the browser has no other.
    if (name !== '') document.cookie = `${name}=; path=/; max-age=0`
  }
}

async function forgetDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
  for (const name of await caches.keys()) await caches.delete(name)
}

export async function takeStorage(packageId: string): Promise<void> {
  try {
    if (localStorage.getItem(ownerKey) === packageId) return
    localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem(ownerKey, packageId)
    forgetCookies()
    await forgetDatabases()
  } catch {
    // Storage is not allowed here, or is none: then nothing was left in it.
  }
}
