import '../paths.css'
import './admin.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { AuthoredPath } from '../../contract/authoring.ts'
import { paths } from '../../contract.ts'
import { pathAddresses } from '../addresses.ts'
import { StatusTag } from './StatusTag.tsx'

const tabs = ['all', 'draft', 'on-shelf', 'off-shelf'] as const
type Tab = (typeof tabs)[number]

/** The learning paths that the member manages. */
export default function PathsPage() {
  const t = useText('paths')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [tab, setTab] = useState<Tab>('all')
  const [search, setSearch] = useState('')
  const [creates, setCreates] = useState(false)
  const { page, pageSize } = paging
  const query = { page, pageSize, search: search || undefined, status: tab === 'all' ? undefined : tab }
  const list = useQuery({ ...q(paths.managedPaths, { query }, { quiet: true }), placeholderData: keepPreviousData })
  const columns = useColumns()
  const create = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setCreates(true)}>
      {t('manage.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('manage.title')} description={t('manage.hint')} actions={create} />
      <TabBar
        label={t('manage.statuses')}
        tabs={tabs.map((key) => ({ key, title: t(`manage.tab.${key}`) }))}
        active={tab}
        panelId="paths-panel"
        onChange={(next) => {
          setTab(next)
          paging.reset()
        }}
      />
      <div id="paths-panel" role="tabpanel" aria-label={t(`manage.tab.${tab}`)}>
        <div className="lp-toolbar">
          <SearchBox
            label={t('manage.search')}
            onSearch={(text) => {
              setSearch(text)
              paging.reset()
            }}
          />
        </div>
        {list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <DataTable
            label={t('manage.title')}
            columns={columns}
            rows={list.data?.items}
            rowKey="id"
            loading={list.isPending}
            paging={paging}
            recordCount={list.data?.recordCount}
            empty={<EmptyState small title={t('manage.none')} action={create} />}
          />
        )}
      </div>
      {creates && <CreatePath onClose={() => setCreates(false)} />}
    </>
  )
}

function useColumns() {
  const t = useText('paths')
  return useMemo(
    () => [
      {
        title: t('manage.name'),
        key: 'name',
        render: (_: unknown, { id, name, channelName }: AuthoredPath) => (
          <span className="lp-cell">
            <Link to={pathAddresses.editor(id)}>{name}</Link>
            {channelName !== null && <small>{channelName}</small>}
          </span>
        ),
      },
      {
        title: t('manage.status'),
        key: 'status',
        render: (_: unknown, { status }: AuthoredPath) => <StatusTag status={status} />,
      },
      {
        title: t('manage.size'),
        key: 'size',
        render: (_: unknown, { chapterCount, sectionCount }: AuthoredPath) =>
          t('manage.sizeOf', { chapters: chapterCount, sections: sectionCount }),
      },
      {
        title: t('manage.learners'),
        key: 'learners',
        align: 'right' as const,
        render: (_: unknown, { learnerCount, finishedCount }: AuthoredPath) => (
          <span>
            <NumberText value={finishedCount} /> / <NumberText value={learnerCount} />
          </span>
        ),
      },
      {
        title: t('manage.updated'),
        key: 'updated',
        render: (_: unknown, { updatedAt }: AuthoredPath) => <DateText value={updatedAt} style="relative" />,
      },
      {
        title: t('manage.actions'),
        key: 'actions',
        render: (_: unknown, { id, name, actions }: AuthoredPath) => (
          <span className="lp-row-actions">
            <Link to={pathAddresses.editor(id)}>{t('manage.edit')}</Link>
            {actions.includes('delete') && (
              <ConfirmButton
                type="link"
                size="small"
                danger
                question={t('manage.deleteAsk', { name })}
                consequence={t('manage.deleteHint')}
                onConfirm={() => call(paths.deletePath, { params: { id } })}
              >
                {t('manage.delete')}
              </ConfirmButton>
            )}
          </span>
        ),
      },
    ],
    [t],
  )
}

function CreatePath({ onClose }: { onClose: () => void }) {
  const t = useText('paths')
  const navigate = useNavigate()
  const create = async ({ name }: { name: string }) => {
    const created = await call(paths.createPath, { body: { name: name.trim() } })
    void navigate(pathAddresses.editor(created.id))
  }
  return (
    <FormModal<{ name: string }, void>
      title={t('manage.create')}
      okText={t('manage.createGo')}
      onSubmit={create}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('manage.name')}
        rules={[{ required: true, whitespace: true, message: t('manage.nameNeeded') }]}
      >
        <Input autoFocus maxLength={100} showCount />
      </Form.Item>
    </FormModal>
  )
}
