/** What the page and the drawer show of a learning record. */
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import type { LearningRecord, RecordItem } from '../../contract/record.ts'
import { amountText } from '../parts/amounts.ts'
import { durationText } from '../parts/durations.ts'

export function RecordFigures({ record }: { record: LearningRecord }) {
  const t = useText('study')
  const currency = useCurrencyName()
  const { studySeconds, doneCount, items, classHours, credits, coins, points, certificates } = record
  const valid = certificates.filter((one) => one.isValid).length
  return (
    <Facts
      shape="figures"
      label={t('record.figures')}
      items={[
        [t('figures.studyTime'), durationText(t, Math.floor((studySeconds + 30) / 60))],
        [t('record.done'), `${doneCount} / ${items.length}`],
        [t('hours'), amountText(classHours)],
        [t('credit'), amountText(credits)],
        [t('record.certificates'), String(valid)],
        coins !== null && [currency, amountText(coins)],
        points !== null && [t('figures.points'), amountText(points)],
      ]}
    />
  )
}

/** The state of an item in words, with its progress while it is studied. */
export function StateText({ item: { state, percent } }: { item: RecordItem }) {
  const t = useText('study')
  return (
    <>
      {t(`gradebook.state.${state}`)}
      {state === 'learning' && <span className="sy-number"> {percent}%</span>}
    </>
  )
}
