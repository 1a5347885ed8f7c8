import '../parts/study.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { study } from '../../contract.ts'
import { studyPaths } from '../paths.ts'

const SHOWN = 6

/** In the personal center: what is under way, of every kind, the last studied first; nothing where nothing is. */
export default function ContinueSection() {
  const t = useText('study')
  const { data } = useQuery(q(study.continueLearning, { query: { limit: SHOWN } }, { quiet: true }))
  if (!data || data.items.length === 0) return null
  return (
    <HomeSection title={t('continue.title')} more={<Link to={studyPaths.catalogue}>{t('continue.all')}</Link>}>
      <ul className="sy-grid sy-gap-4 st-continue">
        {data.items.map(({ businessType, id, label, name, link, percent, lastStudiedAt }) => (
          <li key={`${businessType}:${id}`} className="sy-card">
            <small className="st-kind">{label}</small>
            <Link to={link}>{name}</Link>
            <span className="sy-grid sy-gap-3 st-progress">
              <span className="st-bar" aria-hidden="true">
                <i style={{ width: `${percent}%` }} />
              </span>
              <span className="sy-number">{percent}%</span>
            </span>
            <small className="sy-faint">
              {t('continue.last')} <DateText value={lastStudiedAt} style="relative" />
            </small>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
