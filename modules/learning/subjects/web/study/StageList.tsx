import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Stage } from '../../contract/wire.ts'

interface Props {
  readonly stages: readonly Stage[]
  readonly contentsOf: (stage: Stage) => ReactNode
}

/** The stages one below the other, along a line that is drawn through as far as one has come. */
export function StageList({ stages, contentsOf }: Props) {
  return (
    <ol className="sy-plain-list sb-stages">
      {stages.map((stage, index) => (
        <li key={stage.id} className="sb-stage" data-state={stage.state}>
          <StageHead stage={stage} number={index + 1} />
          {contentsOf(stage)}
        </li>
      ))}
    </ol>
  )
}

export function StageHead({ stage, number }: { stage: Stage; number: number }) {
  const t = useText('subjects')
  const { state, title, summary, finishedCount, requiredCount } = stage
  return (
    <div className="sb-stage-head">
      <span className="sb-seal" aria-hidden="true">
        {state === 'done' ? <Icon name="check" size={20} /> : number}
      </span>
      <div>
        <h3>
          <span className="sy-visually-hidden">{t('stage.number', { number })}</span>
          {title}
        </h3>
        {summary !== '' && <p>{summary}</p>}
      </div>
      <span className="sb-stage-count">
        {requiredCount > 0 ? t('stage.required', { done: finishedCount, of: requiredCount }) : t('stage.elective')}
        <span className="sy-visually-hidden">{t(`stage.state.${state}`)}</span>
      </span>
    </div>
  )
}
