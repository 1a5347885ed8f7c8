import { useRef } from 'react'
import { Link, Outlet } from 'react-router'
import { useText } from '../i18n/texts.ts'
import { adminGroups, type MenuEntry } from '../module.ts'
import { useModules } from '../modules-context.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { Icon } from '../ui/Icon.tsx'
import { EntryList } from './EntryList.tsx'
import { menuOf } from './menu.ts'
import { SkipLink } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import { useScreenFocus } from './use-screen-focus.ts'

/** What administrators and lecturers see: the entries of their area at the side, by group. */
export function AdminLayout() {
  const t = useText('shell')
  const session = useSession()
  const entries = menuOf(useModules(), 'admin', session)
  const main = useRef<HTMLElement>(null)
  useScreenFocus(main)
  return (
    <div className="sy-layout sy-layout-admin">
      <SkipLink />
      <TopBar
        actions={
          <Link className="sy-top-link sy-wide-only" to={paths.home}>
            <Icon name="arrow-left" size={18} />
            {t('toLearning')}
          </Link>
        }
        sheet={(close) => (
          <>
            <Groups entries={entries} onChoose={close} />
            <Link className="sy-sheet-link" to={paths.home} onClick={close}>
              <Icon name="arrow-left" />
              {t('toLearning')}
            </Link>
          </>
        )}
      >
        <span className="sy-area-name">{t('manage')}</span>
      </TopBar>
      <div className="sy-admin">
        <aside className="sy-side">
          <Groups entries={entries} />
        </aside>
        <main id="main" className="sy-main" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}

function Groups({ entries, onChoose }: { entries: readonly MenuEntry[]; onChoose?: () => void }) {
  const t = useText('shell')
  return (
    <nav aria-label={t('manage')}>
      {adminGroups.map((group) => {
        const own = entries.filter((entry) => (entry.group ?? 'system') === group)
        if (own.length === 0) return null
        return (
          <div key={group} className="sy-entry-group">
            <h2>{t(`adminGroups.${group}`)}</h2>
            <EntryList entries={own} onChoose={onChoose} />
          </div>
        )
      })}
    </nav>
  )
}
