import './statistics.css'
import { useText } from '#web/i18n/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import type { ItemStatistics } from '../../contract/statistics.ts'

export interface ItemStatisticsProps {
  readonly statistics: ItemStatistics
  /** Of choices, in the order of the version. A text that is empty is that of true or false. */
  readonly options?: readonly { readonly text: string; readonly isRight: boolean }[]
}

const binKeys = ['none', 'quarter', 'half', 'most', 'nearly', 'full'] as const

export const percentText = (share: number): string => `${Math.round(share * 100)}%`

/** Two decimals, with a real minus. */
export const coefficientText = (value: number): string => value.toFixed(2).replace('-', '−')

/** What answers say of one question: numbers, the points that were earned, and the options that were chosen. */
export function ItemStatisticsView({ statistics, options = [] }: ItemStatisticsProps) {
  const t = useText('questions')
  const { answers, omitted, difficulty, deviation, itemRest, discrimination, seconds, bins } = statistics
  const coefficient = (value: number | null) => (value === null ? t('statistics.tooFew') : coefficientText(value))
  const optionText = (option: number | null) => {
    if (option === null) return t('statistics.omittedOption')
    const text = options[option]?.text || t(option === 0 ? 'statistics.true' : 'statistics.false')
    const letter = String.fromCharCode(65 + option)
    const named = option < 26 ? `${letter}. ${text}` : `${option + 1}. ${text}`
    return options[option]?.isRight ? t('statistics.rightOption', { text: named }) : named
  }
  const chosen = new Map(statistics.options.map((one) => [one.option, one]))
  const shown = statistics.options.length === 0 ? [] : [...options.keys(), ...(chosen.has(null) ? [null] : [])]
  return (
    <div className="qs-item">
      <Facts
        items={[
          [t('statistics.answers'), String(answers)],
          [t('statistics.difficulty'), percentText(difficulty)],
          [t('statistics.itemRest'), coefficient(itemRest)],
          [t('statistics.discrimination'), coefficient(discrimination)],
          [t('statistics.deviation'), coefficientText(deviation)],
          [t('statistics.omitted'), `${omitted} (${percentText(omitted / answers)})`],
          seconds !== null && [t('statistics.seconds'), t('statistics.secondsValue', { count: Math.round(seconds) })],
        ]}
      />
      {shown.length > 0 && (
        <BarChart
          title={t('statistics.options')}
          note={t('statistics.optionsNote')}
          labelHeading={t('statistics.option')}
          valueHeading={t('statistics.chosen')}
          max={answers}
          bars={shown.map((option) => {
            const { count = 0, share = 0, itemRest: own = null } = chosen.get(option) ?? {}
            const isRight = option !== null && options[option]?.isRight
            return {
              key: String(option),
              label: optionText(option),
              value: count,
              text: `${count} (${percentText(share)})${own === null ? '' : ` r ${coefficientText(own)}`}`,
              ...(option === null ? { tone: 'muted' as const } : isRight && { tone: 'good' as const }),
            }
          })}
        />
      )}
      <BarChart
        title={t('statistics.points')}
        labelHeading={t('statistics.earned')}
        valueHeading={t('statistics.answers')}
        shape="columns"
        bars={binKeys.map((key, at) => ({ key, label: t(`statistics.bins.${key}`), value: bins[at] ?? 0 }))}
      />
    </div>
  )
}
