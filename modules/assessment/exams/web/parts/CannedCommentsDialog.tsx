import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type CannedComment, cannedCommentsMax, markCommentLengthMax } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'

interface Props {
  readonly examId: string
  /** Editors of the exam write comments for all graders. */
  readonly mayEdit: boolean
  readonly onClose: () => void
}

/** The comments that a marker chooses from: written, changed and removed. */
export function CannedCommentsDialog({ examId, mayEdit, onClose }: Props) {
  const t = useText('exams')
  const { data, error, refetch } = useQuery(q(exams.cannedComments, { params: { id: examId } }, { quiet: true }))
  return (
    <Modal open title={t('marking.canned')} footer={null} width={640} onCancel={onClose}>
      <p className="sy-note">{t('marking.cannedHint')}</p>
      {!data && (error ? <ErrorState small error={error} onRetry={() => void refetch()} /> : <LoadingState rows={3} />)}
      {data && data.length < cannedCommentsMax && <NewComment examId={examId} mayEdit={mayEdit} />}
      {data?.length === 0 && <EmptyState small title={t('marking.cannedNone')} />}
      <ul className="ex-canned">
        {data?.map((comment) => (
          <Comment key={comment.id} comment={comment} mayChange={!comment.isShared || mayEdit} />
        ))}
      </ul>
    </Modal>
  )
}

function NewComment({ examId, mayEdit }: Omit<Props, 'onClose'>) {
  const t = useText('exams')
  const { busy, run } = useAction()
  const [text, setText] = useState('')
  const [isShared, setIsShared] = useState(mayEdit)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const body = { text: text.trim(), isShared }
    void run(
      async () => {
        await call(exams.addCannedComment, { params: { id: examId }, body })
        setText('')
      },
      { done: t('marking.cannedKept') },
    )
  }
  return (
    <form className="ex-canned-new" onSubmit={add}>
      <Input
        aria-label={t('marking.cannedNew')}
        placeholder={t('marking.cannedNew')}
        maxLength={markCommentLengthMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {mayEdit && (
        <Checkbox checked={isShared} onChange={(event) => setIsShared(event.target.checked)}>
          {t('marking.cannedForAll')}
        </Checkbox>
      )}
      <Button htmlType="submit" loading={busy} disabled={text.trim() === ''}>
        {t('marking.cannedAdd')}
      </Button>
    </form>
  )
}

function Comment({ comment, mayChange }: { comment: CannedComment; mayChange: boolean }) {
  const t = useText('exams')
  const { id, isShared } = comment
  const { busy, run } = useAction()
  const [text, setText] = useState<string>()
  const params = { id }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void run(
      async () => {
        await call(exams.changeCannedComment, { params, body: { text: (text ?? '').trim() } })
        setText(undefined)
      },
      { done: t('marking.cannedChanged') },
    )
  }
  if (text !== undefined)
    return (
      <li>
        <form className="ex-canned-new" onSubmit={save}>
          <Input
            autoFocus
            aria-label={t('marking.cannedText')}
            maxLength={markCommentLengthMax}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="primary" htmlType="submit" size="small" loading={busy} disabled={text.trim() === ''}>
            {t('marking.cannedSave')}
          </Button>
          <Button size="small" onClick={() => setText(undefined)}>
            {t('marking.cannedCancel')}
          </Button>
        </form>
      </li>
    )
  return (
    <li>
      <span>{comment.text}</span>
      {isShared && <small className="sy-tag">{t('marking.cannedShared')}</small>}
      {mayChange && (
        <span className="sy-row sy-gap-2">
          <Button size="small" onClick={() => setText(comment.text)}>
            {t('marking.cannedChange')}
            <span className="sy-visually-hidden"> {comment.text}</span>
          </Button>
          <ConfirmButton
            size="small"
            danger
            question={t('marking.cannedRemoveAsk')}
            consequence={t('marking.cannedRemoveHint')}
            onConfirm={() => call(exams.removeCannedComment, { params })}
          >
            {t('marking.cannedRemove')}
            <span className="sy-visually-hidden"> {comment.text}</span>
          </ConfirmButton>
        </span>
      )}
    </li>
  )
}
