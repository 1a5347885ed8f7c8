import { lazy, Suspense } from 'react'
import { LoadingState } from '#web/ui/LoadingState.tsx'

const MemberSurvey = lazy(() => import('../respondent/MemberSurvey.tsx'))

/** `#/exam/research-activity/index/{id}` (EXAM-002). Its chunk holds the sign-in page, so the questions come by themselves. */
export default function SurveyPage() {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <MemberSurvey />
    </Suspense>
  )
}
