import '../home/upcoming.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { live } from '../../contract.ts'
import { UpcomingRow } from '../home/UpcomingRow.tsx'
import { livePaths } from '../paths.ts'

const LOOKED_THROUGH = 40

/** In the learning center: the member's reserved live sessions that have not ended. */
export default function ReservedSection() {
  const t = useText('live')
  const { data } = useQuery(q(live.schedule, { query: { pageSize: LOOKED_THROUGH } }, { quiet: true }))
  const reserved = data?.items.filter(({ appointmentStatus }) => appointmentStatus) ?? []
  if (reserved.length === 0) return null
  return (
    <HomeSection title={t('center.reserved')} more={<Link to={livePaths.home}>{t('home.more')}</Link>}>
      <ul className="sy-grid sy-gap-3 lvh-rows">
        {reserved.map((one) => (
          <li key={one.id}>
            <UpcomingRow live={one} />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
