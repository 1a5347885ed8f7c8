import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateSpan } from '#web/ui/DateSpan.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { ManagedActivity } from '../../contract/activities.ts'
import { external } from '../../contract.ts'
import { externalPaths } from '../paths.ts'
import { ActivityDialog } from './ActivityDialog.tsx'
import { ReportersDialog } from './ReportersDialog.tsx'

const whens = ['coming', 'open', 'over'] as const
type When = (typeof whens)[number]

/** What members are asked to report of training outside of the platform. */
export default function ManagedActivitiesPage() {
  const t = useText('external')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [when, setWhen] = useState<When>()
  const [edited, setEdited] = useState<ManagedActivity | 'new'>()
  const [asked, setAsked] = useState<{ readonly id: string; readonly title: string }>()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(when && { when }) }
  const list = useQuery({
    ...q(external.managedActivities, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('managing.title')}
        description={t('managing.description')}
        actions={
          <>
            <Link className="sy-button sy-button-plain sy-button-small" to={externalPaths.reports}>
              {t('managing.reports')}
            </Link>
            <Button type="primary" onClick={() => setEdited('new')}>
              {t('managing.add')}
            </Button>
          </>
        }
      />
      <div className="sy-toolbar">
        <SearchBox label={t('managing.search')} onSearch={setSearch} />
        <Select<When>
          allowClear
          style={{ width: 140 }}
          aria-label={t('managing.when')}
          placeholder={t('managing.all')}
          value={when}
          options={whens.map((value) => ({ value, label: t(`managing.times.${value}`) }))}
          onChange={(value?: When) => {
            setWhen(value)
            paging.reset()
          }}
        />
      </div>
      <ListTable<ManagedActivity>
        label={t('managing.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('managing.none')} description={t('managing.noneHint')} />}
        columns={[
          {
            title: t('managing.name'),
            key: 'title',
            render: (_, { title, kind, provider }) => (
              <>
                <strong>{title}</strong>
                <div className="sy-note">{[t(`maps.kind.${kind}`), provider].filter(Boolean).join(' · ')}</div>
              </>
            ),
          },
          {
            title: t('managing.window'),
            key: 'window',
            render: (_, { reportFrom, reportUntil }) => <DateSpan from={reportFrom} until={reportUntil} />,
          },
          {
            title: t('managing.progress'),
            key: 'progress',
            render: (_, { reportedCount, reporterCount }) =>
              t('managing.progressText', { reported: reportedCount, count: reporterCount }),
          },
          { title: t('managing.organization'), key: 'organization', render: (_, row) => row.organizationName },
          {
            title: t('managing.actions'),
            key: 'actions',
            render: (_, row) => (
              <span className="sy-cell-actions">
                <Button type="link" onClick={() => setAsked(row)}>
                  {t('managing.reporters')}
                </Button>
                <Button type="link" onClick={() => setEdited(row)}>
                  {t('managing.change')}
                </Button>
                <ConfirmButton
                  type="link"
                  danger
                  question={t('managing.deleteQuestion', { name: row.title })}
                  consequence={t('managing.deleteHint')}
                  onConfirm={() => call(external.deleteActivity, { params: { id: row.id } })}
                >
                  {t('managing.delete')}
                </ConfirmButton>
              </span>
            ),
          },
        ]}
      />
      {edited && <ActivityDialog edited={edited} onClose={() => setEdited(undefined)} onAdded={setAsked} />}
      {asked && <ReportersDialog activity={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
