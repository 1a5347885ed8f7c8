/** Answers kept in local storage over reloads, each until a time of its own. */

const PREFIX = 'shuyuan.cache.'

interface Entry {
  readonly expiresAt: number
  readonly value: unknown
}

export function storeInCache(key: string, value: unknown, seconds: number): void {
  const entry: Entry = { expiresAt: Date.now() + seconds * 1000, value }
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(entry))
  } catch {
    // A full storage costs a request later, nothing more.
  }
}

/** The value while it lasts; an expired entry is deleted by being read (SHELL-061). */
export function readFromCache<T>(key: string): T | undefined {
  const text = localStorage.getItem(PREFIX + key)
  if (text === null) return undefined
  const entry = parseEntry(text)
  if (entry && entry.expiresAt > Date.now()) return entry.value as T
  localStorage.removeItem(PREFIX + key)
  return undefined
}

function parseEntry(text: string): Entry | undefined {
  try {
    return JSON.parse(text) as Entry
  } catch {
    return undefined
  }
}

/** Forgets everything: what one member was answered is not for the next. */
export function clearStorageCache(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  }
}
