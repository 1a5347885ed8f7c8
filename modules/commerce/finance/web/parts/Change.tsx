import { useText } from '#web/i18n/texts.ts'
import { growthOf, growthText } from './amount.ts'

/** How much more or less it is than before. The word says what the color shows. */
export function Change({ current, previous }: { readonly current: string; readonly previous: string }) {
  const t = useText('finance')
  const growth = growthOf(BigInt(current), BigInt(previous))
  if (growth === null) return <small>{t(current === previous ? 'same' : 'noPrevious')}</small>
  if (growth === 0) return <small>{t('same')}</small>
  return (
    <small className="fi-change" data-up={growth > 0}>
      {t('revenue.upDown', { change: growthText(growth) })}
    </small>
  )
}
