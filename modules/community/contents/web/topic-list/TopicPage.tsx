import '../parts/contents.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { NOT_FOUND } from '#kit/errors.ts'
import { topicBusinessType } from '#modules/community/following/contract.ts'
import { topics as topicsContract } from '#modules/content/topics/contract.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useKeptList } from '#web/ui/use-kept-list.ts'
import { contents } from '../../contract.ts'
import { FollowButton } from '../parts/AccountBox.tsx'
import { type CardPage, ContentList } from '../parts/ContentList.tsx'
import { contentPaths } from '../paths.ts'

const PANEL = 'topic-contents'
const orders = ['newest', 'hot'] as const

/** The contents of a topic (COMMUNITY-009), also from a share link (COMMUNITY-026). Without an id: the topics (COMMUNITY-032). */
export default function TopicPage() {
  const { id: named } = useParams()
  const [query] = useSearchParams()
  const id = named ?? query.get('id') ?? undefined
  return id === undefined ? <Topics /> : <OneTopic key={id} id={id} />
}

function Topics() {
  const t = useText('contents')
  const found = useQuery(q(topicsContract.selectFrontTopics, {}))
  if (found.isPending) return <LoadingState rows={6} />
  if (!found.data) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  return (
    <>
      <PageHeader
        title={t('topic.topics')}
        description={t('topic.choose')}
        back={<Link to={contentPaths.home()}>{t('home.title')}</Link>}
      />
      {found.data.items.length === 0 && <EmptyState title={t('topic.noneAtAll')} />}
      <ul className="sy-flow sy-gap-3 sy-plain-list ct-topics">
        {found.data.items.map(({ id, name }) => (
          <li key={id}>
            <Link className="ct-topic" to={contentPaths.topic(id)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function OneTopic({ id }: { id: string }) {
  const t = useText('contents')
  const [query, setQuery] = useSearchParams()
  const order = orders.find((one) => one === query.get('order')) ?? 'newest'
  const topic = useQuery(q(contents.topicInfo, { query: { id } }, { handles: [NOT_FOUND], cache: 0 }))
  const list = useKeptList<CardPage>({
    name: 'topic',
    filters: { id, order },
    enabled: topic.data !== undefined,
    read: (after) =>
      call(contents.topicContents, { query: { id, order, ...(after !== undefined && { after }) } }, { cache: 0 }),
  })
  usePageTitle(topic.data?.topicName)
  if (topic.isPending) return <LoadingState rows={6} />
  if (!topic.data) {
    if (isRefusal(topic.error, NOT_FOUND)) return <EmptyState page title={t('topic.gone')} />
    return <ErrorState page error={topic.error} onRetry={() => void topic.refetch()} />
  }
  const { topicName, contentNum, attentionNum, attention } = topic.data
  const choose = (key: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        next.set('order', key)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <PageHeader
        title={topicName}
        description={`${t('topic.contents', { count: contentNum })} · ${t('topic.followers', { count: attentionNum })}`}
        back={<Link to={contentPaths.topic()}>{t('topic.topics')}</Link>}
        actions={
          <FollowButton businessType={topicBusinessType} businessId={id} name={topicName} followed={attention} />
        }
      />
      <TabBar
        label={t('list.order')}
        tabs={orders.map((key) => ({ key, title: t(`list.${key}`) }))}
        active={order}
        onChange={choose}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" className="ct-panel">
        <ContentList list={list} label={topicName} empty={<EmptyState title={t('topic.none')} />} />
      </div>
    </>
  )
}
