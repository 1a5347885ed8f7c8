import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { specimens } from '../../contract.ts'
import { SpecimenView } from './SpecimenView.tsx'

/** The draft of a specimen, for authors and approvers. */
export default function SpecimenPreviewPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(specimens.previewSpecimen, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return <SpecimenView specimen={data} />
}
