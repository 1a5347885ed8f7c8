import '../courses.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SideRows } from '#web/ui/SideRows.tsx'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'

const SHOWN = 3

/** On the home page of who teaches: the own courses, the last changed first. */
export default function TeachingSection() {
  const t = useText('courses')
  const own = useQuery(q(courses.authoredCourses, { query: { mine: true, pageSize: SHOWN } }, { quiet: true }))
  const { hasRole } = useSession()
  // Who only administers writes courses now and then.
  if (own.isError || (own.data?.recordCount === 0 && !hasRole('lecturer'))) return null
  const { items = [], counts } = own.data ?? {}
  return (
    <HomeSection title={t('teaching.title')} more={<Link to={coursePaths.authored}>{t('teaching.all')}</Link>}>
      {own.isPending && <LoadingState rows={SHOWN} />}
      {own.data && (
        <SideRows
          empty={t('teaching.none')}
          rows={items.map(({ id, name, status, learnerCount }) => ({
            key: id,
            title: name,
            to: coursePaths.editor(id),
            note: status === 'on-shelf' ? t('teaching.learners', { count: learnerCount }) : t(`teaching.${status}`),
          }))}
        />
      )}
      {counts && counts.draft + counts.approving > 0 && (
        <p className="sy-note sy-side-foot">
          {t('teaching.open', { drafts: counts.draft, approving: counts.approving })}
        </p>
      )}
    </HomeSection>
  )
}
