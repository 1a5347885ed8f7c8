/** Addresses outside the hash router that redirect into it: `/s/{code}` and `/pc/share` (SYSTEM-017, SYSTEM-130). */

import type { FastifyInstance } from 'fastify'
import { idPattern } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { sharingTables } from './db.ts'
import { openShortLink } from './short-links.ts'

/** The page for content that does not exist any more. */
const endedPage = '/#/home/error-page/900005'
const codePattern = /^[0-9A-Za-z]{8}$/
const typePattern = /^([1-9]|1[0-7])$/
const wordPattern = /^[0-9A-Za-z-]{1,64}$/

type Query = Readonly<Record<string, string | string[] | undefined>>

/**
 * The address of the share screen for a QR link (SYSTEM-134 to SYSTEM-136):
 * `/pc/share?businessType=&businessId=&organization=[&signId=&timeStamp=][&parentId=][&memberId=&channel=]`. Other
 * parameters are dropped.
 */
export function sharePathOf(query: Query): string {
  const one = (name: string, pattern: RegExp) => {
    const value = query[name]
    return typeof value === 'string' && pattern.test(value) ? value : undefined
  }
  const id = one('businessId', idPattern) ?? one('id', idPattern)
  const type = one('businessType', typePattern) ?? one('type', typePattern)
  if (id === undefined || type === undefined) return endedPage
  const memberId = one('memberId', idPattern)
  const channel = one('channel', wordPattern)
  const parameters = new URLSearchParams()
  for (const name of ['organization', 'signId', 'timeStamp', 'parentId']) {
    const value = one(name, wordPattern)
    if (value !== undefined) parameters.set(name, value)
  }
  const from = memberId && channel ? `/${memberId}/${channel}` : ''
  return `/#/share/${id}/${type}${from}${parameters.size > 0 ? `?${parameters}` : ''}`
}

export function addPages(app: FastifyInstance, outside: Outside, db: Connection): void {
  const limited = { config: { rateLimit: { max: 120, timeWindow: 60_000 } } }
  app.get<{ Params: { code: string } }>('/s/:code', limited, async (request, reply) => {
    const { code } = request.params
    const path = codePattern.test(code) ? await openShortLink(sharingTables(db), code, outside.clock.now()) : undefined
    return reply.header('cache-control', 'no-store').redirect(path ?? endedPage, 302)
  })
  app.get<{ Querystring: Query }>('/pc/share', async (request, reply) =>
    reply.header('cache-control', 'no-store').redirect(sharePathOf(request.query), 302),
  )
}
