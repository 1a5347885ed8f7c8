/** Exchanging the rotating refresh token. It is good for one use, so only one tab may use it at a time. */
import { send } from './send.ts'
import { getStoredToken, getToken, setToken, type Token } from './token.ts'

const LOCK = 'shuyuan.refresh'
const LEASE_MS = 10_000
let running: Promise<Token | undefined> | undefined

/** What the token call answers. */
interface TokenAnswer {
  readonly access_token: string
  readonly token_type: string
  readonly refresh_token?: string
}

/** The answer of a sign-in or refresh, as this browser keeps it. */
export function tokenOf(answer: TokenAnswer): Token {
  return { tokenType: answer.token_type, accessToken: answer.access_token, refreshToken: answer.refresh_token }
}

/**
 * A token newer than the one that was refused, or nothing where there is none to be had. Calls that are refused at the
 * same time share one exchange, over all tabs. Throws the CallError of the exchange.
 */
export function refreshToken(refused: Token): Promise<Token | undefined> {
  running ??= withLock(() => exchange(refused)).finally(() => {
    running = undefined
  })
  return running
}

async function exchange(refused: Token): Promise<Token | undefined> {
  const stored = getStoredToken()
  if (stored && stored.accessToken !== refused.accessToken) {
    if (getToken()?.accessToken !== stored.accessToken) setToken(stored)
    return stored
  }
  if (!stored?.refreshToken) return undefined
  const body = { grantType: 'refresh_token', refreshToken: stored.refreshToken }
  const answer = await send({ method: 'POST', path: '/oauth/token', body, form: true }, undefined)
  const fresh = tokenOf(answer as TokenAnswer)
  setToken(fresh)
  return fresh
}

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, work)
  await leaseFromStorage()
  try {
    return await work()
  } finally {
    localStorage.removeItem(LOCK)
  }
}

/** Browsers give locks to secure pages only; inside a company's network a page may be plain http. */
async function leaseFromStorage(): Promise<void> {
  const mine = Math.random().toString(36).slice(2)
  for (;;) {
    const [owner, until] = (localStorage.getItem(LOCK) ?? '').split(' ')
    if (owner === mine) return
    if (!owner || Number(until) < Date.now()) localStorage.setItem(LOCK, `${mine} ${Date.now() + LEASE_MS}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
