import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { exams } from '../../contract.ts'
import { ExamView } from '../parts/ExamView.tsx'

/** The draft of an exam, for authors and approvers. */
export default function ExamPreviewPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(exams.previewExam, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return <ExamView exam={data} />
}
