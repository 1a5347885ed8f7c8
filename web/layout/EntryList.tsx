import { Link, useLocation } from 'react-router'
import { useBilingual } from '../i18n/texts.ts'
import type { MenuEntry } from '../module.ts'
import { Icon } from '../ui/Icon.tsx'
import { isWithin } from './menu.ts'

/** Entries under each other, with their icons: the side menu, and the menu of a phone. */
export function EntryList({ entries, onChoose }: { entries: readonly MenuEntry[]; onChoose?: () => void }) {
  const titleOf = useBilingual()
  const { pathname } = useLocation()
  return (
    <ul className="sy-entries">
      {entries.map((entry) => (
        <li key={entry.path}>
          <Link to={entry.path} aria-current={isWithin(pathname, entry) ? 'page' : undefined} onClick={onChoose}>
            <Icon name={entry.icon} />
            {titleOf(entry.title)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
