import '../parts/lecturers.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { lecturers } from '../../contract.ts'
import { Subjects } from '../parts/LecturerCards.tsx'
import { LecturerTags } from '../parts/LecturerTags.tsx'
import { lecturerPaths } from '../paths.ts'

/** On the homepage of a lecturer: level and subjects. Nothing on those of other members. */
export default function LecturerSection({ memberId }: { memberId: string }) {
  const t = useText('lecturers')
  const { data } = useQuery(q(lecturers.lecturerOfMember, { query: { memberId } }, { quiet: true }))
  if (!data?.lecturer) return null
  const { id, kind, level, subjects } = data.lecturer
  return (
    <HomeSection title={t('profile.section')} more={<Link to={lecturerPaths.one(id)}>{t('profile.open')}</Link>}>
      <div className="sy-row sy-wrap sy-gap-3">
        <LecturerTags kind={kind} level={level} />
        <Subjects subjects={subjects} />
      </div>
    </HomeSection>
  )
}
