import '../parts/lecturers.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { lecturers } from '../../contract.ts'
import { Subjects } from '../parts/LecturerCards.tsx'
import { LecturerTags } from '../parts/LecturerTags.tsx'
import { TeachingFigures } from '../parts/TeachingFigures.tsx'
import { lecturerPaths } from '../paths.ts'

/** One lecturer as every member reads it. */
export default function LecturerProfilePage() {
  const t = useText('lecturers')
  const { id = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(q(lecturers.lecturer, { params: { id } }))
  if (isPending) return <LoadingState rows={6} />
  if (data === undefined) return <ErrorState page error={error} onRetry={() => void refetch()} />
  const { fullName, picturePath, affiliation, jobTitle, memberId, introduction, subjects } = data
  return (
    <>
      <PageHeader
        back={<Link to={lecturerPaths.all}>{t('list.title')}</Link>}
        title={fullName}
        description={[affiliation, jobTitle].filter((part) => part !== '').join(' · ')}
        actions={
          memberId !== null && (
            <Link className="sy-button sy-button-plain sy-button-small" to={lecturerPaths.homepage(memberId)}>
              {t('profile.homepage')}
            </Link>
          )
        }
      />
      <div className="sy-card le-section le-head">
        <Avatar name={fullName} path={picturePath} size={96} />
        <div className="sy-column sy-gap-3">
          <LecturerTags kind={data.kind} level={data.level} />
          <TeachingFigures totals={data.totals} />
        </div>
      </div>
      {subjects.length > 0 && (
        <section className="sy-card le-section" aria-label={t('profile.subjects')}>
          <h2>{t('profile.subjects')}</h2>
          <Subjects subjects={subjects} />
        </section>
      )}
      <section className="sy-card le-section" aria-label={t('profile.about')}>
        <h2>{t('profile.about')}</h2>
        {introduction === '' ? (
          <p className="sy-faint">{t('profile.none')}</p>
        ) : (
          <p className="le-introduction">{introduction}</p>
        )}
      </section>
    </>
  )
}
