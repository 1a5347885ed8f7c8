import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input } from 'antd'
import { useId, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { courses } from '../../contract.ts'
import { ProofBody, type ProofDetail } from '../proof/ProofBody.tsx'
import { ProofStateTag } from '../proof/ProofStateTag.tsx'
import { Field } from './Field.tsx'

const decided = { outdates: [courses.proofsToAudit, courses.proof, courses.courseBoard, courses.learnerOfCourse] }

/** What a learner has handed in, with what was asked for, and the auditor's word. */
export function ProofDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('courses')
  const found = useQuery(q(courses.proof, { params: { id } }, { quiet: true, cache: 0 }))
  return (
    <Drawer open title={t('proof.drawer')} size={560} onClose={onClose}>
      {found.isPending && <LoadingState rows={5} />}
      {found.isError && <ErrorState small error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Proof proof={found.data} onDone={onClose} />}
    </Drawer>
  )
}

function Proof({ proof, onDone }: { proof: ProofDetail; onDone: () => void }) {
  const t = useText('courses')
  const { member, courseName, sectionTitle, handedInAt, guide, state } = proof
  return (
    <div className="co-learner">
      <div className="co-learner-head">
        <Avatar name={member.fullName} path={member.avatarPath} size={48} />
        <div>
          <strong>{member.fullName}</strong>
          <span className="sy-faint">
            <DateText value={handedInAt} style="minute" />
          </span>
        </div>
        <ProofStateTag state={state} />
      </div>
      <dl className="co-proof-facts">
        <dt>{t('authoring.course')}</dt>
        <dd>{courseName}</dd>
        <dt>{t('proof.section')}</dt>
        <dd>{sectionTitle}</dd>
        {guide !== '' && (
          <>
            <dt>{t('authoring.reviewGuide')}</dt>
            <dd>{guide}</dd>
          </>
        )}
      </dl>
      <ProofBody proof={proof} />
      {state === 'waiting' && <Decision id={proof.id} onDone={onDone} />}
    </div>
  )
}

function Decision({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useText('courses')
  const fieldId = useId()
  const [opinion, setOpinion] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busyWith, run } = useAction()
  const decide = (agreed: boolean) => {
    if (!agreed && opinion.trim() === '') return setProblem(t('proof.opinionNeeded'))
    const body = { agreed, opinion: opinion.trim() }
    return run(() => call(courses.decideProof, { params: { id }, body }, decided), {
      name: agreed ? 'agree' : 'reject',
      done: t(agreed ? 'proof.agreed' : 'proof.rejected'),
      close: onDone,
    })
  }
  return (
    <div className="co-form">
      <Field id={fieldId} label={t('proof.opinion')} hint={t('proof.opinionHint')} problem={problem}>
        <Input.TextArea
          id={fieldId}
          value={opinion}
          maxLength={500}
          showCount
          autoSize={{ minRows: 2, maxRows: 6 }}
          status={problem ? 'error' : ''}
          aria-describedby={problem && `${fieldId}-problem`}
          onChange={(event) => {
            setOpinion(event.target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      <div className="co-form-foot">
        <Button
          danger
          loading={busyWith === 'reject'}
          disabled={busyWith === 'agree'}
          onClick={() => void decide(false)}
        >
          {t('proof.reject')}
        </Button>
        <Button
          type="primary"
          loading={busyWith === 'agree'}
          disabled={busyWith === 'reject'}
          onClick={() => void decide(true)}
        >
          {t('proof.agree')}
        </Button>
      </div>
    </div>
  )
}
