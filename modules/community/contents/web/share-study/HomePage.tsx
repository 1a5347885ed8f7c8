import '../parts/contents.css'
import { Link, useSearchParams } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useKeptList } from '#web/ui/use-kept-list.ts'
import { contents } from '../../contract.ts'
import { type CardPage, ContentList } from '../parts/ContentList.tsx'
import { contentPaths } from '../paths.ts'

const PANEL = 'community-home'
const tabs = ['newest', 'hot', 'followed'] as const
type Tab = (typeof tabs)[number]

/** A page of a tab. */
function read(tab: Tab, after: string | undefined): Promise<CardPage> {
  const query = { ...(after !== undefined && { after }) }
  if (tab === 'hot') return call(contents.hot, { query }, { cache: 0 })
  if (tab === 'followed') return call(contents.followed, { query }, { cache: 0 })
  return call(contents.list, { query }, { cache: 0 })
}

/** The home of the community: newest, popular and followed contents (COMMUNITY-004, COMMUNITY-005). */
export default function HomePage() {
  const t = useText('contents')
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'newest'
  const list = useKeptList<CardPage>({ name: 'home', filters: { tab }, read: (after) => read(tab, after) })
  return (
    <>
      <PageHeader
        title={t('home.title')}
        description={t('home.description')}
        actions={
          <>
            <Link className="sy-button sy-button-plain" to={contentPaths.list()}>
              <Icon name="search" size={18} />
              {t('home.all')}
            </Link>
            <Link className="sy-button sy-button-plain" to={contentPaths.collection()}>
              <Icon name="star" size={18} />
              {t('home.collection')}
            </Link>
            <Link className="sy-button" to={contentPaths.manage()}>
              <Icon name="edit" size={18} />
              {t('home.write')}
            </Link>
          </>
        }
      />
      <TabBar
        label={t('home.tabs')}
        tabs={tabs.map((key) => ({ key, title: t(`home.${key}`) }))}
        active={tab}
        onChange={(key) => setQuery(key === 'newest' ? {} : { tab: key }, { replace: true })}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" className="ct-panel">
        <ContentList list={list} label={t(`home.${tab}`)} empty={<Nothing tab={tab} />} />
      </div>
    </>
  )
}

function Nothing({ tab }: { tab: Tab }) {
  const t = useText('contents')
  if (tab === 'followed') return <EmptyState title={t('home.noneFollowed')} description={t('home.noneFollowedHint')} />
  return (
    <EmptyState
      title={t('home.none')}
      description={t('home.noneHint')}
      action={
        <Link className="sy-button" to={contentPaths.manage()}>
          {t('home.write')}
        </Link>
      }
    />
  )
}
