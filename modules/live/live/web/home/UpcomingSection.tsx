import './upcoming.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { live } from '../../contract.ts'
import { livePaths } from '../paths.ts'
import { UpcomingRow } from './UpcomingRow.tsx'

const SHOWN = 4

/** On the home page: running and upcoming live sessions. Hidden if there are none. */
export default function UpcomingSection() {
  const t = useText('live')
  const { data } = useQuery(q(live.schedule, { query: { pageSize: SHOWN } }, { quiet: true }))
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection title={t('home.title')} more={<Link to={livePaths.home}>{t('home.more')}</Link>}>
      <ul className="sy-grid sy-gap-3 lvh-rows">
        {data.items.map((one) => (
          <li key={one.id}>
            <UpcomingRow live={one} />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
