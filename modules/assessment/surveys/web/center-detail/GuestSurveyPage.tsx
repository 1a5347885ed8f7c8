import { lazy, Suspense } from 'react'
import { LoadingState } from '#web/ui/LoadingState.tsx'

const GuestSurvey = lazy(() => import('../respondent/GuestSurvey.tsx'))

/** `#/survey/{token}`: the link and the QR code that guests get. */
export default function GuestSurveyPage() {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <GuestSurvey />
    </Suspense>
  )
}
