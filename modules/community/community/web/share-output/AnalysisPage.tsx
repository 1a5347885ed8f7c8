import '../parts/community.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { community } from '../../contract.ts'
import { DayChart } from '../parts/DayChart.tsx'
import { communityPaths, currentTeam, keepTeam } from '../paths.ts'

const periods = ['7', '30', '90'] as const
const figures = ['attentionNum', 'visits', 'reads', 'praise', 'contents'] as const
const charts = ['won', 'lost', 'visits', 'reads', 'praise', 'contents'] as const

/** Figures and contents of a share account for those who administer it (COMMUNITY-024, COMMUNITY-130, COMMUNITY-135). */
export default function AnalysisPage() {
  const t = useText('community')
  const [chosen, setChosen] = useState(currentTeam)
  const accounts = useQuery(q(community.myAccounts))
  if (accounts.isError) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
  if (!accounts.data) return <LoadingState rows={6} />
  const administered = accounts.data.items.filter(
    ({ currentMember }) => currentMember && currentMember.memberType !== 2,
  )
  const account = administered.find(({ id }) => id === chosen) ?? administered[0]
  if (!account) {
    const action = (
      <Link className="sy-button" to={communityPaths.kinds()}>
        {t('account.begin')}
      </Link>
    )
    return <EmptyState page title={t('analysis.none')} description={t('analysis.noneHint')} action={action} />
  }
  const choose = (id: string) => {
    keepTeam(id)
    setChosen(id)
  }
  return (
    <>
      <PageHeader
        title={t('analysis.title')}
        back={<Link to={communityPaths.account(account.id)}>{account.name}</Link>}
        actions={
          administered.length > 1 && (
            <Select
              value={account.id}
              aria-label={t('analysis.account')}
              style={{ minWidth: 200 }}
              options={administered.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={choose}
            />
          )
        }
      />
      <Analysis key={account.id} id={account.id} />
      <Report key={`report ${account.id}`} id={account.id} />
      <Slot name="share-account" values={{ accountId: account.id, isMember: true }} />
    </>
  )
}

function Analysis({ id }: { id: string }) {
  const t = useText('community')
  const [days, setDays] = useState<(typeof periods)[number]>('30')
  const analysis = useQuery({
    ...q(community.accountAnalysis, { query: { id, days: Number(days) } }),
    placeholderData: keepPreviousData,
  })
  if (analysis.isError) return <ErrorState error={analysis.error} onRetry={() => void analysis.refetch()} />
  if (!analysis.data) return <LoadingState rows={6} />
  const { total, items } = analysis.data
  return (
    <>
      <section className="sy-card cm-analysis" aria-label={t('analysis.total')}>
        <Facts
          shape="figures"
          items={figures.map((name) => [t(`analysis.${name}`), <NumberText key={name} value={total[name]} />])}
        />
      </section>
      <div className="sy-toolbar">
        <Choice
          label={t('analysis.period')}
          value={days}
          options={periods.map((value) => ({ value, label: t(`analysis.days${value}`) }))}
          onChange={setDays}
        />
      </div>
      <div className="sy-grid sy-gap-3 cm-charts">
        {charts.map((name) => (
          <DayChart
            key={name}
            title={t(`analysis.${name}`)}
            points={items.map((item) => ({ day: item.day, value: item[name] }))}
            {...(name === 'lost' && { tone: 'bad' })}
          />
        ))}
      </div>
    </>
  )
}

const columns = ['attentionNum', 'won', 'lost', 'visits', 'reads', 'praise', 'contents'] as const

function Report({ id }: { id: string }) {
  const t = useText('community')
  const report = useQuery(q(community.accountReport, { query: { id } }))
  const { busy, run } = useAction()
  return (
    <section className="sy-section" aria-labelledby="report-title">
      <div className="sy-section-head">
        <h2 id="report-title">{t('analysis.report')}</h2>
        <Button
          loading={busy}
          icon={<Icon name="download" size={16} />}
          onClick={() => void run(() => download(community.exportReport, { query: { id, format: 'csv' } }))}
        >
          {t('analysis.export')}
        </Button>
      </div>
      {report.isError ? (
        <ErrorState small error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <DataTable
          label={t('analysis.report')}
          rows={report.data?.items}
          rowKey="month"
          loading={report.isPending}
          columns={[
            { key: 'month', title: t('analysis.month'), render: (_, { month }) => month },
            ...columns.map((name) => ({
              key: name,
              title: t(`analysis.${name}`),
              align: 'right' as const,
              render: (_: unknown, row: Record<(typeof columns)[number], number>) => <NumberText value={row[name]} />,
            })),
          ]}
        />
      )}
    </section>
  )
}
