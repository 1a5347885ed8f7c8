/** Values flagged `security` travel as base64 of their UTF-8 bytes (SHELL-052). It keeps plain text out of naive logs. */
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract.ts'

export function decodeSecurityFields(request: FastifyRequest, endpoint: Endpoint): void {
  const header = request.headers['x-encoded']
  const body = request.body
  if (typeof header !== 'string' || typeof body !== 'object' || body === null) return
  const named = new Set(header.split(',').map((name) => name.trim()))
  const fields = body as Record<string, unknown>
  for (const name of endpoint.security ?? []) {
    const value = fields[name]
    if (named.has(name) && typeof value === 'string') fields[name] = Buffer.from(value, 'base64').toString('utf8')
  }
}
