import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { pictureUrl } from '#web/ui/picture.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Collected } from '../../contract/collects.ts'
import { topics } from '../../contract.ts'
import './collections.css'

const PANEL = 'collections-panel'

/** Everything that the member has kept for later, by kind and name (SYSTEM-190). */
export default function CollectionsPage() {
  const t = useText('topics')
  const inLanguage = useBilingual()
  const paging = usePaging()
  const [kind, setKind] = useState('all')
  const [keyword, setKeyword] = useState('')
  const kinds = useQuery(q(topics.collectKinds, {}, { quiet: true, cache: 0 }))
  const query = {
    page: paging.page,
    pageSize: paging.pageSize,
    ...(kind !== 'all' && { businessType: Number(kind) }),
    ...(keyword !== '' && { keyword }),
  }
  const { meta: _, ...options } = q(topics.findCollects, { query }, { cache: 0 })
  // The query has no contract, so a removal does not reload the list: the row stays for undo.
  const list = useQuery({ ...options, placeholderData: (last) => last })
  const items = list.data?.items ?? []
  const choose = (change: () => void) => {
    change()
    paging.reset()
  }
  const tabs = (kinds.data?.items ?? []).map(({ businessType, label, count }) => {
    return { key: String(businessType), title: `${inLanguage(label)} ${count}` }
  })
  return (
    <>
      <PageHeader
        title={t('collections.title')}
        description={t('collections.description')}
        back={<Link to="/center">{t('collections.back')}</Link>}
        actions={<SearchBox label={t('collections.search')} onSearch={(text) => choose(() => setKeyword(text))} />}
      />
      {tabs.length > 1 && (
        <TabBar
          label={t('collections.kinds')}
          tabs={[{ key: 'all', title: t('collections.all') }, ...tabs]}
          active={kind}
          onChange={(key) => choose(() => setKind(key))}
          panelId={PANEL}
        />
      )}
      <div id={PANEL} role={tabs.length > 1 ? 'tabpanel' : undefined} className="collections">
        {list.isPending && <LoadingState rows={6} />}
        {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && items.length === 0 && (
          <EmptyState
            title={t(keyword === '' ? 'collections.none' : 'collections.noMatch')}
            description={keyword === '' ? t('collections.noneHint') : undefined}
          />
        )}
        {items.length > 0 && (
          <ul className="sy-card collections-list">
            {items.map((collected) => (
              <CollectedRow
                key={collected.id}
                collected={collected}
                ids={items.flatMap((one) => (one.businessType === collected.businessType ? one.businessId : []))}
                label={kinds.data?.items.find(({ businessType }) => businessType === collected.businessType)?.label}
              />
            ))}
          </ul>
        )}
        <Pager paging={paging} recordCount={list.data?.recordCount ?? 0} />
      </div>
    </>
  )
}

interface RowProps {
  readonly collected: Collected
  /** Of what is listed of its kind. */
  readonly ids: readonly string[]
  readonly label: Parameters<ReturnType<typeof useBilingual>>[0] | undefined
}

/** What is taken out stays in its place until the screen is left, so that it can be put back. */
function CollectedRow({ collected, ids, label }: RowProps) {
  const t = useText('topics')
  const inLanguage = useBilingual()
  const [removed, setRemoved] = useState(false)
  const [id, setId] = useState(collected.id)
  const { item, businessType, businessId, collectedName } = collected
  const picture = pictureUrl(item?.picture)
  const { run } = useAction()
  const toggle = () =>
    run(async () => {
      if (removed) setId((await call(topics.collect, { body: { businessType, businessId } })).collectId)
      else await call(topics.removeCollect, { params: { id } })
      setRemoved(!removed)
    })
  return (
    <li data-removed={removed}>
      <span className="collections-picture" aria-hidden="true">
        {picture ? <img src={picture} alt="" loading="lazy" /> : <Icon name="book" size={22} />}
      </span>
      <span className="collections-text">
        {item ? (
          <Link to={item.link}>{item.name}</Link>
        ) : (
          <span className="sy-faint">
            {collectedName} · {t('collect.gone')}
          </span>
        )}
        <small>
          {label && <span>{inLanguage(label)}</span>}
          <DateText value={collected.createTime} style="relative" />
          {item && <Slot name="item-price" values={{ businessType, id: businessId, ids }} />}
        </small>
      </span>
      <button type="button" className="sy-button sy-button-small sy-button-plain" onClick={() => void toggle()}>
        {t(removed ? 'collect.again' : 'collect.remove')}
      </button>
    </li>
  )
}
