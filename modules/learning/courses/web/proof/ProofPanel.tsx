import './proof.css'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { INVALID_INPUT, SENSITIVE_WORDS } from '#kit/errors.ts'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Proof, proofFilesMax } from '../../contract/proof.ts'
import { courses } from '../../contract.ts'
import { ProofBody } from './ProofBody.tsx'
import { ProofStateTag } from './ProofStateTag.tsx'

interface Props {
  readonly courseId: string
  readonly sectionId: string
}

const outdated = [courses.sectionProof, courses.courseDetail, courses.myCourses, courses.auditPage]

/** For a section that is finished by proof: what is asked for, the form, and what was handed in before. */
export function ProofPanel({ courseId, sectionId }: Props) {
  const t = useText('courses')
  const id = useId()
  const params = { id: courseId, sectionId }
  const found = useQuery(q(courses.sectionProof, { params }, { quiet: true, cache: 0 }))
  if (found.isPending) return <LoadingState rows={3} />
  if (!found.data) return null
  const { guide, deadline, canHandIn, status, items } = found.data
  const isLate = deadline !== null && deadline < Date.now() && status !== 2 && status !== 4 && status !== 5
  return (
    <section className="co-proof" aria-labelledby={id}>
      <h2 id={id}>{t('proof.panel')}</h2>
      <p className="co-proof-guide">{guide === '' ? t('proof.panelHint') : guide}</p>
      {deadline !== null && (
        <p className="sy-faint">
          {t('proof.until')} <DateText value={deadline} style="minute" />
        </p>
      )}
      {isLate && <Alert type="warning" showIcon title={t('errors.40465')} />}
      {status === 5 && <Alert type="info" showIcon role="status" title={t('proof.waits')} />}
      {canHandIn && <HandIn {...params} again={status === 6} />}
      {items.length > 0 && (
        <ol className="co-proof-list" aria-label={t('proof.before')}>
          {items.map((proof) => (
            <Handed key={proof.id} proof={proof} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Handed({ proof }: { proof: Proof }) {
  const t = useText('courses')
  const full = useQuery({
    ...q(courses.proof, { params: { id: proof.id } }, { quiet: true }),
    enabled: proof.fileCount > 0,
  })
  return (
    <li>
      <p className="co-proof-when">
        <ProofStateTag state={proof.state} />
        {t('proof.handedInAt')} <DateText value={proof.handedInAt} style="minute" />
      </p>
      {full.data && <ProofBody proof={full.data} />}
      {!full.data && (
        <p className="co-proof-text">
          {proof.text}
          {proof.opinion !== '' && <span className="sy-faint"> {proof.opinion}</span>}
        </p>
      )}
    </li>
  )
}

function HandIn({ id, sectionId, again }: { id: string; sectionId: string; again: boolean }) {
  const t = useText('courses')
  const fieldId = useId()
  const [text, setText] = useState('')
  const [fileIds, setFileIds] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<ReactNode>()
  const [uploading, setUploading] = useState(false)
  const { busy, run } = useAction()
  const send = () => {
    if (text.trim() === '' && fileIds.length === 0) return setProblem(t('proof.needed'))
    return run(
      async () => {
        const body = { text: text.trim(), fileIds: [...fileIds] }
        const options = { handles: [INVALID_INPUT, SENSITIVE_WORDS], outdates: outdated }
        await call(courses.handInProof, { params: { id, sectionId }, body }, options)
      },
      {
        done: t('proof.handedIn'),
        onFailure: (error) => {
          const hits = sensitiveHits(error).get('text')
          if (hits) setProblem(<MarkedText text={text.trim()} hits={hits} />)
        },
      },
    )
  }
  return (
    <form
      className="co-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="co-field">
        <label htmlFor={fieldId}>{t('proof.text')}</label>
        <Input.TextArea
          id={fieldId}
          value={text}
          maxLength={5000}
          showCount
          autoSize={{ minRows: 3, maxRows: 10 }}
          status={problem ? 'error' : ''}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
        />
        {problem && (
          <p className="co-field-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <FileUpload
        kind="attachment"
        countMax={proofFilesMax}
        label={t('proof.addFiles')}
        onBusy={setUploading}
        onUploaded={(file) => {
          setProblem(undefined)
          setFileIds((before) => [...before, file.id])
        }}
        onRemoved={(file) => setFileIds((before) => before.filter((one) => one !== file.id))}
      />
      <div>
        <Button type="primary" htmlType="submit" loading={busy} disabled={uploading}>
          {t(again ? 'proof.handInAgain' : 'proof.handIn')}
        </Button>
      </div>
    </form>
  )
}
