import './feed.css'
import { useState } from 'react'
import { Link, NavLink, useSearchParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type FeedTab, feedTabs } from '../../contract.ts'
import { feedPaths } from '../paths.ts'
import { Aside } from './Aside.tsx'
import { FeedList } from './FeedList.tsx'
import { firstTab, rememberTab } from './kept-feed.ts'

const PANEL = 'community-home'

const places = [
  ['circles', feedPaths.circles],
  ['experts', feedPaths.experts],
  ['columns', feedPaths.columns],
  ['topics', feedPaths.topics],
  ['ask', feedPaths.ask],
  ['collection', feedPaths.collection],
] as const

/** The home of the community: its places, the feed by tabs, and beside it what concerns the member (COMMUNITY-004, COMMUNITY-005). */
export default function HomePage() {
  const t = useText('feed')
  const [query, setQuery] = useSearchParams()
  const [first] = useState(firstTab)
  const [answered, setAnswered] = useState<FeedTab>()
  const asked = feedTabs.find((one) => one === query.get('tab')) ?? first
  const tab = asked === 'home' ? (answered ?? 'followed') : asked
  const choose = (key: FeedTab) => {
    rememberTab(key)
    setQuery({ tab: key }, { replace: true })
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <Link className="sy-button sy-button-plain" to={feedPaths.list}>
              <Icon name="search" size={18} />
              {t('search')}
            </Link>
            <Link className="sy-button" to={feedPaths.manage}>
              <Icon name="edit" size={18} />
              {t('write')}
            </Link>
          </>
        }
      />
      <nav className="sy-row sy-wrap sy-gap-4 fd-places" aria-label={t('places.label')}>
        {places.map(([name, to]) => (
          <NavLink key={name} to={to}>
            {t(`places.${name}`)}
          </NavLink>
        ))}
      </nav>
      <div className="fd-home">
        <div className="fd-main">
          <TabBar
            label={t('tabs')}
            tabs={feedTabs.map((key) => ({ key, title: t(`tab.${key}`) }))}
            active={tab}
            onChange={choose}
            panelId={PANEL}
          />
          <div id={PANEL} role="tabpanel" aria-label={t(`tab.${tab}`)} className="fd-panel">
            <FeedList key={asked} asked={asked} onTab={setAnswered} />
          </div>
        </div>
        <Aside />
      </div>
    </>
  )
}
