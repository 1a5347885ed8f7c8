import { Input } from 'antd'
import { useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { DraftProblem } from './draft.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly unit: string
  readonly placeholder?: string
  readonly problem: DraftProblem | undefined
  readonly onChange: (text: string) => void
}

/** A number as it is typed; what is wrong with it stands below it. Nothing is rounded in silence. */
export function PointsField({ label, value, unit, placeholder, problem, onChange }: Props) {
  const t = useText('papers')
  const id = useId()
  return (
    <span className="pp-number">
      <Input
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
        status={problem ? 'error' : ''}
        suffix={unit}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem && (
        <small id={id} className="pp-wrong">
          {t(`wrong.${problem}`)}
        </small>
      )}
    </span>
  )
}
