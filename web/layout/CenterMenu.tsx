import { Link, useLocation } from 'react-router'
import { appState, useEntryTitle } from '../app-state.ts'
import { useText } from '../i18n/texts.ts'
import type { MenuEntry } from '../module.ts'
import { useModules } from '../modules-context.ts'
import { useSession } from '../session.ts'
import { Icon } from '../ui/Icon.tsx'
import { menuOf } from './menu.ts'
import { useCurrentInSight } from './use-current-in-sight.ts'

const ROOT = '/center'
/** Screens of those who lead, which have a place of their own in the administration. */
const ELSEWHERE = '/center/director'

/** The order in the menu of the avatar from which on stand background tasks and the recycle bin. */
const TOOLS_FROM = 40

/** Whether the address belongs to the personal center. */
export function isInCenter(pathname: string): boolean {
  return (pathname === ROOT || pathname.startsWith(`${ROOT}/`)) && !pathname.startsWith(ELSEWHERE)
}

/** The entry of the screen: of several that it lies below, the one with the longest address. */
function currentOf(entries: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  return entries
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path.replace(/\/all$/, '')}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
}

/** All sections of the personal center: at the side, and on a phone in a row that scrolls. */
export function CenterMenu() {
  const t = useText('shell')
  const titleOf = useEntryTitle()
  const modules = useModules()
  const session = useSession()
  const switches = appState.use()
  const { pathname } = useLocation()
  const row = useCurrentInSight(pathname)
  const sections = menuOf(modules, 'center', session, switches)
  const shortcuts = menuOf(modules, 'user', session, switches)
    .filter(({ path }) => isInCenter(path))
    .filter(({ path, title }) => !sections.some((one) => one.path === path || one.title.cn === title.cn))
  // What waits for the member stands first, their tools last.
  const own = [
    ...shortcuts.filter(({ order }) => order < TOOLS_FROM),
    ...sections,
    ...shortcuts.filter(({ order }) => order >= TOOLS_FROM),
  ]
  const current = currentOf(own, pathname)
  return (
    <aside className={pathname === ROOT ? 'sy-center-side sy-center-home' : 'sy-center-side'}>
      <nav aria-label={t('center')}>
        <ul className="sy-entries" ref={row}>
          {own.map((entry) => (
            <li key={entry.path}>
              <Link to={entry.path} aria-current={entry === current ? 'page' : undefined}>
                <Icon name={entry.icon} size={18} />
                <span>{titleOf(entry)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  )
}
