import './purchase-tabs.css'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { appState, useEntryTitle } from '../app-state.ts'
import { useText } from '../i18n/texts.ts'
import { useModules } from '../modules-context.ts'
import { useSession } from '../session.ts'
import { Icon } from '../ui/Icon.tsx'
import { isWithin, menuOf } from './menu.ts'

/** The screens about what a member buys, which several modules have: a row of links above each of them, which scrolls where it is too wide. */
export function PurchaseTabs() {
  const t = useText('shell')
  const titleOf = useEntryTitle()
  const { pathname } = useLocation()
  const row = useRef<HTMLUListElement>(null)
  const entries = menuOf(useModules(), 'purchases', useSession(), appState.use())
  const [current] = entries
    .filter((entry) => isWithin(pathname, entry))
    .toSorted((one, other) => other.path.length - one.path.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another entry, which is to be seen.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (link && row.current) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 16
  }, [pathname])
  return (
    <nav aria-label={t('purchases')} className="sy-purchase-tabs">
      <ul ref={row}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link to={entry.path} aria-current={entry === current ? 'page' : undefined}>
              <Icon name={entry.icon} size={16} />
              {titleOf(entry)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
