import '../parts/reports.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useId } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { ViewItem } from '../../contract/shapes.ts'
import { reports } from '../../contract.ts'
import { ExportList } from '../parts/ExportList.tsx'
import { ReceivedList } from '../parts/ReceivedList.tsx'
import { reportPaths } from '../paths.ts'

const tabs = ['templates', 'own', 'shared', 'received', 'exports'] as const
type Tab = (typeof tabs)[number]

/** Ready-made reports, saved views, those that others share, and exports. */
export default function ReportsPage() {
  const t = useText('reports')
  const id = useId()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'templates'
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <>
            <Button onClick={() => void navigate(reportPaths.dashboard)}>{t('dashboard.title')}</Button>
            <Button type="primary" onClick={() => void navigate(reportPaths.fresh())}>
              {t('list.add')}
            </Button>
          </>
        }
      />
      <TabBar<Tab>
        label={t('list.title')}
        tabs={tabs.map((key) => ({ key, title: t(`tabs.${key}`) }))}
        active={tab}
        panelId={id}
        onChange={(next) => setParams({ tab: next }, { replace: true })}
      />
      <div id={id} role="tabpanel" className="sy-tab-panel" aria-label={t(`tabs.${tab}`)}>
        {tab === 'templates' && <Templates />}
        {tab === 'own' && <Views key="own" of="own" />}
        {tab === 'shared' && <Views key="shared" of="shared" />}
        {tab === 'received' && <ReceivedList />}
        {tab === 'exports' && <ExportList />}
      </div>
    </>
  )
}

function Templates() {
  const t = useText('reports')
  const list = useQuery(q(reports.templates, {}, { quiet: true }))
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState shape="cards" rows={6} />
  return (
    <ul className="rp-cards">
      {list.data.items.map(({ key, name, description, group }) => (
        <li key={key}>
          <Link className="rp-card" to={reportPaths.fresh(key)}>
            <strong>{name}</strong>
            <span className="sy-note">{description}</span>
            <span>
              <Tag>{t(`groups.${group}`)}</Tag>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Views({ of }: { readonly of: 'own' | 'shared' }) {
  const t = useText('reports')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const { page, pageSize } = paging
  const query = { of, page, pageSize, ...(search && { search }) }
  const list = useQuery({ ...q(reports.views, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
      </div>
      <ListTable<ViewItem>
        label={t(`tabs.${of}`)}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t(`list.${of}None`)} description={t(`list.${of}NoneHint`)} />}
        columns={[
          {
            title: t('list.name'),
            key: 'name',
            render: (_, { id, name, description }) => (
              <>
                <Link to={reportPaths.view(id)}>
                  <strong>{name}</strong>
                </Link>
                {description !== '' && <div className="sy-note">{description}</div>}
              </>
            ),
          },
          { title: t('list.source'), key: 'source', render: (_, { sourceLabel }) => sourceLabel },
          of === 'own'
            ? { title: t('list.audience'), key: 'audience', render: (_, { audience }) => t(`audiences.${audience}`) }
            : { title: t('list.owner'), key: 'owner', render: (_, { owner }) => owner.fullName },
          ...(of === 'own'
            ? [
                {
                  title: t('list.schedules'),
                  key: 'schedules',
                  render: (_: unknown, { scheduleCount }: ViewItem) => scheduleCount || '–',
                },
              ]
            : []),
          { title: t('list.updated'), key: 'updated', render: (_, { updatedAt }) => <DateText value={updatedAt} /> },
        ]}
      />
    </>
  )
}
