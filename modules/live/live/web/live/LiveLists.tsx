import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PaidFilter, useIsPay } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { livesPerPage } from '../../contract/shapes.ts'
import { liveCalls } from '../calls.ts'
import { liveState } from '../live-state.ts'
import { LiveGrid } from '../parts/LiveCard.tsx'

const tabs = ['all', 'review'] as const
type Tab = (typeof tabs)[number]

/** All and past live sessions, searched by name, ten a page (LIVE-029). */
export function LiveLists() {
  const t = useText('live')
  const { supplier } = liveState.use()
  const [tab, setTab] = useState<Tab>('all')
  const [text, setText] = useState('')
  const paging = usePaging(livesPerPage)
  const [isPay, setIsPay] = useIsPay(paging.reset)
  const { page, pageSize } = paging
  const calls = liveCalls(supplier)
  const query = { page, pageSize, ...(text !== '' && { text }), ...(isPay !== undefined && { isPay }) }
  const lives = useQuery({
    ...q(tab === 'all' ? calls.list : calls.review, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="lv-section" aria-label={t('home.tabs')}>
      <div className="sy-row sy-wrap sy-apart lv-lists-head">
        <TabBar
          label={t('home.tabs')}
          tabs={tabs.map((key) => ({ key, title: t(`home.${key}`) }))}
          active={tab}
          panelId="lv-lists"
          onChange={(key) => {
            setTab(key)
            paging.reset()
          }}
        />
        <div className="sy-row sy-wrap sy-gap-3 lv-lists-tools">
          <PaidFilter businessTypes={[5, 15]} value={isPay} onChange={setIsPay} />
          <SearchBox
            label={t('home.search')}
            onSearch={(wanted) => {
              setText(wanted)
              paging.reset()
            }}
          />
        </div>
      </div>
      <div
        id="lv-lists"
        role="tabpanel"
        aria-label={t(`home.${tab}`)}
        className="lv-results"
        data-stale={lives.isPlaceholderData}
      >
        {lives.isPending && <LoadingState shape="cards" rows={8} />}
        {lives.isError && !lives.data && <ErrorState small error={lives.error} onRetry={() => void lives.refetch()} />}
        {lives.data?.items.length === 0 && <Nothing tab={tab} text={text} isPriced={isPay !== undefined} />}
        {lives.data && <LiveGrid lives={lives.data.items} />}
        <Pager paging={paging} recordCount={lives.data?.recordCount ?? 0} />
      </div>
    </section>
  )
}

function Nothing({ tab, text, isPriced }: { tab: Tab; text: string; isPriced: boolean }) {
  const t = useText('live')
  if (text !== '') return <EmptyState small title={t('home.noMatch', { search: text })} />
  if (isPriced) return <EmptyState small title={t('home.noneAtPrice')} />
  if (tab === 'review') return <EmptyState small title={t('home.noReview')} />
  return <EmptyState title={t('home.none')} description={t('home.noneHint')} />
}
