import './feed.css'
import { Link, NavLink, useSearchParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { feedTabs } from '../../contract.ts'
import { feedPaths } from '../paths.ts'
import { Aside } from './Aside.tsx'
import { FeedList } from './FeedList.tsx'

const PANEL = 'community-home'

/** Newest stands first, for it is never empty where anything was written. */
const tabs = ['newest', ...feedTabs.filter((tab) => tab !== 'newest')] as const

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
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'newest'
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
            tabs={tabs.map((key) => ({ key, title: t(`tab.${key}`) }))}
            active={tab}
            onChange={(key) => setQuery(key === 'newest' ? {} : { tab: key }, { replace: true })}
            panelId={PANEL}
          />
          <div id={PANEL} role="tabpanel" aria-label={t(`tab.${tab}`)} className="fd-panel">
            <FeedList key={tab} tab={tab} />
          </div>
        </div>
        <Aside />
      </div>
    </>
  )
}
