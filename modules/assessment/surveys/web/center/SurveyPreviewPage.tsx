import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { surveys } from '../../contract.ts'
import '../admin/builder.css'
import { LivePreview } from '../admin/LivePreview.tsx'
import { AnswerPromise } from '../respondent/AnswerPromise.tsx'

/** A survey before its publication, for authors and approvers, as wide as a phone or a desktop. */
export default function SurveyPreviewPage() {
  const t = useText('surveys')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(surveys.previewSurvey, { params: { id } }, { quiet: true }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const { isAnonymous, minimumGroup, introduction } = data.content
  return (
    <>
      <PageHeader title={data.name} description={t('preview.hint')} />
      <div className="sy-column sy-gap-4">
        <section className="sy-card sy-column sy-gap-4">
          {introduction !== '' && <Prose html={introduction} />}
          <AnswerPromise {...{ isAnonymous, minimumGroup }} isGuest={false} />
        </section>
        <LivePreview name={data.name} content={data.content} startPageId={undefined} hasWidths />
      </div>
    </>
  )
}
