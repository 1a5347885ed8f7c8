/**
 * The pass cookie. Every answer to a signed-in call brings one where it is missing, another member's, or half used up;
 * it goes when the token is refused or given back. Only file content accepts it, and that only answers GET.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { createPass, type Reader, readPass, signingKey } from './signing.ts'

const cookieName = 'shuyuan_files'
const passMs = 3_600_000

/** So many cookies of our name are looked at; each costs a signature. */
const passesMax = 5

/**
 * Every cookie of our name. Cookies know no ports, so that content on another port of this host can set one of its own,
 * which a browser sends first where its path is longer: it may not take the place of the true one.
 */
function passesOf(headers: Readonly<Record<string, string | string[] | undefined>>): string[] {
  const cookies = String(headers.cookie ?? '').split(/;\s*/)
  const own = cookies.filter((cookie) => cookie.startsWith(`${cookieName}=`))
  return own.slice(0, passesMax).map((cookie) => cookie.slice(cookieName.length + 1))
}

/** Who asks for content: the caller where a token came along, else whom the pass names. */
export function readerOf(key: Buffer, context: Context<Caller | undefined>): Reader | undefined {
  if (context.caller) return context.caller
  for (const pass of passesOf(context.headers)) {
    const reader = readPass(key, pass, context.now)
    if (reader) return reader
  }
  return undefined
}

function cookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  return `${cookieName}=${value}; Path=/api/v1; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

/** Whether none of the passes is the member's and good for half its time to come. */
function isDue(key: Buffer, request: FastifyRequest, memberId: string, now: number): boolean {
  const good = (pass: string) => readPass(key, pass, now + passMs / 2)?.memberId === memberId
  return !passesOf(request.headers).some(good)
}

/** Adds the hook to every call under `/api/v1`. */
export function addPassCookie(app: FastifyInstance, outside: Outside, db: Connection): void {
  const secure = outside.config.publicUrl.startsWith('https:')
  let key: Buffer | undefined
  app.addHook('onSend', async (request, reply) => {
    const ended = reply.statusCode === 401 || (request.method === 'DELETE' && request.url.endsWith('/oauth/token'))
    if (ended) {
      if (passesOf(request.headers).length > 0) reply.header('set-cookie', cookie('', 0, secure))
      return
    }
    const { caller } = request
    const now = outside.clock.now()
    if (!caller) return
    key ??= await signingKey(db)
    if (!isDue(key, request, caller.memberId, now)) return
    reply.header('set-cookie', cookie(createPass(key, caller, now + passMs), passMs / 1000, secure))
  })
}
