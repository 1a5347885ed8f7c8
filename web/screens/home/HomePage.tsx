import { Link } from 'react-router'
import { appState } from '../../app-state.ts'
import { useText } from '../../i18n/texts.ts'
import { mayManage } from '../../layout/menu.ts'
import { useModules } from '../../modules-context.ts'
import { useSettled } from '../../Settled.tsx'
import { useSession } from '../../session.ts'
import { Slot } from '../../slots.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { Standing } from '../../ui/standing.ts'
import Greeting from './Greeting.tsx'
import './home.css'

/** On a slow network the to-dos, first of all, stand there before the rest; what comes into it one by one would move. */
const REST_WAIT_MAX_MS = 5000

/** The product's own home page: a greeting, what the member has to do, and what the modules have for the member's roles. */
function ProductHome() {
  const t = useText('shell')
  const session = useSession()
  const modules = useModules()
  const switches = appState.use()
  const manages = mayManage(modules, session, switches)
  const isSettled = useSettled(REST_WAIT_MAX_MS)
  return (
    <>
      <Greeting />
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
          {switches.hasBranches && <Slot name="branch-choice" values={{}} />}
          <Standing value={isSettled}>
            <Slot name="home-side" values={{}} />
          </Standing>
        </div>
        <div className="sy-home-rest" data-settling={!isSettled || undefined}>
          <Standing value={isSettled}>
            <Slot name="page-top" values={{}} />
            <Slot name="home" values={{}} />
          </Standing>
        </div>
      </div>
    </>
  )
}

/** What the company has designed, else the product's own. Which of them is known before the first screen opens. */
export default function HomePage() {
  const { homePageId } = appState.use()
  if (homePageId === '') return <ProductHome />
  return <Slot name="designed-home" values={{ id: homePageId }} fallback={<LoadingState shape="cards" rows={6} />} />
}
