/**
 * The way back from a screen that another one has sent the member to for a look: an approver who reads what was applied for
 * comes back to the application. The sender puts its address behind the link (`withBackTo`), the layouts show the way back
 * (`BackBar`), and it stays while the member moves within that screen.
 */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

const PARAMETER = 'backTo'
const KEY = 'sy.back-to'

/** The link, from which `backTo` leads back: both are addresses of the shell without `#`. */
export function withBackTo(link: string, backTo: string): string {
  return `${link}${link.includes('?') ? '&' : '?'}${PARAMETER}=${encodeURIComponent(backTo)}`
}

interface Kept {
  readonly pathname: string
  readonly backTo: string
}

function kept(): Kept | undefined {
  try {
    const { pathname, backTo } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    return pathname && backTo ? { pathname, backTo } : undefined
  } catch {
    return undefined
  }
}

function keep(value: Kept | undefined): void {
  try {
    if (value) sessionStorage.setItem(KEY, JSON.stringify(value))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without a storage the way back is there as long as the address has it.
  }
}

/** Where the member came from to look at this screen; undefined where they came by themselves. */
export function useBackTo(): string | undefined {
  const { pathname, search } = useLocation()
  const named = new URLSearchParams(search).get(PARAMETER)
  const own = named?.startsWith('/') && !named.startsWith('//') ? named : undefined
  const before = kept()
  const backTo = own ?? (before?.pathname === pathname ? before.backTo : undefined)
  useEffect(() => keep(backTo === undefined ? undefined : { pathname, backTo }), [pathname, backTo])
  return backTo
}
