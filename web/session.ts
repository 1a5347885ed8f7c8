/**
 * Who is signed in. The sign-in screens call `signedIn` with what the token call answered; everything else asks
 * `useSession()`.
 *
 *     const { user, can } = useSession()
 *     {can('course.author') && <Button …/>}
 */
import { useSyncExternalStore } from 'react'
import { whileBusy } from './api/busy.ts'
import { CallError } from './api/call-error.ts'
import { queryClient, withToken } from './api/query.ts'
import { tokenOf } from './api/refresh.ts'
import { send } from './api/send.ts'
import { clearStorageCache } from './api/storage-cache.ts'
import { getToken, setToken, subscribeToToken } from './api/token.ts'

interface NamedOrganization {
  readonly id: string
  readonly name: string
}

/** What `GET /human/member/current` answers. */
export interface CurrentMember {
  readonly id: string
  readonly memberName: string
  readonly fullName: string
  readonly headPortrait: string
  readonly organization: NamedOrganization
  readonly rootOrganization: NamedOrganization
  readonly roles: readonly string[]
  /** Permission code → the organizations that it covers, already expanded; the root alone for the whole company. */
  readonly dataPermission: readonly {
    readonly code: string
    readonly organizationIds: readonly string[]
    readonly wholeCompany: boolean
  }[]
  readonly buyerAccess: boolean
  readonly personType: number
  readonly memberType: number
  readonly hasPassword: boolean
  readonly hasSubordinates: boolean
  /** Of the company: its days begin there. */
  readonly timeZone?: string
}

export interface Session {
  readonly signedIn: boolean
  /** Undefined until the server has said who this is. */
  readonly user: CurrentMember | undefined
  readonly roles: readonly string[]
  readonly dataPermission: ReadonlyMap<string, readonly string[]>
  readonly buyerAccess: boolean
  /** Whether the member holds the permission anywhere. The server decides again for each row. */
  readonly can: (permission: string) => boolean
  readonly hasRole: (role: string) => boolean
}

let user: CurrentMember | undefined
let session = build()
const listeners = new Set<() => void>()

function build(): Session {
  const roles = user?.roles ?? []
  const dataPermission = new Map((user?.dataPermission ?? []).map((entry) => [entry.code, entry.organizationIds]))
  return {
    signedIn: getToken() !== undefined,
    user,
    roles,
    dataPermission,
    buyerAccess: user?.buyerAccess ?? false,
    can: (permission) => dataPermission.has(permission),
    hasRole: (role) => roles.includes(role),
  }
}

function changed(): void {
  session = build()
  for (const listener of listeners) listener()
}

/** Runs for whoever is signed in, before the first screen: modules load what the shell shows of theirs. */
const afterSignIn: (() => Promise<void>)[] = []

export function whenSignedIn(load: () => Promise<void>): void {
  afterSignIn.push(load)
}

/** Keeps the token of a sign-in or registration, and learns who it is. */
export async function signedIn(answer: Parameters<typeof tokenOf>[0]): Promise<CurrentMember> {
  // First out, then in: other tabs see that nothing of the earlier member is theirs any more.
  setToken(undefined)
  forget()
  setToken(tokenOf(answer))
  return loadMember()
}

/**
 * Who was signed in on a screen that stays signs in again: nothing of the screen is forgotten. Answers false for somebody
 * else, whose session ends at once.
 */
export async function signedInAgain(answer: Parameters<typeof tokenOf>[0], memberId: string): Promise<boolean> {
  const token = tokenOf(answer)
  const member = (await send({ method: 'GET', path: '/human/member/current' }, token)) as CurrentMember
  if (member.id !== memberId) {
    await send({ method: 'DELETE', path: '/oauth/token' }, token)
    return false
  }
  setToken(token)
  user = member
  changed()
  return true
}

/** Asks the server who holds the token. Rejects with a CallError; the session stays then as it was. */
export async function loadMember(): Promise<CurrentMember> {
  const asking = whileBusy(undefined, () =>
    withToken((token) => send({ method: 'GET', path: '/human/member/current' }, token)),
  )
  // What a module adds to the shell is never worth a failed sign-in.
  const [answer] = await Promise.all([asking, Promise.allSettled(afterSignIn.map((load) => load()))])
  user = answer as CurrentMember
  changed()
  return user
}

/** Ends the session on the server too. Here it ends whatever the server says. */
export async function signOut(): Promise<void> {
  const ending = send({ method: 'DELETE', path: '/oauth/token' }, getToken())
  setToken(undefined)
  await ending.catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
}

function forget(): void {
  user = undefined
  queryClient.clear()
  clearStorageCache()
}

// Another tab signed in as someone else, or out: nothing of the last member may stay here.
let lastToken = getToken()
subscribeToToken(() => {
  const token = getToken()
  const ended = lastToken !== undefined && token === undefined
  lastToken = token
  if (ended) forget()
  changed()
})

/** Calls the listener when somebody has signed in or out, until the answered function is called. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function getSession(): Session {
  return session
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession, getSession)
}
