import { Button, Input } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { submissionFilesMax, submissionTextLengthMax } from '#kit/submissions.ts'
import { FileIdsField } from '#modules/platform/files/web.tsx'
import { MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import { classes } from '#modules/training/classes/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { SavingNote } from '#web/ui/SavingNote.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Homework } from '../../contract/learning.ts'
import { homework } from '../../contract.ts'
import { useDraft } from './use-draft.ts'

interface Props {
  readonly one: Homework
  readonly params: { readonly id: string; readonly activityId: string }
}

/** Text and files of the next version. What is written is kept with the server until it is handed in. */
export function HandInForm({ one, params }: Props) {
  const t = useText('homework')
  const id = useId()
  const first = useRef(one.draft).current
  const [text, setText] = useState(first?.text ?? '')
  const [fileIds, setFileIds] = useState<readonly string[]>(first?.files.map((file) => file.id) ?? [])
  const [problem, setProblem] = useState<ReactNode>()
  const draft = useDraft(params)
  const { busy, run } = useAction()
  const before = one.history.find(({ round }) => round === one.versions)?.text ?? ''
  const change = (next: { readonly text?: string; readonly fileIds?: readonly string[] }) => {
    const work = { text, fileIds, ...next }
    setText(work.text)
    setFileIds(work.fileIds)
    setProblem(undefined)
    draft.keep({ text: work.text, fileIds: [...work.fileIds] })
  }
  const send = () => {
    if (text.trim() === '' && fileIds.length === 0) return setProblem(t('handIn.needed'))
    const handIn = async () => {
      await draft.settle()
      const body = { text, fileIds: [...fileIds] }
      await call(
        homework.handInHomework,
        { params, body },
        { handles: [SENSITIVE_WORDS], outdates: [classes.classContent] },
      )
    }
    return run(handIn, {
      done: t('handIn.done'),
      onFailure: (error) => {
        const hits = sensitiveHits(error).get('text')
        if (hits) setProblem(<MarkedText text={text} hits={hits} />)
      },
    })
  }
  return (
    <form
      className="sy-column sy-gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="sy-column sy-gap-2 hw-field">
        <label htmlFor={id}>{t('handIn.text')}</label>
        <Input.TextArea
          id={id}
          value={text}
          maxLength={submissionTextLengthMax}
          showCount
          autoSize={{ minRows: 5, maxRows: 16 }}
          status={problem ? 'error' : ''}
          onChange={(event) => change({ text: event.target.value })}
        />
        {problem && <p role="alert">{problem}</p>}
      </div>
      <FileIdsField
        max={submissionFilesMax}
        fileIds={fileIds}
        known={first?.files ?? []}
        onChange={(next) => change({ fileIds: next })}
      />
      <div className="sy-row sy-wrap sy-gap-3">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('handIn.send')}
        </Button>
        {before !== '' && text === '' && (
          <Button onClick={() => change({ text: before })}>{t('handIn.fromBefore')}</Button>
        )}
        {draft.saving !== undefined && <SavingNote saving={draft.saving} />}
      </div>
    </form>
  )
}
