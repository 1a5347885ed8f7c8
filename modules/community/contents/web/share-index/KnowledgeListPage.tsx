import '../parts/contents.css'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Link } from 'react-router'
import { topics as topicsContract } from '#modules/content/topics/contract.ts'
import { useAddress } from '#web/address.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useKeptList } from '#web/ui/use-kept-list.ts'
import { type ContentType, contents } from '../../contract.ts'
import { type CardPage, ContentList } from '../parts/ContentList.tsx'
import { contentPaths } from '../paths.ts'

const types = ['1', '2', '3'] as const
const SEARCH_MAX = 100

interface Place {
  readonly search?: string
  readonly type?: ContentType
  readonly topicId?: string
  readonly order?: 'hot'
}

/** What the address says of the list; what it can't mean counts as not said. */
export function placeOf(address: URLSearchParams): Place {
  const search = address.get('search')?.trim().slice(0, SEARCH_MAX)
  const type = types.find((one) => one === address.get('type'))
  const topicId = address.get('topic')
  return {
    ...(search && { search }),
    ...(type && { type: Number(type) as ContentType }),
    ...(topicId && { topicId }),
    ...(address.get('order') === 'hot' && { order: 'hot' as const }),
  }
}

/** All contents of the company: searched, filtered, sorted, and kept while one of them is read (COMMUNITY-003). */
export default function KnowledgeListPage() {
  const t = useText('contents')
  const [address, changeAddress] = useAddress()
  const place = placeOf(address)
  const list = useKeptList<CardPage>({
    name: 'contents',
    filters: place,
    read: (after) => call(contents.list, { query: { ...place, ...(after !== undefined && { after }) } }, { cache: 0 }),
  })
  const set = (name: string, value: string | undefined) =>
    changeAddress((now) => {
      const next = new URLSearchParams(now)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  const isFiltered = Object.keys(place).some((name) => name !== 'order')
  return (
    <>
      <PageHeader title={t('list.title')} back={<Link to={contentPaths.home()}>{t('home.title')}</Link>} />
      <search className="sy-row sy-wrap sy-gap-3 ct-filters">
        <SearchBox
          label={t('list.search')}
          placeholder={t('list.search')}
          defaultValue={place.search ?? ''}
          onSearch={(text) => set('search', text)}
        />
        <Select
          aria-label={t('list.type')}
          value={place.type === undefined ? '' : String(place.type)}
          options={[
            { value: '', label: t('list.allTypes') },
            ...types.map((value) => ({ value, label: t(`type.${value}`) })),
          ]}
          onChange={(value) => set('type', value)}
        />
        <TopicSelect value={place.topicId} onChange={(id) => set('topic', id)} />
        <Select
          aria-label={t('list.order')}
          value={place.order ?? 'newest'}
          options={(['newest', 'hot'] as const).map((value) => ({ value, label: t(`list.${value}`) }))}
          onChange={(value) => set('order', value === 'hot' ? value : undefined)}
        />
      </search>
      <ContentList
        list={list}
        label={t('list.results')}
        empty={
          <EmptyState
            title={t(isFiltered ? 'list.noMatch' : 'home.none')}
            description={t(isFiltered ? 'list.noMatchHint' : 'home.noneHint')}
            action={
              isFiltered && (
                <Link className="sy-button" replace to={contentPaths.list()}>
                  {t('list.clear')}
                </Link>
              )
            }
          />
        }
      />
    </>
  )
}

/** One of the topics that learners are shown. */
function TopicSelect({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const t = useText('contents')
  const found = useQuery(q(topicsContract.selectFrontTopics, {}, { quiet: true }))
  const options = (found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      className="ct-topic-select"
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      aria-label={t('list.topic')}
      value={value ?? ''}
      options={[{ value: '', label: t('list.allTopics') }, ...options]}
      onChange={(id) => onChange(id || undefined)}
    />
  )
}
