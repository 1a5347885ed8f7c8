import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { study } from '../../contract.ts'
import { Events } from '../parts/Events.tsx'
import { studyPaths } from '../paths.ts'

const SHOWN = 5

/** The latest happenings, in the personal center; nothing where there are none. */
export default function TimelineSection() {
  const t = useText('study')
  const { data } = useQuery(q(study.learningTimeline, { query: { limit: SHOWN } }, { quiet: true }))
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection title={t('timeline.title')} more={<Link to={studyPaths.timeline}>{t('timeline.all')}</Link>}>
      <div className="sy-card">
        <Events events={data.items} />
      </div>
    </HomeSection>
  )
}
