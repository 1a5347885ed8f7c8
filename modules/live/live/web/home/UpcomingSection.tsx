import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { longDay } from '#web/ui/date.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SideRows } from '#web/ui/SideRows.tsx'
import { live } from '../../contract.ts'
import { clockText, isRunning } from '../parts/facts.ts'
import { livePaths } from '../paths.ts'

const SHOWN = 3

/** On the home page: running and upcoming live sessions. */
export default function UpcomingSection() {
  const t = useText('live')
  const language = useLanguage()
  const coming = useQuery(q(live.schedule, { query: { pageSize: SHOWN } }, { quiet: true }))
  if (coming.isError) return null
  return (
    <HomeSection title={t('home.schedule')} more={<Link to={livePaths.home}>{t('home.more')}</Link>}>
      {coming.isPending && <LoadingState rows={SHOWN} />}
      {coming.data && (
        <SideRows
          empty={t('home.noneComing')}
          rows={coming.data.items.map((one) => ({
            key: one.id,
            title: one.subject,
            to: livePaths.detail(one.id, one.supplier),
            note: [
              isRunning(one) ? t('card.onAir') : `${longDay(one.startTime, language)} ${clockText(one.startTime)}`,
              one.host.fullName,
              ...(one.appointmentStatus ? [t('detail.reserved')] : []),
            ].join(' · '),
            isUrgent: isRunning(one),
          }))}
        />
      )}
    </HomeSection>
  )
}
