import '../paths.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PaidFilter, useIsPay } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { businessType } from '../../contract/wire.ts'
import { paths } from '../../contract.ts'
import { PathCard } from '../PathCard.tsx'

const states = ['all', 'learning', 'done', 'open'] as const
type State = (typeof states)[number]

/** The member's learning paths, and those that are open for everybody. */
export default function MyPathsPage() {
  const t = useText('paths')
  const paging = usePaging()
  const [state, setState] = useState<State>('all')
  const [isPay, setIsPay] = useIsPay(paging.reset)
  const { page, pageSize } = paging
  const query = { page, pageSize, state: state === 'all' ? undefined : state, isPay }
  const list = useQuery({
    ...q(paths.myPaths, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const ids = list.data?.items.map(({ id }) => id) ?? []
  return (
    <>
      <PageHeader
        title={t('mine.title')}
        description={t('mine.hint')}
        back={<Link to="/study-v">{t('mine.study')}</Link>}
      />
      <TabBar
        label={t('mine.title')}
        tabs={states.map((key) => ({ key, title: t(`mine.tab.${key}`) }))}
        active={state}
        panelId="paths-panel"
        onChange={(next) => {
          setState(next)
          paging.reset()
        }}
      />
      <div className="sy-toolbar lp-filter">
        <PaidFilter businessTypes={[businessType]} value={isPay} onChange={setIsPay} />
      </div>
      <div id="paths-panel" role="tabpanel" aria-label={t(`mine.tab.${state}`)}>
        {list.isPending && <LoadingState rows={6} />}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.items.length === 0 && (
          <EmptyState
            title={t(isPay === undefined ? `mine.none.${state}` : 'mine.noMatch')}
            description={state === 'all' && isPay === undefined ? t('mine.noneHint') : undefined}
          />
        )}
        {list.data && list.data.items.length > 0 && (
          <>
            <ul className="sy-grid sy-gap-4 lp-cards">
              {list.data.items.map((path) => (
                <li key={path.id}>
                  <PathCard path={path} ids={ids} />
                </li>
              ))}
            </ul>
            <Pager paging={paging} recordCount={list.data.recordCount} />
          </>
        )}
      </div>
    </>
  )
}
