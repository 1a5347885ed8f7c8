import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { appState } from '../app-state.ts'
import { useBilingual, useText } from '../i18n/texts.ts'
import { useModules } from '../modules-context.ts'
import { tableOf } from '../part-of.ts'
import { useSession } from '../session.ts'
import { useTable, useTableAhead } from '../tables.ts'
import { Icon } from '../ui/Icon.tsx'
import { BackBar } from './BackBar.tsx'
import { CenterMenu, isInCenter } from './CenterMenu.tsx'
import { EntryList } from './EntryList.tsx'
import { enterFrame } from './frame.ts'
import { isWithin, mayManage, menuOf } from './menu.ts'
import { SkipLink } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import { TopNavigation } from './TopNavigation.tsx'
import { useScreenFocus } from './use-screen-focus.ts'

const FOOT_ENTRIES_MAX = 5

/** What learners see: the areas along the top; on a phone a bar at the foot and a sheet with all. */
export function MainLayout() {
  const t = useText('shell')
  const titleOf = useBilingual()
  const session = useSession()
  const switches = appState.use()
  const modules = useModules()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useScreenFocus(main)
  // Whose frame an address has is known with its table.
  const isKnown = useTable(tableOf(pathname)).isHere
  useEffect(() => {
    if (isKnown) enterFrame('main')
  }, [isKnown])
  const entries = menuOf(modules, 'main', session, switches)
  const manages = mayManage(modules, session, switches)
  useTableAhead('admin', manages)
  const foot = entries.filter((entry) => entry.phone).slice(0, FOOT_ENTRIES_MAX)
  const hasSide = isInCenter(pathname)
  return (
    <div className="sy-layout">
      <SkipLink />
      <TopBar
        actions={
          manages && (
            <Link className="sy-top-link sy-wide-only" to="/manage">
              <Icon name="settings" size={18} />
              {t('manage')}
            </Link>
          )
        }
        sheet={(close) => (
          <nav aria-label={t('areas')}>
            <EntryList entries={entries} onChoose={close} />
            {manages && (
              <Link className="sy-sheet-link" to="/manage" onClick={close}>
                <Icon name="settings" />
                {t('manage')}
              </Link>
            )}
          </nav>
        )}
      >
        <TopNavigation entries={entries} />
      </TopBar>
      {/* With another frame comes another element: the old screen is taken away, not pushed aside. */}
      <div key={String(hasSide)} className={hasSide ? 'sy-body sy-with-side' : 'sy-body'}>
        {hasSide && <CenterMenu />}
        <main id="main" className="sy-main" tabIndex={-1} ref={main}>
          <BackBar />
          <Outlet />
        </main>
      </div>
      {foot.length > 1 && (
        <nav className="sy-foot" aria-label={t('areas')}>
          {foot.map((entry) => (
            <Link key={entry.path} to={entry.path} aria-current={isWithin(pathname, entry) ? 'page' : undefined}>
              <Icon name={entry.icon} size={22} />
              {titleOf(entry.title)}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}
