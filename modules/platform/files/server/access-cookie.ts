/**
 * The access cookie, with which a browser loads file content. Answers to signed-in calls set it if it is missing,
 * belongs to another member, or has passed half its lifetime. It is removed with the token. Only GET calls for file
 * content accept it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { createAccessCookie, type Reader, readAccessCookie, signingKey } from './signing.ts'

const cookieName = 'shuyuan_files'
const passMs = 3_600_000

/** The number of cookies that are checked, because each check costs a signature. */
const cookiesMax = 5

/**
 * All cookies with the name of ours. Cookies ignore ports, so a page on another port of this host can set one with a
 * longer path, which browsers send first. It must not replace the genuine one.
 */
function accessCookiesOf(headers: Readonly<Record<string, string | string[] | undefined>>): string[] {
  const cookies = String(headers.cookie ?? '').split(/;\s*/)
  const own = cookies.filter((cookie) => cookie.startsWith(`${cookieName}=`))
  return own.slice(0, cookiesMax).map((cookie) => cookie.slice(cookieName.length + 1))
}

/** The reader of the content: the caller of the token, or else the member of the access cookie. */
export function readerOf(key: Buffer, context: Context<Caller | undefined>): Reader | undefined {
  if (context.caller) return context.caller
  for (const pass of accessCookiesOf(context.headers)) {
    const reader = readAccessCookie(key, pass, context.now)
    if (reader) return reader
  }
  return undefined
}

function cookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  return `${cookieName}=${value}; Path=/api/v1; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

/** Whether no cookie of the member is valid for at least half its lifetime. */
function isDue(key: Buffer, request: FastifyRequest, memberId: string, now: number): boolean {
  const good = (pass: string) => readAccessCookie(key, pass, now + passMs / 2)?.memberId === memberId
  return !accessCookiesOf(request.headers).some(good)
}

/** Adds the hook to every call under `/api/v1`. */
export function addAccessCookie(app: FastifyInstance, outside: Outside, db: Connection): void {
  const secure = outside.config.publicUrl.startsWith('https:')
  let key: Buffer | undefined
  app.addHook('onSend', async (request, reply) => {
    const ended = reply.statusCode === 401 || (request.method === 'DELETE' && request.url.endsWith('/oauth/token'))
    if (ended) {
      if (accessCookiesOf(request.headers).length > 0) reply.header('set-cookie', cookie('', 0, secure))
      return
    }
    const { caller } = request
    const now = outside.clock.now()
    if (!caller) return
    key ??= await signingKey(db)
    if (!isDue(key, request, caller.memberId, now)) return
    reply.header('set-cookie', cookie(createAccessCookie(key, caller, now + passMs), passMs / 1000, secure))
  })
}
