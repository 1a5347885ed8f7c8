import { useMemo } from 'react'
import { Link } from 'react-router'
import { appState } from '../../app-state.ts'
import { useLanguage, useText } from '../../i18n/texts.ts'
import { mayManage } from '../../layout/menu.ts'
import { useModules } from '../../modules-context.ts'
import { useSettled } from '../../Settled.tsx'
import { useSession } from '../../session.ts'
import { Slot } from '../../slots.tsx'
import { longDay } from '../../ui/date.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Standing } from '../../ui/standing.ts'
import { Mountains } from './Mountains.tsx'
import './home.css'

const MOTTOS = 7
/** On a slow network the to-dos, first of all, stand there before the rest; what comes into it one by one would move. */
const REST_WAIT_MAX_MS = 5000
const DAY_MS = 86_400_000

/** Which greeting belongs to the hour. */
function greetingAt(hour: number): string {
  if (hour < 5) return 'night'
  if (hour < 11) return 'dawn'
  if (hour < 13) return 'noon'
  if (hour < 18) return 'afternoon'
  return 'evening'
}

/** The home page: a greeting, what the member has to do, and what the modules have for the member's roles. */
export default function HomePage() {
  const t = useText('shell')
  const language = useLanguage()
  const session = useSession()
  const modules = useModules()
  const switches = appState.use()
  const manages = mayManage(modules, session, switches)
  const isSettled = useSettled(REST_WAIT_MAX_MS)
  const now = useMemo(() => new Date(), [])
  const motto = (Math.floor(now.getTime() / DAY_MS) % MOTTOS) + 1
  const name = session.user?.fullName ?? ''
  return (
    <>
      <header className="sy-hero">
        <Mountains />
        <h1 tabIndex={-1}>{t(`home.greeting.${greetingAt(now.getHours())}`, { name })}</h1>
        <p>
          <span className="sy-hero-day">{longDay(now.getTime(), language)}</span>
          <span className="sy-hero-motto">{t(`home.motto.${motto}`)}</span>
        </p>
      </header>
      <div className="sy-home">
        <div className="sy-home-first">
          <Slot name="home-first" values={{}} />
        </div>
        <div className="sy-home-side" data-settling={!isSettled || undefined}>
          {manages && (
            <Link className="sy-box sy-home-manage" to="/manage">
              <Icon name="settings" />
              <span>
                <strong>{t('home.manage')}</strong>
                <small className="sy-note">{t('home.manageHint')}</small>
              </span>
              <Icon name="arrow-right" size={18} />
            </Link>
          )}
          <Standing value={isSettled}>
            <Slot name="home-side" values={{}} />
          </Standing>
        </div>
        <div className="sy-home-rest" data-settling={!isSettled || undefined}>
          <Standing value={isSettled}>
            <Slot name="home" values={{}} />
          </Standing>
        </div>
      </div>
    </>
  )
}
