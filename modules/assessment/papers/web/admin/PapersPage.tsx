import './papers.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Dropdown, Tag } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Directory } from '#modules/assessment/questions/contract.ts'
import { DirectoryFrame } from '#modules/assessment/questions/web.tsx'
import { RecycleList } from '#modules/platform/operations/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { type PaperListItem, paperStatuses } from '../../contract/paper.ts'
import { papers } from '../../contract.ts'
import { paperPaths } from '../paths.ts'
import { CopyDialog, DeleteDialog, NewPaperDialog } from './PaperDialogs.tsx'

const tabs = ['all', ...paperStatuses, 'recycled'] as const
type Tab = (typeof tabs)[number]

/** The papers, by their directories. */
export default function PapersPage() {
  const t = useText('papers')
  const directories = useQuery(q(papers.listDirectories, {}, { quiet: true }))
  const [address, setAddress] = useSearchParams()
  const [isNew, setNew] = useState(false)
  const items = directories.data?.items ?? []
  const directoryId = items.find(({ id }) => id === address.get('directory'))?.id
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          items.length > 0 && (
            <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
              {t('action.new')}
            </Button>
          )
        }
      />
      {directories.isPending && <LoadingState rows={8} />}
      {directories.isError && <ErrorState error={directories.error} onRetry={() => void directories.refetch()} />}
      {directories.data && (
        <DirectoryFrame
          calls={papers}
          allTitle={t('list.all')}
          items={items}
          chosen={directoryId}
          onChoose={(directory) => setAddress(directory === undefined ? {} : { directory }, { replace: true })}
        >
          {items.length === 0 ? (
            <EmptyState title={t('list.noDirectory')} description={t('list.noDirectoryHint')} />
          ) : (
            <Papers key={directoryId} directories={items} directoryId={directoryId} onNew={() => setNew(true)} />
          )}
        </DirectoryFrame>
      )}
      {isNew && <NewPaperDialog directories={items} directoryId={directoryId} onClose={() => setNew(false)} />}
    </>
  )
}

interface PapersProps {
  readonly directories: readonly Directory[]
  readonly directoryId: string | undefined
  readonly onNew: () => void
}

function Papers({ directoryId, onNew }: PapersProps) {
  const t = useText('papers')
  const [tab, setTab] = useState<Tab>('all')
  return (
    <>
      <TabBar<Tab>
        label={t('list.statuses')}
        tabs={tabs.map((key) => ({ key, title: t(`tab.${key}`) }))}
        active={tab}
        panelId="paper-list"
        onChange={setTab}
      />
      <div id="paper-list" role="tabpanel" aria-label={t(`tab.${tab}`)}>
        {tab === 'recycled' ? (
          <RecycleList scope="own" kind="paper" />
        ) : (
          <Found key={tab} status={tab === 'all' ? undefined : tab} directoryId={directoryId} onNew={onNew} />
        )}
      </div>
    </>
  )
}

interface FoundProps {
  readonly status: PaperListItem['status'] | undefined
  readonly directoryId: string | undefined
  readonly onNew: () => void
}

function Found({ status, directoryId, onNew }: FoundProps) {
  const t = useText('papers')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const query = {
    ...{ page: paging.page, pageSize: paging.pageSize },
    ...(status !== undefined && { status }),
    ...(directoryId !== undefined && { directoryId }),
    ...(search !== undefined && { search }),
  }
  const list = useQuery({ ...q(papers.listPapers, { query }), placeholderData: keepPreviousData })
  const isFiltered = search !== undefined || status !== undefined
  const create = <Button onClick={onNew}>{t('action.new')}</Button>
  return (
    <>
      <div className="sy-toolbar pp-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
      </div>
      <ListTable<PaperListItem>
        label={t('list.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={
          isFiltered ? (
            <EmptyState small title={t('list.noMatch')} />
          ) : (
            <EmptyState small title={t('list.none')} description={t('list.noneHint')} action={create} />
          )
        }
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            width: 300,
            render: (_, { id, name, directory }) => (
              <div className="pp-name">
                <Link to={paperPaths.paper(id)}>{name}</Link>
                <small>{directory.name}</small>
              </div>
            ),
          },
          { key: 'way', title: t('list.way'), render: (_, row) => t(row.isRandom ? 'list.random' : 'list.fixed') },
          { key: 'questions', title: t('list.questions'), align: 'right', render: (_, row) => row.questionCount },
          { key: 'total', title: t('list.total'), align: 'right', render: (_, row) => row.totalTenths / 10 },
          {
            key: 'status',
            title: t('list.status'),
            render: (_, row) => (
              <Tag color={row.status === 'ready' ? 'success' : undefined}>{t(`status.${row.status}`)}</Tag>
            ),
          },
          {
            key: 'updatedAt',
            title: t('list.changed'),
            render: (_, row) => <DateText value={row.updatedAt} style="relative" />,
          },
          { key: 'actions', title: '', render: (_, row) => <RowMenu row={row} /> },
        ]}
      />
    </>
  )
}

function RowMenu({ row }: { row: PaperListItem }) {
  const t = useText('papers')
  const [asked, setAsked] = useState<'copy' | 'delete'>()
  const close = () => setAsked(undefined)
  const items = [
    { key: 'trial', label: <Link to={paperPaths.trial(row.id)}>{t('action.trial')}</Link> },
    { key: 'copy', label: t('action.copy'), onClick: () => setAsked('copy') },
    { key: 'delete', label: t('action.delete'), danger: true, onClick: () => setAsked('delete') },
  ]
  return (
    <>
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <Button type="text" icon={<Icon name="more" size={16} />} aria-label={t('list.actions', { name: row.name })} />
      </Dropdown>
      {asked === 'copy' && <CopyDialog paper={row} onClose={close} />}
      {asked === 'delete' && <DeleteDialog paper={row} onClose={close} />}
    </>
  )
}
