import './submissions.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { INVALID_INPUT, SENSITIVE_WORDS } from '#kit/errors.ts'
import { opinionLengthMax } from '#kit/submissions.ts'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type SubmissionDetails, submissions } from '../contract.ts'
import { StateTag } from './StateTag.tsx'
import { SubmissionBody } from './SubmissionBody.tsx'
import SubmissionHistory from './SubmissionHistory.tsx'

export interface SubmissionReviewProps {
  readonly id: string
  /** What the subject and its part are called: "Course", "Section". */
  readonly labels: { readonly subject: string; readonly part: string }
  /** Calls of the kind's module whose answers a decision makes old. */
  readonly outdates: readonly Endpoint[]
  /** Whether the screen shows the member, the subject and the history already. */
  readonly isBrief?: boolean
  readonly onDecided?: () => void
}

export default function SubmissionReview({ id, ...props }: SubmissionReviewProps) {
  const found = useQuery(q(submissions.submission, { params: { id } }, { quiet: true, cache: 0 }))
  if (found.isPending) return <LoadingState rows={5} />
  if (found.isError) return <ErrorState small error={found.error} onRetry={() => void found.refetch()} />
  return <Review submission={found.data} {...props} />
}

type ReviewProps = Omit<SubmissionReviewProps, 'id'> & { readonly submission: SubmissionDetails }

function Review({ submission, labels, isBrief = false, ...props }: ReviewProps) {
  const t = useText('submissions')
  const { member, subjectName, title, submittedAt, guide, state, round, earlier } = submission
  const decision = submission.canDecide && <DecisionForm submission={submission} {...props} />
  if (isBrief) return decision
  return (
    <div className="sm-review">
      <div className="sy-row sy-gap-3 sm-head">
        <Avatar name={member.fullName} path={member.avatarPath} size={48} />
        <div>
          <strong>{member.fullName}</strong>
          <span className="sy-faint">
            {member.organizationName} · <DateText value={submittedAt} style="minute" />
          </span>
        </div>
        <StateTag state={state} />
      </div>
      <Facts
        shape="rows"
        className="sm-facts"
        items={[
          [labels.subject, subjectName],
          [labels.part, title],
          guide !== '' && [t('guide'), guide],
          round > 1 && [t('round'), t('roundOf', { round })],
        ]}
      />
      <SubmissionBody submission={submission} />
      {decision}
      {earlier.length > 0 && (
        <>
          <h3>{t('earlier')}</h3>
          <SubmissionHistory items={earlier} label={t('earlier')} />
        </>
      )}
    </div>
  )
}

type DecisionProps = Pick<ReviewProps, 'submission' | 'outdates' | 'onDecided'>

/** Accept, or return with an opinion. Ctrl or Command with Enter accepts, with Shift as well it returns. */
function DecisionForm({ submission: { id }, outdates, onDecided }: DecisionProps) {
  const t = useText('submissions')
  const fieldId = useId()
  const [opinion, setOpinion] = useState('')
  const [problem, setProblem] = useState<ReactNode>()
  const { busyWith, run } = useAction()
  const decide = (accepted: boolean) => {
    const words = opinion.trim()
    if (!accepted && words === '') return setProblem(t('opinionNeeded'))
    const body = { accepted, opinion: words }
    const options = { outdates, handles: [INVALID_INPUT, SENSITIVE_WORDS] }
    return run(() => call(submissions.decideSubmission, { params: { id }, body }, options), {
      name: accepted ? 'accept' : 'return',
      done: t(accepted ? 'accepted' : 'returned'),
      close: onDecided,
      onFailure: (error) => {
        const hits = sensitiveHits(error).get('opinion')
        if (hits) setProblem(<MarkedText text={words} hits={hits} />)
      },
    })
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void decide(!event.shiftKey)
  }
  return (
    <div className="sm-form sm-decision">
      <div className="sy-column sy-gap-2 sm-field">
        <label htmlFor={fieldId}>{t('opinion')}</label>
        <small>{t('opinionHint')}</small>
        <Input.TextArea
          id={fieldId}
          value={opinion}
          maxLength={opinionLengthMax}
          showCount
          autoSize={{ minRows: 2, maxRows: 6 }}
          status={problem ? 'error' : ''}
          aria-describedby={problem ? `${fieldId}-problem` : undefined}
          onKeyDown={pressed}
          onChange={(event) => {
            setOpinion(event.target.value)
            setProblem(undefined)
          }}
        />
        {problem && (
          <p id={`${fieldId}-problem`} className="sm-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="sy-row sy-wrap sy-gap-3 sm-foot">
        <Button
          type="primary"
          loading={busyWith === 'accept'}
          disabled={busyWith === 'return'}
          onClick={() => void decide(true)}
        >
          {t('accept')}
        </Button>
        <Button
          danger
          loading={busyWith === 'return'}
          disabled={busyWith === 'accept'}
          onClick={() => void decide(false)}
        >
          {t('return')}
        </Button>
        <span className="sy-faint sm-keys">{t('keys')}</span>
      </div>
    </div>
  )
}
