import { useQuery } from '@tanstack/react-query'
import { submissionTextLengthMax } from '#kit/submissions.ts'
import { SubmissionForm, SubmissionHistory } from '#modules/content/submissions/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { courses } from '../../contract.ts'

interface Props {
  readonly courseId: string
  readonly sectionId: string
}

/** For a section that is finished by proof: what is asked for, the form, and what was handed in before. */
export function ProofPanel({ courseId, sectionId }: Props) {
  const t = useText('courses')
  const params = { id: courseId, sectionId }
  const found = useQuery(q(courses.sectionProof, { params }, { quiet: true, cache: 0 }))
  if (found.isPending) return <LoadingState rows={3} />
  if (!found.data) return null
  const { guide, deadline, canHandIn, status, items } = found.data
  return (
    <>
      <SubmissionForm
        title={t('proof.panel')}
        guide={guide === '' ? t('proof.panelHint') : guide}
        deadline={deadline}
        isWaiting={status === 5}
        isDone={status === 2 || status === 4}
        canSubmit={canHandIn}
        isAgain={status === 6}
        textLengthMax={submissionTextLengthMax}
        textField="text"
        submit={(body, options) => call(courses.handInProof, { params, body }, options)}
      />
      {items.length > 0 && <SubmissionHistory items={items} label={t('proof.before')} />}
    </>
  )
}
