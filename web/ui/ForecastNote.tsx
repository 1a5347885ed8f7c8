import { Alert } from 'antd'
import type { Forecast } from '#kit/forecast.ts'
import { CallError } from '../api/call-error.ts'
import type { ForecastState } from '../api/use-forecast.ts'
import { useText } from '../i18n/texts.ts'
import { useRefusalText } from './ErrorState.tsx'

interface Props<Answer> {
  readonly state: ForecastState<Answer>
  /** What the screen itself says of the answer: `500 members are changed`. */
  readonly summary?: (forecast: Forecast<Answer>) => readonly string[]
}

/** What a change would do, in words, above the button that makes it. */
export function ForecastNote<Answer>({ state, summary }: Props<Answer>) {
  if (!state.isAsked) return null
  return (
    <div className="sy-forecast" role="status" aria-live="polite">
      <Content state={state} summary={summary} />
    </div>
  )
}

function Content<Answer>({ state, summary }: Props<Answer>) {
  const t = useText('shell')
  const { forecast, error } = state
  const refusal = useRefusalText(error)
  const isRefused = error instanceof CallError && error.kind === 'refused'
  if (isRefused) return <Alert type="warning" showIcon title={t('forecast.refused')} description={refusal} />
  if (error) return <Alert type="info" showIcon title={t('forecast.unknown')} />
  if (!forecast) return <p className="sy-faint">{t('forecast.loading')}</p>
  const lines = [
    ...(summary?.(forecast) ?? []),
    ...forecast.messages.map(({ kind, recipients }) => t(`forecast.${kind}`, { count: recipients })),
  ]
  if (lines.length === 0) return <Alert type="info" showIcon title={t('forecast.nobody')} />
  const list = (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
  const more = !forecast.isComplete && <p>{t('forecast.more')}</p>
  return (
    <Alert
      type="info"
      showIcon
      title={t('forecast.title')}
      description={
        <>
          {list}
          {more}
        </>
      }
    />
  )
}
