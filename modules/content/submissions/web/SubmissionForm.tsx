import './submissions.css'
import { Alert, Button, Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { INVALID_INPUT, SENSITIVE_WORDS } from '#kit/errors.ts'
import { submissionFilesMax } from '#kit/submissions.ts'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import type { CallOptions } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { useAction } from '#web/ui/use-action.ts'

interface SubmissionInput {
  readonly text: string
  readonly fileIds: string[]
}

export interface SubmissionFormProps {
  readonly title: string
  /** What is to be handed in. */
  readonly guide: string
  readonly deadline?: number | null
  /** Whether the newest submission waits for a decision. */
  readonly isWaiting: boolean
  /** Whether nothing more is to be handed in. */
  readonly isDone: boolean
  readonly canSubmit: boolean
  /** Whether an earlier submission was returned. */
  readonly isAgain: boolean
  readonly textLengthMax: number
  /** The name of the text in the call: refusals name it. */
  readonly textField: string
  /** Makes the call with these options, in which the form says which refusals it shows itself. */
  readonly submit: (input: SubmissionInput, options: CallOptions) => Promise<unknown>
}

export default function SubmissionForm(props: SubmissionFormProps) {
  const t = useText('submissions')
  const id = useId()
  const { title, guide, deadline = null, isWaiting, isDone, canSubmit } = props
  const isLate = deadline !== null && deadline < Date.now() && !isWaiting && !isDone
  return (
    <section className="sy-card sy-column sy-gap-4 sm-panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="sm-guide">{guide}</p>
      {deadline !== null && (
        <p className="sy-faint">
          {t('until')} <DateText value={deadline} style="minute" />
        </p>
      )}
      {isLate && <Alert type="warning" showIcon title={t('late')} />}
      {isWaiting && <Alert type="info" showIcon role="status" title={t('waits')} />}
      {canSubmit && <Fields {...props} />}
    </section>
  )
}

function Fields({ isAgain, textLengthMax, textField, submit }: SubmissionFormProps) {
  const t = useText('submissions')
  const id = useId()
  const [text, setText] = useState('')
  const [fileIds, setFileIds] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<ReactNode>()
  const [uploading, setUploading] = useState(false)
  const { busy, run } = useAction()
  const send = () => {
    const content = text.trim()
    if (content === '' && fileIds.length === 0) return setProblem(t('needed'))
    const options = { handles: [INVALID_INPUT, SENSITIVE_WORDS] }
    return run(() => submit({ text: content, fileIds: [...fileIds] }, options), {
      done: t('submitted'),
      onFailure: (error) => {
        const hits = sensitiveHits(error).get(textField)
        if (hits) setProblem(<MarkedText text={content} hits={hits} />)
      },
    })
  }
  return (
    <form
      className="sm-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="sy-column sy-gap-2 sm-field">
        <label htmlFor={id}>{t('text')}</label>
        <Input.TextArea
          id={id}
          value={text}
          maxLength={textLengthMax}
          showCount
          autoSize={{ minRows: 3, maxRows: 10 }}
          placeholder={t('textHint')}
          status={problem ? 'error' : ''}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(undefined)
          }}
        />
        {problem && (
          <p id={`${id}-problem`} className="sm-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <FileUpload
        kind="attachment"
        countMax={submissionFilesMax}
        label={t('addFiles', { count: submissionFilesMax })}
        onBusy={setUploading}
        onUploaded={(file) => {
          setProblem(undefined)
          setFileIds((before) => [...before, file.id])
        }}
        onRemoved={(file) => setFileIds((before) => before.filter((one) => one !== file.id))}
      />
      <div className="sy-row sy-wrap sy-gap-3 sm-foot">
        <Button type="primary" htmlType="submit" loading={busy} disabled={uploading}>
          {t(isAgain ? 'submitAgain' : 'submit')}
        </Button>
        <span className="sy-faint">{t('submitHint')}</span>
      </div>
    </form>
  )
}
