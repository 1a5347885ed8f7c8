/** Headers of everything in the packages' origin: our pages may embed it, and it reaches nothing else. */
import type { Outside } from '#server/outside.ts'

/** Scripts, and scripts that write scripts: packages are made that way. That is why they have an origin of their own. */
const policy = [
  "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'",
  "connect-src 'self' data: blob:",
  "form-action 'self'",
  "base-uri 'self'",
  "object-src 'none'",
  "frame-src 'self' https: data: blob:",
  "media-src 'self' https: data: blob:",
  'sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads',
]

/** Our pages alone. Who works on this machine reaches them by its number as well. */
function ancestors(publicUrl: string): string {
  const { protocol, hostname, port } = new URL(publicUrl)
  return hostname === 'localhost' ? `${publicUrl} ${protocol}//127.0.0.1:${port || '80'}` : publicUrl
}

export function contentHeaders({ config }: Outside): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [...policy, `frame-ancestors 'self' ${ancestors(config.publicUrl)}`].join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  }
}
