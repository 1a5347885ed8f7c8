/** The shell's own addresses, as the router writes them behind the `#`. Modules keep theirs in `web/paths.ts`. */

export const paths = {
  home: '/home-v',
  signIn: '/login',
  /** Where a 422 with an error-page code leads (SHELL-081). */
  errorPage: (code: number | string) => `/home/error-page/${encodeURIComponent(code)}`,
  noData: '/special-home',
  /** A member's homepage, of the module identity. */
  member: (memberId: string) => `/personal-homepage/${memberId}`,
} as const

/** The address of the current screen, with its query. */
export function currentPath(): string {
  return location.hash.replace(/^#/, '') || '/'
}

/** Leads to a screen from code that is no component; components use the router's own links. */
export function goTo(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') location.replace(`#${path}`)
  else location.hash = path
}

/** The sign-in screen; after it the member comes back to where they were going. */
export function signInPath(returnTo = currentPath()): string {
  const own = returnTo === '/' || returnTo.startsWith(paths.signIn) || returnTo.startsWith(paths.home)
  return own ? paths.signIn : `${paths.signIn}?returnTo=${encodeURIComponent(returnTo)}`
}

/** Where the sign-in screen leads: `returnTo` of its query, if it is an address of ours; else the home page. */
export function returnPath(query: URLSearchParams): string {
  const returnTo = query.get('returnTo')
  return returnTo?.startsWith('/') && !returnTo.startsWith('//') ? returnTo : paths.home
}
