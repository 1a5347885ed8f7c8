import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { classes } from '../../contract.ts'
import { ClassView } from '../parts/ClassView.tsx'

/** A class before its publication, for those who run it and for approvers. */
export default function ClassPreviewPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(classes.previewClass, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return <ClassView one={data} />
}
