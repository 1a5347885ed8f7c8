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

/** On the home page of who holds live sessions: the own ones, what runs and comes first. */
export default function OwnLivesSection() {
  const t = useText('live')
  const language = useLanguage()
  const own = useQuery(q(live.list, { query: { mine: 1, pageSize: SHOWN } }, { quiet: true }))
  if (own.isError) return null
  return (
    <HomeSection title={t('home.own')} more={<Link to={livePaths.manage}>{t('home.more')}</Link>}>
      {own.isPending && <LoadingState rows={SHOWN} />}
      {own.data && (
        <SideRows
          empty={t('home.ownNone')}
          rows={own.data.items.map((one) => ({
            key: one.id,
            title: one.subject,
            to: livePaths.detail(one.id, one.supplier),
            note: isRunning(one) ? t('card.onAir') : `${longDay(one.startTime, language)} ${clockText(one.startTime)}`,
            isUrgent: isRunning(one),
          }))}
        />
      )}
    </HomeSection>
  )
}
