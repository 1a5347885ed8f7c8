import '../parts/news.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { idPattern } from '#kit/schema.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { type NewsRow, news } from '../../contract.ts'
import { newsPaths } from '../paths.ts'

/** The news of a home page (SYSTEM-004), or all that the member may read. */
export default function NewsListPage() {
  const t = useText('news')
  const { homeConfigId } = useParams()
  const paging = usePaging()
  const ofPage = homeConfigId !== undefined && idPattern.test(homeConfigId) ? { homeConfigId } : {}
  const query = { page: paging.page, pageSize: paging.pageSize, ...ofPage }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(news.newsList, { query }),
    placeholderData: keepPreviousData,
  })
  const unread = data?.unreadCount ?? 0
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={unread > 0 ? t('list.unread', { count: unread }) : t('list.description')}
      />
      {isPending && <LoadingState rows={5} />}
      {isError && !data && <ErrorState page error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState title={t('list.none')} description={t('list.noneHint')} />}
      {data !== undefined && data.recordCount > 0 && (
        <>
          <ul className="nw-list">
            {data.items.map((row, index) => (
              <li key={row.id}>
                <Card row={row} isLead={index === 0 && paging.page === 1} />
              </li>
            ))}
          </ul>
          <Pager paging={paging} recordCount={data.recordCount} />
        </>
      )}
    </>
  )
}

function Card({ row, isLead }: { row: NewsRow; isLead: boolean }) {
  const t = useText('news')
  return (
    <article
      className="sy-card nw-card"
      data-lead={isLead}
      data-read={row.isRead}
      data-pictured={row.coverPath !== null}
    >
      <Cover name={row.title} url={row.coverPath} />
      <div>
        <h2>
          {row.isPinned && <span className="nw-mark">{t('list.pinned')}</span>}
          <Link to={newsPaths.one(row.id)}>{row.title}</Link>
        </h2>
        <p className="nw-summary">{row.summary}</p>
        <small className="sy-note">
          {[row.branchName, row.source].filter((part) => part !== '').map((part) => `${part} · `)}
          <DateText value={row.publishedAt} style="relative" />
          {!row.isRead && ` · ${t('list.new')}`}
        </small>
      </div>
    </article>
  )
}
