import { type RefObject, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { appState } from '../app-state.ts'
import { useBilingual, useText } from '../i18n/texts.ts'
import { useModules } from '../modules-context.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session.ts'
import { useTable, useTableAhead } from '../tables.ts'
import { Icon } from '../ui/Icon.tsx'
import { AdminMenu } from './AdminMenu.tsx'
import { BackBar } from './BackBar.tsx'
import { enterFrame } from './frame.ts'
import { addressOf, menuOf } from './menu.ts'
import { SkipLink } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import { useScreenFocus } from './use-screen-focus.ts'

/** What administrators and lecturers see: the entries of their area at the side, by group. */
export function AdminLayout() {
  const t = useText('shell')
  const session = useSession()
  // Its menu is needed on a screen of both frames, too.
  useTable('admin')
  useTableAhead('rest', true)
  const switches = appState.use()
  const modules = useModules()
  const entries = menuOf(modules, 'admin', session, switches)
  const help = menuOf(modules, 'user', session, switches).filter((entry) => entry.isAboutScreen)
  const titleOf = useBilingual()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const side = useRef<HTMLElement>(null)
  useScreenFocus(main)
  useEffect(() => enterFrame('admin'), [])
  useCurrentInView(side, entries.length)
  return (
    <div className="sy-layout sy-layout-admin">
      <SkipLink />
      <TopBar
        actions={
          <>
            <Link className="sy-top-link sy-wide-only" to={paths.home}>
              <Icon name="arrow-left" size={18} />
              {t('toLearning')}
            </Link>
            {help.map((entry) => (
              <Link
                key={entry.path}
                className="sy-icon-button sy-wide-only"
                to={addressOf(entry, pathname)}
                aria-label={titleOf(entry.title)}
                title={titleOf(entry.title)}
              >
                <Icon name={entry.icon} />
              </Link>
            ))}
          </>
        }
        sheet={(close) => (
          <>
            <AdminMenu entries={entries} onChoose={close} />
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
        <aside className="sy-side" ref={side}>
          <AdminMenu entries={entries} hasShortcut />
        </aside>
        <main id="main" className="sy-main" tabIndex={-1} ref={main}>
          <BackBar />
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** A long menu shows where one is: without it an address opened directly has its entry out of sight. */
function useCurrentInView(side: RefObject<HTMLElement | null>, entryCount: number): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen, or entries that arrived, change what is current
  useEffect(() => {
    const current = side.current?.querySelector('[aria-current="page"]')
    if (!side.current || !current) return
    const frame = side.current.getBoundingClientRect()
    const { top, bottom } = current.getBoundingClientRect()
    if (top < frame.top || bottom > frame.bottom)
      side.current.scrollTop += (top + bottom - frame.top - frame.bottom) / 2
  }, [pathname, entryCount, side])
}
