import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { moderation } from '../../contract.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const spans = [7, 30, 90, 365] as const

/** How much came, how fast it was decided, and what became of appeals. */
export function StatisticsView() {
  const t = useText('moderation')
  const [days, setDays] = useState(30)
  const { busy, run } = useAction()
  const [now] = useState(() => Date.now())
  const query = { from: now - days * DAY_MS, to: now + DAY_MS }
  const { data, error, refetch } = useQuery(q(moderation.statistics, { query }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const { medianMs } = data
  const isLong = medianMs !== null && medianMs >= 2 * HOUR_MS
  const count = Math.round((medianMs ?? 0) / (isLong ? HOUR_MS : MINUTE_MS))
  const median = medianMs === null ? '—' : t(isLong ? 'statistics.hours' : 'statistics.minutes', { count })
  const decidedAppeals = data.upheld + data.overturned
  const share = decidedAppeals === 0 ? '—' : `${Math.round((100 * data.upheld) / decidedAppeals)}%`
  return (
    <div className="sy-column sy-gap-3">
      <div className="sy-row sy-wrap sy-gap-2">
        <Select
          aria-label={t('statistics.span')}
          value={days}
          onChange={setDays}
          options={spans.map((value) => ({ value, label: t('statistics.days', { count: value }) }))}
        />
        <Button
          loading={busy}
          icon={<Icon name="download" size={16} />}
          onClick={() => void run(() => download(moderation.exportStatistics, { query: { ...query, format: 'csv' } }))}
        >
          {t('statistics.export')}
        </Button>
      </div>
      <p>
        {t('statistics.median', { median })} · {t('statistics.upheld', { share })}
      </p>
      <div className="sy-card mod-scroll">
        <table className="mod-table">
          <thead>
            <tr>
              <th scope="col">{t('report.rule')}</th>
              <th scope="col">{t('statistics.reports')}</th>
              <th scope="col">{t('queue.decided')}</th>
              <th scope="col">{t('outcome.remove')}</th>
            </tr>
          </thead>
          <tbody>
            {data.reasons.map((row) => (
              <tr key={row.reasonCode}>
                <th scope="row">{t(`rule.${row.reasonCode}`)}</th>
                <td>{row.reports}</td>
                <td>{row.decided}</td>
                <td>{row.removed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
