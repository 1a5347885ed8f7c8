import '../pages.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { pages } from '../../contract.ts'
import { ItemList } from '../parts/ItemList.tsx'
import { pagePaths } from '../paths.ts'

/** All entries of one module of a page. */
export default function MorePage() {
  const t = useText('pages')
  const { pageId = '', id: moduleId = '' } = useParams()
  const paging = usePaging()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery(q(pages.moduleEntries, { params: { id: pageId, moduleId }, query }))
  if (list.isError) return <ErrorState page error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState shape="cards" rows={8} />
  const { items, recordCount, title, pageName } = list.data
  return (
    <>
      <PageHeader
        title={title || t('view.all')}
        back={<Link to={pagePaths.branch(pageId)}>{pageName}</Link>}
        description={t('view.count', { count: recordCount })}
      />
      {items.length === 0 ? <EmptyState title={t('view.nothing')} /> : <ItemList items={items} layout="cards" />}
      <Pager paging={paging} recordCount={recordCount} />
    </>
  )
}
