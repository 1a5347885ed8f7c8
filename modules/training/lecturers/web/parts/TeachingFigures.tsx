import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { TeachingTotals } from '../../contract/directory.ts'
import { hoursText } from './hours.ts'

/** How much a lecturer has taught, and what is to come. */
export function TeachingFigures({ totals }: { totals: TeachingTotals }) {
  const t = useText('lecturers')
  return (
    <Facts
      shape="figures"
      items={[
        [t('profile.sessions'), <NumberText key="sessions" value={totals.sessionsTaught} />],
        [t('profile.hours'), hoursText(t, totals.minutesTaught)],
        [t('profile.upcoming'), <NumberText key="upcoming" value={totals.upcoming} />],
      ]}
    />
  )
}
