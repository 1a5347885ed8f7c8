import '../parts/pushes.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { pushes } from '../../contract.ts'
import { TeamCards } from '../parts/TeamCards.tsx'
import { pushPaths } from '../paths.ts'

/** In the personal center of those who lead: their teams, and the way to pushing study (COURSE-012). */
export default function DirectorSection() {
  const t = useText('pushes')
  const teams = useQuery(q(pushes.teams, {}, { quiet: true, cache: 'wide' }))
  if (!teams.data || teams.data.items.length === 0) return null
  return (
    <HomeSection title={t('director.team')} more={<Link to={pushPaths.director}>{t('director.title')}</Link>}>
      <TeamCards teams={teams.data.items.slice(0, 6)} />
    </HomeSection>
  )
}
