import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { useToday } from '#web/ui/use-today.ts'
import { daysMax } from '../../contract/shapes.ts'
import { areDays, type Days, daysOf, type Preset, presetOf, presets } from './use-days.ts'

/** From when until when: one of a few times, or any two days. */
export function RangeBar({ days, onChange }: { readonly days: Days; readonly onChange: (days: Days) => void }) {
  const t = useText('finance')
  const today = useToday()
  // Two days that do not fit together stand in the fields until one of them is changed.
  const [typed, setTyped] = useState<Days>()
  const shown = typed ?? days
  const type = (change: Partial<Days>) => {
    const next = { ...shown, ...change }
    const fits = areDays(next)
    setTyped(fits ? undefined : next)
    if (fits) onChange(next)
  }
  const isWrong = typed !== undefined
  const options = [...(Object.keys(presets) as Preset[]), 'own' as const]
  return (
    <>
      <div className="sy-toolbar fi-range">
        <Select<Preset | 'own'>
          aria-label={t('range.preset')}
          style={{ minWidth: 110 }}
          value={presetOf(shown, today)}
          options={options.map((value) => ({ value, label: t(`range.${value}`), disabled: value === 'own' }))}
          onChange={(preset) => {
            if (preset === 'own') return
            setTyped(undefined)
            onChange(daysOf(preset, today))
          }}
        />
        <span className="fi-day">
          <DayField
            aria-label={t('range.from')}
            value={shown.from}
            {...(isWrong && { status: 'error' as const, 'aria-describedby': 'fi-range-wrong' })}
            onChange={(from) => from && type({ from })}
          />
        </span>
        <span className="fi-day">
          <DayField
            aria-label={t('range.until')}
            value={shown.until}
            {...(isWrong && { status: 'error' as const, 'aria-describedby': 'fi-range-wrong' })}
            onChange={(until) => until && type({ until })}
          />
        </span>
      </div>
      {isWrong && (
        <p id="fi-range-wrong" role="alert" className="sy-note">
          {t('range.invalid', { max: daysMax })}
        </p>
      )}
    </>
  )
}
