import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ScopeLotteries } from '#modules/engagement/lotteries/web.tsx'
import { q } from '#web/api/query.ts'
import { Slot } from '#web/slots.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { classes } from '../../contract.ts'
import { Classmates } from '../parts/Classmates.tsx'
import { ClassOutline } from '../parts/ClassOutline.tsx'
import { ClassView } from '../parts/ClassView.tsx'
import { EnrollmentBox } from '../parts/EnrollmentBox.tsx'

/** One class: what it is about, the own enrollment, and for participants what there is to do (TRAINING-004). */
export default function ClassPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(classes.class, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  const values = { classId: id, isStaff: data.isStaff }
  return (
    <ClassView
      one={data}
      aside={
        <>
          <EnrollmentBox one={data} />
          {data.isOpen && <Slot name="class-aside" values={values} />}
        </>
      }
    >
      {data.isOpen && (
        <>
          <ClassOutline classId={id} />
          <Slot name="class-section" values={values} />
          <ScopeLotteries scopeKind="class" scopeId={id} isRun={data.isStaff} />
          <Classmates classId={id} />
        </>
      )}
    </ClassView>
  )
}
