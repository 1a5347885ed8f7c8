import '../parts/study.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import type { CreditKind } from '../../contract/credits.ts'
import { study } from '../../contract.ts'
import { amountText } from '../parts/amounts.ts'
import { studyPaths } from '../paths.ts'
import { YearsCard } from './YearsCard.tsx'

/** The class-hour and the credit history, in two tabs of one page (COURSE-013, COURSE-014). */
export default function HistoryPage() {
  const t = useText('study')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const panelId = useId()
  const tab = pathname.startsWith(studyPaths.credits) ? 'credits' : 'classHours'
  const name = tab === 'credits' ? t('credit') : t('hours')
  return (
    <>
      <PageHeader
        title={t('history.title')}
        description={t('history.description')}
        back={<Link to={studyPaths.center}>{t('history.center')}</Link>}
      />
      <TabBar
        label={t('history.kinds')}
        tabs={[
          { key: 'classHours', title: t('hours') },
          { key: 'credits', title: t('credit') },
        ]}
        active={tab}
        onChange={(next) => void navigate(studyPaths[next], { replace: true })}
        panelId={panelId}
      />
      <section id={panelId} role="tabpanel" aria-label={name}>
        <History key={tab} type={tab === 'credits' ? 2 : 1} name={name} />
      </section>
    </>
  )
}

function History({ type, name }: { type: CreditKind; name: string }) {
  const t = useText('study')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [year, setYear] = useState<number>()
  const years = useQuery(q(study.creditYears, { query: { type } }, { quiet: true }))
  const query = { type, ...(year !== undefined && { year }), page: paging.page, pageSize: paging.pageSize }
  const records = useQuery({
    ...q(study.creditRecords, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (records.isError && !records.data)
    return <ErrorState error={records.error} onRetry={() => void records.refetch()} />
  const known = years.data?.items ?? []
  return (
    <>
      {years.data && known.length > 0 && <YearsCard years={years.data} name={name} />}
      {known.length > 1 && (
        <div className="sy-toolbar">
          <Select<number | undefined>
            aria-label={t('history.year')}
            allowClear
            placeholder={t('history.allYears')}
            value={year}
            style={{ minWidth: 140 }}
            options={known.map((one) => ({ value: one.year, label: t('history.thisYear', { year: one.year }) }))}
            onChange={(chosen) => {
              setYear(chosen)
              paging.reset()
            }}
          />
        </div>
      )}
      <DataTable
        label={name}
        rows={records.data?.items}
        rowKey="id"
        loading={records.isPending}
        paging={paging}
        recordCount={records.data?.recordCount}
        empty={
          <EmptyState
            title={t('history.noneYet', { name })}
            description={t('history.noneHint', { name })}
            action={<Link to={studyPaths.catalogue}>{t('history.browse')}</Link>}
          />
        }
        columns={[
          { title: t('history.rule'), dataIndex: 'rule' },
          {
            title: t('history.source'),
            key: 'source',
            render: (_, record) => (
              <span className="st-source">
                <span>{record.source || '—'}</span>
                {record.score !== record.askedScore && (
                  <small>{t('history.capped', { asked: amountText(record.askedScore) })}</small>
                )}
              </span>
            ),
          },
          {
            title: t('history.time'),
            key: 'time',
            render: (_, record) => <DateText value={record.createTime} />,
          },
          {
            title: t('history.score'),
            key: 'score',
            align: 'right',
            render: (_, record) => <strong className="sy-number">+{amountText(record.score)}</strong>,
          },
          {
            title: t('history.available'),
            key: 'available',
            align: 'right',
            render: (_, { availableScore, maxScore }) =>
              availableScore === null || maxScore === null ? (
                <span className="sy-faint">{t('history.noMax')}</span>
              ) : (
                <span className="sy-number">
                  {amountText(availableScore)} / {amountText(maxScore)}
                </span>
              ),
          },
        ]}
      />
    </>
  )
}
