import '../subjects.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ShareButton } from '#modules/community/sharing/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { SubjectDetail } from '../../contract/learning.ts'
import { subjects } from '../../contract.ts'
import { subjectPaths } from '../paths.ts'
import { SubjectView } from './SubjectView.tsx'

/** A subject with its stages (COURSE-009). */
export default function SubjectPage() {
  const t = useText('subjects')
  const { id = '' } = useParams()
  const detail = useQuery(q(subjects.subjectDetail, { params: { id } }))
  // What was shared is shared, whether or not it can be counted.
  const countShare = () =>
    void call(subjects.countSubjectShare, { params: { id } }, { quiet: true, handles: 'all' }).catch(() => undefined)
  if (detail.isPending) return <LoadingState rows={8} />
  if (!detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <>
      <PageHeader
        title={detail.data.name}
        back={<Link to={subjectPaths.all()}>{t('list.title')}</Link>}
        actions={<ShareButton item={sharedItem(detail.data)} onShared={countShare} />}
      />
      <SubjectView key={id} subject={detail.data} />
    </>
  )
}

/** What of the subject the share popup and its poster tell (business type 2). */
function sharedItem({ id, name, summary, coverUrl }: SubjectDetail) {
  return { id, type: 2, title: name, summary, ...(coverUrl !== null && { picture: coverUrl }) } as const
}
