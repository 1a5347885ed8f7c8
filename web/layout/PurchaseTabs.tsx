import './purchase-tabs.css'
import { Link, useLocation } from 'react-router'
import { appState, useEntryTitle } from '../app-state.ts'
import { useText } from '../i18n/texts.ts'
import { useModules } from '../modules-context.ts'
import { useSession } from '../session.ts'
import { Icon } from '../ui/Icon.tsx'
import { isWithin, menuOf } from './menu.ts'
import { useCurrentInSight } from './use-current-in-sight.ts'

/** The screens about what a member buys, which several modules have: a row of links above each of them, which scrolls where it is too wide. */
export function PurchaseTabs() {
  const t = useText('shell')
  const titleOf = useEntryTitle()
  const { pathname } = useLocation()
  const row = useCurrentInSight(pathname)
  const entries = menuOf(useModules(), 'purchases', useSession(), appState.use())
  const [current] = entries
    .filter((entry) => isWithin(pathname, entry))
    .toSorted((one, other) => other.path.length - one.path.length)
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
