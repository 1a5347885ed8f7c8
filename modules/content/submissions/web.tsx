/** The door of submissions for the shell, and the parts that other modules' screens show. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { antPart, part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { ReviewListProps } from './web/ReviewList.tsx'
import type { SubmissionFormProps } from './web/SubmissionForm.tsx'
import type { SubmissionHistoryProps } from './web/SubmissionHistory.tsx'
import type { SubmissionReviewProps } from './web/SubmissionReview.tsx'

const LazyForm = antPart(() => import('./web/SubmissionForm.tsx'), ['submissions', 'words'])
const LazyHistory = antPart(() => import('./web/SubmissionHistory.tsx'), ['submissions'])
const LazyReview = antPart(() => import('./web/SubmissionReview.tsx'), ['submissions', 'words'])
const LazyReviewList = part(() => import('./web/ReviewList.tsx'), ['submissions', 'words'])

/** A panel in which a member hands in text and files: what is asked for, until when, and the state. */
export function SubmissionForm(props: SubmissionFormProps) {
  return (
    <Suspense fallback={<LoadingState rows={3} />}>
      <LazyForm {...props} />
    </Suspense>
  )
}

/** What a member handed in, newest first, with the decisions. */
export function SubmissionHistory(props: SubmissionHistoryProps) {
  return (
    <Suspense fallback={<LoadingState rows={3} />}>
      <LazyHistory {...props} />
    </Suspense>
  )
}

/** One submission for its reviewer: what was asked for, what was handed in, accept or return. */
export function SubmissionReview(props: SubmissionReviewProps) {
  return (
    <Suspense fallback={<LoadingState rows={5} />}>
      <LazyReview {...props} />
    </Suspense>
  )
}

/** The page of a kind's reviewers: the list by state, and a drawer in which they decide one after the other. */
export function ReviewList(props: ReviewListProps) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyReviewList {...props} />
    </Suspense>
  )
}

export const submissionsWeb: WebModule = {
  name: 'submissions',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
