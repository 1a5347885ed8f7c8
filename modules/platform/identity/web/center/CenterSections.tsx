import '../parts/identity.css'
import { Link } from 'react-router'
import { appState, useEntryTitle } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { menuOf } from '#web/layout/menu.ts'
import { useModules } from '#web/modules-context.ts'
import { useSession } from '#web/session.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** Links to the sections of the center, which the modules register (IDENTITY-005). */
export function CenterSections() {
  const t = useText('identity')
  const titleOf = useEntryTitle()
  const entries = menuOf(useModules(), 'center', useSession(), appState.use())
  return (
    <nav className="sy-card center-sections" aria-label={t('center.sections')}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link to={entry.path}>
              <span>
                <Icon name={entry.icon} size={20} />
              </span>
              {titleOf(entry)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
