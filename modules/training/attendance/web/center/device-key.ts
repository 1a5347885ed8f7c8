import { v7 as newId } from 'uuid'

const KEY = 'shuyuan.check-in.device'

/**
 * By what the server knows this browser again, whoever is signed in: one device checks one person in. It proves nothing, for it
 * can be deleted; it only makes checking in for a colleague less easy. Where nothing can be kept, it lasts as long as the page.
 */
export function deviceKey(): string {
  try {
    const known = localStorage.getItem(KEY)
    if (known) return known
    const made = newId()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    fallback ??= newId()
    return fallback
  }
}

let fallback: string | undefined
