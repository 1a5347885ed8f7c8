import './submissions.css'
import type { Submission } from '#kit/submissions.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { StateTag } from './StateTag.tsx'
import { SubmissionBody } from './SubmissionBody.tsx'

export interface SubmissionHistoryProps {
  /** Newest first. */
  readonly items: readonly Submission[]
  /** Names the list for screen readers. */
  readonly label: string
}

export default function SubmissionHistory({ items, label }: SubmissionHistoryProps) {
  const t = useText('submissions')
  return (
    <ol className="sm-history" aria-label={label}>
      {items.map((submission) => (
        <li key={submission.id}>
          <p className="sy-row sy-wrap sy-gap-2 sm-when">
            <StateTag state={submission.state} />
            {t('submittedAt')} <DateText value={submission.submittedAt} style="minute" />
          </p>
          <SubmissionBody submission={submission} />
        </li>
      ))}
    </ol>
  )
}
