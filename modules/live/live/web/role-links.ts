/** The links of a live session for sharing, one for each role (LIVE-139 to LIVE-143). */
import { isLegacy, type Supplier } from '../contract/states.ts'
import { livePaths } from './paths.ts'

/** The keys of the map `live-role`. */
export type LiveRole =
  | 'student'
  | 'external-host'
  | 'external-panelist'
  | 'external-student'
  | 'system-user'
  | 'external-user'
  | 'external-assistant'
  | 'lecturer'

/** The fields of a live session that the links need. */
export interface SharedLive {
  readonly id: string
  readonly organizerJoinUrl: string | null
  readonly organizerToken: string | null
  readonly panelistJoinUrl: string | null
  readonly panelistToken: string | null
  readonly attendeeJoinUrl: string | null
  readonly attendeeToken: string | null
}

export interface RoleLink {
  readonly role: LiveRole
  /** undefined if the address or its token is missing (LIVE-142). */
  readonly link: string | undefined
}

/** An address with its token; a relative address uses this origin. undefined without either. */
function withToken(origin: string, url: string | null, token: string | null): string | undefined {
  if (!url || !token) return undefined
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `${origin}${url.startsWith('/') ? url : `/${url}`}`
  if (whole.includes(encodeURIComponent(token))) return whole
  return `${whole}${whole.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`
}

export function roleLinksOf(origin: string, live: SharedLive, supplier: Supplier): readonly RoleLink[] {
  const { organizerJoinUrl, organizerToken, panelistJoinUrl, panelistToken, attendeeJoinUrl, attendeeToken } = live
  const inside = `${origin}/#${livePaths.detail(live.id, supplier)}`
  const organizer = withToken(origin, organizerJoinUrl, organizerToken)
  const panelist = withToken(origin, panelistJoinUrl, panelistToken)
  if (!isLegacy(supplier)) {
    return [
      { role: 'student', link: inside },
      { role: 'external-host', link: organizer },
      { role: 'external-panelist', link: panelist },
      { role: 'external-student', link: withToken(origin, `/#${livePaths.keylogin(live.id)}`, attendeeToken) },
    ]
  }
  return [
    { role: 'system-user', link: inside },
    { role: 'external-user', link: withToken(origin, attendeeJoinUrl, attendeeToken) },
    { role: 'external-assistant', link: panelist },
    { role: 'lecturer', link: organizer },
  ]
}

/** The clipboard text of the button for all links: each link with its label (LIVE-025). */
export function linksText(links: readonly RoleLink[], labelOf: (role: LiveRole) => string, colon: string): string {
  return links
    .filter(({ link }) => link !== undefined)
    .map(({ role, link }) => `${labelOf(role)}${colon}${link}`)
    .join('\n')
}
