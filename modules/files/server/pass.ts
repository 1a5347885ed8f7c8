/**
 * The pass cookie. Every answer to a signed-in call brings one where it is missing, another member's, or half used up;
 * it goes when the token is refused or given back. Only file content accepts it, and that only answers GET.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { createPass, passClaims, type Reader, readPass, signingKey } from './signing.ts'

const cookieName = 'shuyuan_files'
const passMs = 3_600_000

function passOf(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  const cookies = String(headers.cookie ?? '').split(/;\s*/)
  const found = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))
  return found?.slice(cookieName.length + 1)
}

/** Who asks for content: the caller where a token came along, else whom the pass names. */
export function readerOf(key: Buffer, context: Context<Caller | undefined>): Reader | undefined {
  if (context.caller) return context.caller
  const pass = passOf(context.headers)
  return pass === undefined ? undefined : readPass(key, pass, context.now)
}

function cookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  return `${cookieName}=${value}; Path=/api/v1; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

function isDue(request: FastifyRequest, memberId: string, now: number): boolean {
  const pass = passOf(request.headers)
  if (pass === undefined) return true
  const claims = passClaims(pass)
  return claims.memberId !== memberId || !(claims.expiresAt > now + passMs / 2)
}

/** Adds the hook to every call under `/api/v1`. */
export function addPassCookie(app: FastifyInstance, outside: Outside, db: Connection): void {
  const secure = outside.config.publicUrl.startsWith('https:')
  let key: Buffer | undefined
  app.addHook('onSend', async (request, reply) => {
    const ended = reply.statusCode === 401 || (request.method === 'DELETE' && request.url.endsWith('/oauth/token'))
    if (ended) {
      if (passOf(request.headers) !== undefined) reply.header('set-cookie', cookie('', 0, secure))
      return
    }
    const { caller } = request
    const now = outside.clock.now()
    if (!caller || !isDue(request, caller.memberId, now)) return
    key ??= await signingKey(db)
    reply.header('set-cookie', cookie(createPass(key, caller, now + passMs), passMs / 1000, secure))
  })
}
