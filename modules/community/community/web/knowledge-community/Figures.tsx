/** Figures of a circle for its administrators: as columns by day or month, each with its table, and as a file. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { community } from '../../contract.ts'
import { DayChart } from '../parts/DayChart.tsx'

const spans = {
  Days30: { by: 'day', days: 30 },
  Days90: { by: 'day', days: 90 },
  Months12: { by: 'month', months: 12 },
} as const
type Span = keyof typeof spans
const names = Object.keys(spans) as Span[]

const columns = ['members', 'joined', 'left', 'contents', 'reads', 'comments'] as const

export function Figures({ circleId: id }: { circleId: string }) {
  const t = useText('community')
  const [span, setSpan] = useState<Span>('Days30')
  const { busy, run } = useAction()
  const params = { id }
  const query = spans[span]
  const figures = useQuery({
    ...q(community.circleFigures, { params, query }),
    placeholderData: keepPreviousData,
  })
  if (figures.isError) return <ErrorState small error={figures.error} onRetry={() => void figures.refetch()} />
  if (!figures.data) return <LoadingState rows={6} />
  const { total, items } = figures.data
  const exportFile = () => download(community.exportCircleFigures, { params, query: { ...query, format: 'csv' } })
  return (
    <>
      <div className="sy-toolbar">
        <Choice
          label={t('circles.figuresPeriod')}
          value={span}
          options={names.map((value) => ({ value, label: t(`circles.figures${value}`) }))}
          onChange={setSpan}
        />
        <Button loading={busy} icon={<Icon name="download" size={16} />} onClick={() => void run(exportFile)}>
          {t('circles.figuresExport')}
        </Button>
      </div>
      <div className="sy-grid sy-gap-3 cm-charts">
        {columns.map((name) => (
          <DayChart
            key={name}
            title={t(`circles.figure.${name}`)}
            points={items.map((item) => ({ day: item.period, value: item[name] }))}
            by={query.by}
            {...(name === 'members' && { today: total.members })}
            {...(name === 'left' && { tone: 'bad' })}
          />
        ))}
      </div>
      <p className="sy-note">{t('circles.figuresNote')}</p>
    </>
  )
}
