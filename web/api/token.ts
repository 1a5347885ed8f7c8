/** The tokens of this browser. They live in local storage, so every tab is signed in or out together. */

export interface Token {
  readonly tokenType: string
  readonly accessToken: string
  readonly refreshToken?: string
}

const KEY = 'shuyuan.token'
const listeners = new Set<() => void>()
let current: Token | undefined = read()

function read(): Token | undefined {
  try {
    const text = localStorage.getItem(KEY)
    return text === null ? undefined : (JSON.parse(text) as Token)
  } catch {
    return undefined
  }
}

export function getToken(): Token | undefined {
  return current
}

/** Looks at the storage itself: another tab may have changed it a moment ago. */
export function getStoredToken(): Token | undefined {
  return read()
}

/** Keeps the token, or forgets it, here and in the other tabs. */
export function setToken(token: Token | undefined): void {
  if (token) localStorage.setItem(KEY, JSON.stringify(token))
  else localStorage.removeItem(KEY)
  tell(token)
}

function tell(token: Token | undefined): void {
  current = token
  for (const listener of listeners) listener()
}

export function subscribeToToken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return
  // Another tab signs out, then in: by the time that this one hears of the first, the storage holds the second.
  if (event.newValue === null && current !== undefined) tell(undefined)
  tell(read())
})
