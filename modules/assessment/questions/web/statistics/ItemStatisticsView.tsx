import './statistics.css'
import { useText } from '#web/i18n/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import type { Choice } from '../../contract/choices.ts'
import type { ItemStatistics } from '../../contract/statistics.ts'

export interface ItemStatisticsProps {
  readonly statistics: ItemStatistics
  /** Of choices, in the order of the version. A text that is empty is that of true or false. */
  readonly options?: readonly Choice[]
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
  const parts = statistics.options.length === 0 ? [] : [...new Set(options.map(({ part }) => part))]
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
      {parts.map((part) => (
        <Options key={String(part)} part={part} statistics={statistics} options={options} />
      ))}
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

interface OptionsProps extends Required<ItemStatisticsProps> {
  /** Of a group: the part, whose options these are. */
  readonly part: number | null
}

/** How often each option was chosen, and what those who chose it earned elsewhere. */
function Options({ statistics, options, part }: OptionsProps) {
  const t = useText('questions')
  const chosen = new Map(statistics.options.filter((one) => one.part === part).map((one) => [one.option, one]))
  const own = options.filter((one) => one.part === part)
  const optionText = ({ option, text, isRight }: Choice) => {
    const said = text || t(option === 0 ? 'statistics.true' : 'statistics.false')
    const named = option < 26 ? `${String.fromCharCode(65 + option)}. ${said}` : `${option + 1}. ${said}`
    return isRight ? t('statistics.rightOption', { text: named }) : named
  }
  const bar = (option: number | null) => {
    const { count = 0, share = 0, itemRest = null } = chosen.get(option) ?? {}
    const correlation = itemRest === null ? '' : ` r ${coefficientText(itemRest)}`
    return { key: String(option), value: count, text: `${count} (${percentText(share)})${correlation}` }
  }
  const omitted = { ...bar(null), label: t('statistics.omittedOption'), tone: 'muted' as const }
  return (
    <BarChart
      title={part === null ? t('statistics.options') : t('statistics.partOptions', { number: part + 1 })}
      note={t('statistics.optionsNote')}
      labelHeading={t('statistics.option')}
      valueHeading={t('statistics.chosen')}
      max={statistics.answers}
      bars={[
        ...own.map((one) => ({
          ...{ ...bar(one.option), label: optionText(one) },
          ...(one.isRight && { tone: 'good' as const }),
        })),
        ...(chosen.has(null) ? [omitted] : []),
      ]}
    />
  )
}
