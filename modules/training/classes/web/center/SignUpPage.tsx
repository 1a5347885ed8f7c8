import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { classes } from '../../contract.ts'
import { EnrollmentBox } from '../parts/EnrollmentBox.tsx'
import { SignUpSheet } from '../parts/SignUpSheet.tsx'
import { classPaths } from '../paths.ts'

/** Where the link of a class leads its members (TRAINING-001): they enroll here, with the fields of the class. */
export default function SignUpPage() {
  const t = useText('classes')
  const { classId = '' } = useParams()
  const { data, error, refetch } = useQuery(q(classes.class, { params: { id: classId } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return (
    <SignUpSheet one={data}>
      <EnrollmentBox one={data} />
      <Link className="sy-button sy-button-plain sy-button-large" to={classPaths.one(classId)}>
        {t('signUp.toClass')}
      </Link>
    </SignUpSheet>
  )
}
