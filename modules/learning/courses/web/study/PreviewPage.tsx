import '../courses.css'
import './study.css'
import './player.css'
import './video/video.css'
import './notes/notes.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useBackTo } from '#web/back-to.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { Course } from './Course.tsx'

/** A draft as learners would have it. Nothing counts. */
export default function PreviewPage() {
  const t = useText('courses')
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const { can } = useSession()
  const backTo = useBackTo()
  const preview = useQuery(q(courses.previewCourse, { params: { id } }))
  if (preview.isPending) return <LoadingState rows={8} />
  if (!preview.data) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  return (
    <>
      <p className="sy-row sy-gap-2 co-preview-note" role="note">
        <Icon name="eye" size={18} />
        {t('detail.previewNote')}
        {can('course.author') && backTo === undefined && (
          <Link to={coursePaths.editor(id)}>{t('detail.backToEditor')}</Link>
        )}
      </p>
      <PageHeader title={preview.data.name} />
      <Course
        key={id}
        preview
        course={preview.data}
        sectionId={query.get('section') ?? undefined}
        addressOf={(section) => `${coursePaths.preview(id)}?section=${section}`}
      />
    </>
  )
}
