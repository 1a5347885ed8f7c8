import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { SideRows } from '#web/ui/SideRows.tsx'
import { lecturers } from '../../contract.ts'
import { lecturerPaths } from '../paths.ts'

/** In the personal center of lecturers: what they teach next. Nothing for everyone else. */
export default function TeachingSection() {
  const t = useText('lecturers')
  const { data } = useQuery(q(lecturers.ownTeaching, {}, { quiet: true }))
  if (!data?.isLecturer) return null
  const { next, upcoming } = data
  const rows = next
    ? [{ key: 'next', title: next.title, note: dateText(next.startsAt, 'minute'), to: next.link || lecturerPaths.own }]
    : []
  return (
    <HomeSection title={t('own.section')} more={<Link to={lecturerPaths.own}>{t('own.all')}</Link>}>
      <SideRows empty={t('own.noNext')} rows={rows} />
      {upcoming > 1 && <p className="sy-note sy-side-foot">{t('own.upcomingCount', { count: upcoming })}</p>}
    </HomeSection>
  )
}
