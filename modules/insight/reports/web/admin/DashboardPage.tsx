import '../parts/reports.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'

import { themeMode } from '#web/theme/mode.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { chartDataOf } from '../../contract/chart-data.ts'
import { type DashboardFigure, type DashboardPanel, spans } from '../../contract/dashboard.ts'
import { reports } from '../../contract.ts'
import { Chart } from '../parts/Chart.tsx'
import { reportPaths } from '../paths.ts'

const unitBytes = 1024 ** 3

function figureText({ key, value }: DashboardFigure): string {
  if (value === null) return '—'
  if (key === 'completion') return `${value} %`
  if (key === 'storage') return `${(value / unitBytes).toFixed(2)} GB`
  return value.toLocaleString()
}

/** What is going on in the scope of the reader, and the way to look closer. */
export default function DashboardPage() {
  const t = useText('reports')
  const [days, setDays] = useState<(typeof spans)[number]>('30')
  const { dark } = themeMode.use()
  const theme = dark ? ('dark' as const) : ('light' as const)
  const found = useQuery({
    ...q(reports.dashboard, { query: { days, theme } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        description={t('dashboard.description')}
        actions={<Link to={reportPaths.list}>{t('list.title')}</Link>}
      />
      <div className="sy-toolbar">
        <Choice
          label={t('dashboard.span')}
          value={days}
          options={spans.map((value) => ({ value, label: t(`dashboard.days${value}`) }))}
          onChange={setDays}
        />
      </div>
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState shape="cards" />}
      {found.data && (
        <>
          <dl className="rp-figures">
            {found.data.figures.map((figure) => (
              <div key={figure.key} className="rp-figure">
                <dt>{t(`figures.${figure.key}`)}</dt>
                <dd>{figureText(figure)}</dd>
              </div>
            ))}
          </dl>
          <div className="rp-panels">
            {found.data.panels.map((panel) => (
              <Panel key={panel.key} panel={panel} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

function Panel({ panel: { key, query, result, picture } }: { readonly panel: DashboardPanel }) {
  const t = useText('reports')
  const language = useLanguage()
  const title = t(`panels.${key}`)
  const data = useMemo(
    () => result && chartDataOf(result, { kind: query.chart, title, language, sortedBy: query.sort?.[0]?.at }),
    [result, query, title, language],
  )
  return (
    <section className="rp-figure" aria-label={title}>
      <div className="sy-row sy-apart sy-gap-2 sy-wrap">
        <h2>{title}</h2>
        <Link to={reportPaths.fresh()} state={{ query, name: title }}>
          {t('dashboard.look')}
        </Link>
      </div>
      {data && data.labels.length > 0 ? (
        <Chart data={data} picture={picture} />
      ) : (
        <EmptyState small title={t(result === null ? 'dashboard.slow' : 'dashboard.empty')} />
      )}
    </section>
  )
}
