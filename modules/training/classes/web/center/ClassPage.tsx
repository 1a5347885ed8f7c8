import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { classes } from '../../contract.ts'
import { ClassHeader, ClassView } from '../parts/ClassView.tsx'
import { EnrollmentBox } from '../parts/EnrollmentBox.tsx'
import { ClassSpace } from '../parts/space/ClassSpace.tsx'

/** One class: what it is about and the own enrollment; for participants and staff its workspace (TRAINING-004). */
export default function ClassPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(classes.class, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  if (!data.isOpen) return <ClassView one={data} aside={<EnrollmentBox one={data} />} />
  return (
    <>
      <ClassHeader one={data} />
      <ClassSpace one={data} />
    </>
  )
}
