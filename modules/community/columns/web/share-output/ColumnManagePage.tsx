import '../parts/columns.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PriceCard } from '#modules/commerce/prices/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { columnBusinessType, columnContentsMax, columns } from '../../contract.ts'
import { Figures, Marks } from '../parts/ColumnCards.tsx'
import { columnPaths } from '../paths.ts'
import ColumnCardsPage from './ColumnCardsPage.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'

/** A column for those who run it: its contents, put into order, taken out, and more of them released (COMMUNITY-022). */
export default function ColumnManagePage() {
  const [query] = useSearchParams()
  const id = query.get('id')
  return id === null ? <ColumnCardsPage /> : <ManagedColumn key={id} id={id} />
}

const all = { sort: 0, isEnjoyAdmin: 1, page: 1, pageSize: 100 } as const

function ManagedColumn({ id }: { id: string }) {
  const t = useText('columns')
  const [releasing, setReleasing] = useState(false)
  const column = useQuery(q(columns.completeColumn, { params: { id } }))
  const first = useQuery(q(columns.columnContents, { params: { id }, query: all }))
  const isLong = (first.data?.recordCount ?? 0) > all.pageSize
  const second = useQuery({
    ...q(columns.columnContents, { params: { id }, query: { ...all, page: 2 } }),
    enabled: isLong,
  })
  usePageTitle(column.data?.title)
  const failed = [column, first, second].find((query) => query.isError && !query.data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!column.data || !first.data || (isLong && !second.data)) return <LoadingState rows={8} />
  const items = [...first.data.items, ...(isLong ? (second.data?.items ?? []) : [])]
  const reload = () => Promise.all([column.refetch(), first.refetch(), ...(isLong ? [second.refetch()] : [])])
  const move = async (from: number, to: number) => {
    const questionIds = withMoved(
      items.map((item) => item.id),
      from,
      to,
    )
    await call(columns.orderContents, { params: { id }, body: { questionIds: [...questionIds] } })
    await reload()
  }
  const takeOut = async (at: number) => {
    const content = items[at]
    if (!content) return
    await call(columns.takeOutContent, { params: { id, questionId: content.id } })
    await reload()
    notify('success', t('managed.takenOut', { title: content.title }))
  }
  const mayChange = column.data.mayManage
  const mayRelease = mayChange && column.data.state === 'active' && items.length < columnContentsMax
  return (
    <>
      <PageHeader
        title={column.data.title}
        back={<Link to={columnPaths.own(column.data.comeEnjoyId)}>{t('own.title')}</Link>}
        actions={
          <>
            <Link className="sy-button sy-button-small sy-button-plain" to={columnPaths.column(id)}>
              {t('managed.view')}
            </Link>
            {mayChange && (
              <Link className="sy-button sy-button-small sy-button-plain" to={columnPaths.edit(id)}>
                {t('own.edit')}
              </Link>
            )}
            {mayRelease && (
              <Button type="primary" onClick={() => setReleasing(true)}>
                {t('managed.release')}
              </Button>
            )}
          </>
        }
      />
      <Marks column={column.data} />
      <Figures column={column.data} />
      <PriceCard businessType={columnBusinessType} itemId={id} />
      {items.length === 0 ? (
        <EmptyState
          title={t('noContents')}
          description={t('managed.noneHint')}
          action={<Link to={columnPaths.write()}>{t('managed.write')}</Link>}
        />
      ) : (
        <SortableList
          items={items}
          keyOf={(item) => item.id}
          nameOf={(item) => item.title}
          onMove={mayChange ? move : () => undefined}
          {...(mayChange && { onRemove: (at: number) => void takeOut(at).catch(() => undefined) })}
          className="sy-plain-list co-contents"
          itemClassName="sy-box co-managed"
        >
          {(item, _at, moves) => (
            <>
              <span>
                <Link to={columnPaths.content(item.id, id)}>{item.title}</Link>{' '}
                {item.closed && <span className="sy-tag">{t('closed')}</span>}
              </span>
              {mayChange && moves}
            </>
          )}
        </SortableList>
      )}
      {releasing && (
        <ReleaseDialog columnId={id} onClose={() => setReleasing(false)} onReleased={() => void reload()} />
      )}
    </>
  )
}
