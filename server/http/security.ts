/**
 * Security headers. They are equal for every answer and built once, because building them for each request costs a
 * sixteenth of a small call.
 */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  // Ant Design writes its styles into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
] as const

/** Learning packages are shown in frames, from an origin of their own: a port of the same host where nothing else is set. */
function frameSources({ packages, publicUrl }: Config): string {
  const { protocol, hostname } = new URL(publicUrl)
  return `frame-src 'self' https: ${packages.url ?? `${protocol}//${hostname}:*`}`
}

function securityHeaders(config: Config): Readonly<Record<string, string>> {
  const isSecure = config.publicUrl.startsWith('https:')
  const policy = [...contentSecurityPolicy, frameSources(config), ...(isSecure ? ['upgrade-insecure-requests'] : [])]
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(isSecure && { 'strict-transport-security': 'max-age=15552000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    // The old filters of browsers did more harm than good.
    'x-xss-protection': '0',
  }
}

/** What only concerns pages: scripts and style sheets, of which a first visit fetches a dozen, do without. */
export const headersOfPages = [
  ...['cross-origin-opener-policy', 'origin-agent-cluster', 'x-dns-prefetch-control', 'x-download-options'],
  ...['x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
]

export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
