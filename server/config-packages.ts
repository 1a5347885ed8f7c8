/** The settings of learning packages, whose content of other authors is served from a separate origin. */
import type { Reader } from './config-reader.ts'

export type PackagesConfig = {
  /** The address as browsers see it, no slash at its end; a `*` in it stands for one label for each package. */
  url: string | null
  /** The port that this process serves packages on; 0: any that is free. */
  port: number
  /** Whether the operator has set the port, so that no other may be used. */
  isPortGiven: boolean
}

export function readPackages(read: Reader, sitePort: number): PackagesConfig {
  const url = read.text('PACKAGES_URL')
  if (url !== undefined && !/^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i.test(url))
    read.refuse('PACKAGES_URL', 'an address such as https://content.example.com or https://*.content.example.com')
  if (url !== undefined && url === read.text('PUBLIC_URL'))
    read.refuse('PACKAGES_URL', 'another address than PUBLIC_URL: packages are never in the origin of the site')
  const otherwise = sitePort < 65535 ? sitePort + 1 : sitePort - 1
  const port = read.integer('PACKAGES_PORT', { lowest: 0, highest: 65535, otherwise })
  if (port === sitePort)
    read.refuse('PACKAGES_PORT', 'another port than PORT: packages are never in the origin of the site')
  const isPortGiven = url !== undefined || read.text('PACKAGES_PORT') !== undefined
  return { url: url ?? null, port, isPortGiven }
}
