import { Link, useLocation } from 'react-router'
import { useBilingual, useText } from '../i18n/texts.ts'
import type { MenuEntry } from '../module.ts'
import { Icon } from '../ui/Icon.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { isWithin } from './menu.ts'

/** More would not fit beside the name of the product on a common screen. */
const SHOWN_MAX = 8

/** The product's areas, along the top; those that don't fit stand in a menu. */
export function TopNavigation({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useText('shell')
  const titleOf = useBilingual()
  const { pathname } = useLocation()
  const shown = entries.length > SHOWN_MAX + 1 ? entries.slice(0, SHOWN_MAX) : entries
  const rest = entries.slice(shown.length)
  return (
    <nav className="sy-top-nav" aria-label={t('areas')}>
      {shown.map((entry) => (
        <Link key={entry.path} to={entry.path} aria-current={isWithin(pathname, entry) ? 'page' : undefined}>
          {titleOf(entry.title)}
        </Link>
      ))}
      {rest.length > 0 && (
        <MenuButton label={t('moreAreas')} button={<Icon name="more" />}>
          {rest.map((entry) => (
            <Link key={entry.path} role="menuitem" to={entry.path}>
              <Icon name={entry.icon} size={18} />
              {titleOf(entry.title)}
            </Link>
          ))}
        </MenuButton>
      )}
    </nav>
  )
}
