/**
 * The origin that packages are served from: never the site's own, for what others wrote runs there. By default a port of
 * its own beside the site's; with `PACKAGES_URL=https://*.content.example.com` each package has an origin to itself.
 */
import type { Outside } from '#server/outside.ts'

/** The ports on which the processes of this program listen, where it is not the one of the settings. */
const listening = new WeakMap<Outside, number>()

export function listensOn(outside: Outside, port: number): void {
  listening.set(outside, port)
}

export function contentOrigin(outside: Outside, packageId: string): string {
  const { packages, publicUrl } = outside.config
  if (packages.url !== null) return packages.url.replace('*', `p${packageId.replaceAll('-', '')}`)
  const { protocol, hostname } = new URL(publicUrl)
  return `${protocol}//${hostname}:${listening.get(outside) ?? packages.port}`
}
