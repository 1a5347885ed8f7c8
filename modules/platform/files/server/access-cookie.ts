/**
 * The access cookie, with which a browser loads file content. It names the session of the browser, which every request
 * asks again, so the cookie is worth nothing once the session has ended. Answers to signed-in calls set it if it is
 * missing, belongs to another session, or has passed half its lifetime. Only GET calls for file content accept it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { runningSessionsSql } from '#modules/platform/identity/server.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import type { FilesDb } from './db.ts'
import { createPass, knownSigningKey, type SessionReader, sessionOfPass } from './signing.ts'

const passMs = 3_600_000

/**
 * Cookies ignore ports: a package on another port of this host can set cookies of any name, with longer paths, which
 * browsers send first. Over TLS the prefix `__Host-` keeps it from doing so. Without TLS browsers refuse the prefix, so
 * there the name is plain, and what proves nothing is passed over.
 */
function cookieOf(config: Config): { readonly name: string; readonly attributes: string } {
  const shared = 'HttpOnly; SameSite=Strict'
  return config.publicUrl.startsWith('https:')
    ? { name: '__Host-shuyuan_files', attributes: `Path=/; ${shared}; Secure` }
    : { name: 'shuyuan_files', attributes: `Path=/api/v1; ${shared}` }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** All values of our cookie. The size limit of headers limits their number. */
function passesIn(headers: Headers, config: Config): string[] {
  const { name } = cookieOf(config)
  const own = String(headers.cookie ?? '')
    .split(/;\s*/)
    .filter((cookie) => cookie.startsWith(`${name}=`))
  return own.map((cookie) => cookie.slice(name.length + 1))
}

/**
 * The readers of the content: the caller of the token, or else the members of the access cookies, whose sessions are
 * asked in one statement. Several are possible, because a page on another port may have set one that is genuine, but
 * somebody else's: it must not replace that of this browser.
 */
export async function readersOf(
  db: FilesDb,
  key: Buffer,
  context: Context<Caller | undefined>,
): Promise<readonly SessionReader[]> {
  const { caller, headers, now, outside } = context
  const sessionIds = caller
    ? [caller.sessionId]
    : passesIn(headers, outside.config).flatMap((pass) => sessionOfPass(key, pass, now) ?? [])
  if (sessionIds.length === 0) return []
  const { rows } = await sql<SessionReader>`
    select r.member_id as "memberId", r.company_id as "companyId", r.rights_version as "rightsVersion"
    from ${runningSessionsSql(now)} r where r.id = any(${[...new Set(sessionIds)]}::uuid[])`.execute(db)
  return rows
}

/** Whether no cookie of the session is valid for at least half its lifetime. */
function isDue(key: Buffer, passes: readonly string[], sessionId: string, now: number): boolean {
  return !passes.some((pass) => sessionOfPass(key, pass, now + passMs / 2) === sessionId)
}

/** Adds the hook to every call under `/api/v1`. */
export function addAccessCookie(app: FastifyInstance, outside: Outside, db: Connection): void {
  const { config } = outside
  const { name, attributes } = cookieOf(config)
  const setting = (value: string, maxAgeSeconds: number) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`
  app.addHook('onSend', async (request: FastifyRequest, reply) => {
    const passes = passesIn(request.headers, config)
    const ended = reply.statusCode === 401 || (request.method === 'DELETE' && request.url.endsWith('/oauth/token'))
    if (ended) {
      if (passes.length > 0) reply.header('set-cookie', setting('', 0))
      return
    }
    const { caller } = request
    if (!caller) return
    const now = outside.clock.now()
    const key = await knownSigningKey(db, outside)
    if (!isDue(key, passes, caller.sessionId, now)) return
    reply.header('set-cookie', setting(createPass(key, caller.sessionId, now + passMs), passMs / 1000))
  })
}
