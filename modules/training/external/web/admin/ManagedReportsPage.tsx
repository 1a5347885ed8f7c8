import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ImportDialog } from '#web/ui/ImportDialog.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type ReportState, reportStates } from '../../contract/fields.ts'
import { type Report, recordColumns } from '../../contract/reports.ts'
import { external } from '../../contract.ts'
import { amountText, costText, daysText } from '../parts/amounts.ts'
import { DecideActions } from '../parts/DecideActions.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { externalPaths } from '../paths.ts'

const shownStates = reportStates.filter((state) => state !== 'draft')

/** The reports of external training for those who decide about them: what waits first. */
export default function ManagedReportsPage() {
  const t = useText('external')
  const { busy, run } = useAction()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<ReportState | undefined>('pending')
  const [chosen, setChosen] = useState<string[]>([])
  const [isImporting, setImporting] = useState(false)
  const { page, pageSize } = paging
  const filter = { ...(state && { state }), ...(search && { search }) }
  const list = useQuery({
    ...q(external.managedReports, { query: { page, pageSize, ...filter } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const decidable = new Set(list.data?.items.flatMap(({ id, possible }) => (possible.includes('decide') ? [id] : [])))
  const ids = chosen.filter((id) => decidable.has(id))
  return (
    <>
      <PageHeader
        title={t('deciding.title')}
        back={<Link to={externalPaths.managed}>{t('managing.title')}</Link>}
        actions={
          <>
            <Button onClick={() => setImporting(true)}>{t('deciding.import')}</Button>
            <Button
              loading={busy}
              icon={<Icon name="download" size={16} />}
              onClick={() => void run(() => download(external.exportReports, { query: filter }))}
            >
              {t('deciding.export')}
            </Button>
          </>
        }
      />
      <div className="sy-toolbar">
        <SearchBox label={t('deciding.search')} onSearch={setSearch} />
        <Select<ReportState>
          allowClear
          style={{ width: 140 }}
          aria-label={t('deciding.state')}
          placeholder={t('deciding.all')}
          value={state}
          options={shownStates.map((value) => ({ value, label: t(`maps.state.${value}`) }))}
          onChange={(value?: ReportState) => {
            setState(value)
            paging.reset()
          }}
        />
        {ids.length > 0 && <DecideActions ids={ids} isMany />}
      </div>
      <ListTable<Report>
        label={t('deciding.title')}
        list={list}
        rowKey="id"
        paging={paging}
        selection={{
          selectedRowKeys: ids,
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: ({ id, title }) => ({ disabled: !decidable.has(id), 'aria-label': title }),
        }}
        empty={<EmptyState small title={t(state === 'pending' && !search ? 'deciding.nothing' : 'deciding.none')} />}
        columns={[
          {
            title: t('deciding.member'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <>
                {member?.fullName ?? '—'}
                <div className="sy-note">{organizationName}</div>
              </>
            ),
          },
          {
            title: t('deciding.training'),
            key: 'training',
            render: (_, { title, kind, provider }) => (
              <>
                <strong>{title}</strong>
                <div className="sy-note">{[t(`maps.kind.${kind}`), provider].filter(Boolean).join(' · ')}</div>
              </>
            ),
          },
          { title: t('deciding.days'), key: 'days', render: (_, row) => daysText(row) },
          {
            title: t('deciding.hours'),
            key: 'hours',
            align: 'right',
            render: (_, row) => amountText(row.hourHundredths),
          },
          {
            title: t('deciding.cost'),
            key: 'cost',
            align: 'right',
            render: (_, row) => costText(row.costHundredths),
          },
          {
            title: t('deciding.evidence'),
            key: 'evidence',
            render: (_, { evidenceCount }) => t('deciding.files', { count: evidenceCount }),
          },
          {
            title: t('deciding.state'),
            key: 'state',
            render: (_, row) => <StateTag state={row.state} isInApproval={row.isInApproval} />,
          },
          {
            title: t('deciding.actions'),
            key: 'actions',
            render: (_, { id }) => <Link to={externalPaths.report(id)}>{t('deciding.open')}</Link>,
          },
        ]}
      />
      {isImporting && (
        <ImportDialog
          title={t('deciding.import')}
          hint={t('deciding.importHint')}
          columns={recordColumns.map((column) => ({
            column,
            heading: column === 'member' ? t('reporters.column') : t(`sheet.${column}`),
          }))}
          template={external.recordTemplate}
          read={external.readRecords}
          write={external.importRecords}
          inputOf={(rows) => ({ body: { rows: [...rows] } })}
          onImport={(rows) => call(external.importRecords, { body: { rows: [...rows] } }, { handles: 'all' })}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}
