import '../subjects.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useBackTo } from '#web/back-to.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { subjects } from '../../contract.ts'
import { subjectPaths } from '../paths.ts'
import { SubjectView } from './SubjectView.tsx'

/** A draft as learners would have it, for its authors and who decides about it. */
export default function SubjectPreviewPage() {
  const t = useText('subjects')
  const { id = '' } = useParams()
  const { can } = useSession()
  const backTo = useBackTo()
  const preview = useQuery(q(subjects.previewSubject, { params: { id } }))
  if (preview.isPending) return <LoadingState rows={8} />
  if (!preview.data) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  return (
    <>
      <p className="sy-row sy-gap-2 sb-preview-note" role="note">
        <Icon name="eye" size={18} />
        {t('preview.note')}
        {can('course.author') && backTo === undefined && <Link to={subjectPaths.editor(id)}>{t('preview.back')}</Link>}
      </p>
      <PageHeader title={preview.data.name} />
      <SubjectView key={id} subject={preview.data} preview />
    </>
  )
}
