import { Alert, Progress } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { Batch } from '../../contract/managing.ts'

/** The batch that runs, with its progress (TRAINING-020), or what came of the last one. */
export function BatchNote({ batch }: { batch: Batch | null }) {
  const t = useText('graduation')
  const kit = useText('kit')
  if (!batch) return null
  const { isRunning, total, graduated, failing, gone, startedBy, endedAt } = batch
  if (!isRunning)
    return (
      <p className="sy-note">
        {t('batch.last', { graduated, failing, gone })} · <DateText value={endedAt} style="minute" />
      </p>
    )
  const done = graduated + failing + gone
  return (
    <Alert
      type="info"
      showIcon
      title={kit('ui.graduation-processing')}
      description={
        <>
          <Progress
            percent={total === 0 ? 0 : Math.floor((100 * done) / total)}
            status="active"
            aria-label={kit('ui.graduation-processing')}
          />
          <span className="sy-row sy-wrap sy-gap-3">
            <span className="sy-number">{t('batch.progress', { done, count: total })}</span>
            <span>{t('batch.by', { name: startedBy })}</span>
          </span>
        </>
      }
    />
  )
}
