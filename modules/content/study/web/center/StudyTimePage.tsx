import '../parts/study.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { type DayRange, DayRangeField } from '#web/ui/DateFields.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import { study } from '../../contract.ts'
import { durationText } from '../parts/durations.ts'
import { studyPaths } from '../paths.ts'
import { StudyCalendar } from './StudyCalendar.tsx'

type Row = Output<typeof study.studyTimes>['items'][number]

/** On which days, in what and how long the member studied (COURSE-060). */
export default function StudyTimePage() {
  const t = useText('study')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [days, setDays] = useState<DayRange>({})
  const query = { ...days, page: paging.page, pageSize: paging.pageSize }
  const { data, isPending, error, isError, refetch } = useQuery({
    ...q(study.studyTimes, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('times.title')}
        description={t('times.description')}
        back={<Link to={studyPaths.center}>{t('history.center')}</Link>}
        actions={<Exports days={days} disabled={!data || data.recordCount === 0} />}
      />
      <StudyCalendar />
      <HomeSection
        title={t('times.records')}
        more={data && <span className="sy-faint">{t('times.sum', { time: durationText(t, data.totalMinutes) })}</span>}
      >
        <div className="sy-toolbar">
          <DayRangeField
            aria-label={t('times.days')}
            placeholder={[t('times.from'), t('times.to')]}
            onChange={(chosen) => {
              setDays(chosen)
              paging.reset()
            }}
          />
        </div>
        {isError && !data ? (
          <ErrorState small error={error} onRetry={() => void refetch()} />
        ) : (
          <Table rows={data?.items} isPending={isPending} paging={paging} recordCount={data?.recordCount} />
        )}
      </HomeSection>
    </>
  )
}

interface TableProps {
  readonly rows: readonly Row[] | undefined
  readonly isPending: boolean
  readonly paging: ReturnType<typeof usePaging>
  readonly recordCount: number | undefined
}

function Table({ rows, isPending, paging, recordCount }: TableProps) {
  const t = useText('study')
  return (
    <DataTable<Row>
      label={t('times.records')}
      rows={rows}
      rowKey={({ day, businessId, clientType }) => `${day} ${businessId} ${clientType}`}
      loading={isPending}
      paging={paging}
      recordCount={recordCount}
      empty={
        <EmptyState
          small
          title={t('times.none')}
          action={<Link to={studyPaths.catalogue}>{t('history.browse')}</Link>}
        />
      }
      columns={[
        { title: t('times.day'), key: 'day', render: (_, { day }) => <span className="sy-number">{day}</span> },
        {
          title: t('times.item'),
          key: 'item',
          render: (_, { name, link, label }) => (
            <span className="st-item">
              <Link to={link}>{name}</Link>
              <small className="sy-faint">{label}</small>
            </span>
          ),
        },
        { title: t('times.client'), key: 'client', render: (_, { clientType }) => t(`times.clients.${clientType}`) },
        {
          title: t('times.time'),
          key: 'time',
          align: 'right',
          render: (_, { studyTime, milliseconds }) => (
            <strong className="sy-number">
              {studyTime === 0 && milliseconds > 0 ? t('times.underMinute') : durationText(t, studyTime)}
            </strong>
          ),
        },
        {
          title: t('times.last'),
          key: 'last',
          render: (_, { createTime }) => <DateText value={createTime} />,
        },
      ]}
    />
  )
}

function Exports({ days, disabled }: { days: DayRange; disabled: boolean }) {
  const t = useText('study')
  const { busyWith, run } = useAction()
  const hand = (format: 'xlsx' | 'csv') =>
    run(() => download(study.exportStudyTimes, { query: { ...days, format } }), { name: format })
  return (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      icon={<Icon name="download" size={16} />}
      disabled={disabled}
      loading={busyWith === format}
      onClick={() => void hand(format)}
    >
      {t(`times.exports.${format}`)}
    </Button>
  ))
}
