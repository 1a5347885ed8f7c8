import { useQuery } from '@tanstack/react-query'
import { Button, Input, Tag } from 'antd'
import { useId, useState } from 'react'
import { presentedOf } from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView } from '#modules/assessment/questions/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type BookItem, noteLengthMax } from '../../contract/book.ts'
import { practice } from '../../contract.ts'

interface Props {
  readonly item: BookItem
  readonly onChanged: () => void
}

/** A question of the book: opened, it shows the last wrong answer, the key, and the own note. */
export function BookItemCard({ item, onChanged }: Props) {
  const t = useText('practice')
  const { busy, run } = useAction()
  const [isOpen, setIsOpen] = useState(false)
  const { questionId, excerpt, kind, state, wrongCount, lastWrongAt, sourceName, note, topics, dueInDays } = item
  const params = { questionId }
  const other = state === 'open' ? 'mastered' : 'open'
  const change = (work: () => Promise<unknown>, done: string) =>
    run(
      async () => {
        await work()
        onChanged()
      },
      { done },
    )
  return (
    <li className="sy-card sy-column sy-gap-3">
      <div className="pr-item">
        <div>
          <h2>
            <button
              type="button"
              className="sy-inline sy-link"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {excerpt}
            </button>
          </h2>
          <p className="sy-faint sy-row sy-wrap sy-gap-3">
            <span>{t(`kind.${kind}`)}</span>
            <span>{t('book.wrongTimes', { count: wrongCount })}</span>
            <DateText value={lastWrongAt} style="relative" />
            {sourceName !== '' && <span>{sourceName}</span>}
            {dueInDays !== null && (
              <span>{dueInDays <= 0 ? t('book.dueNow') : t('run.dueIn', { count: dueInDays })}</span>
            )}
            {topics.map((topic) => (
              <Tag key={topic.id}>{topic.name}</Tag>
            ))}
          </p>
          {note !== '' && !isOpen && <p>{note}</p>}
        </div>
        <span className="sy-row sy-gap-2 pr-no-print">
          <Button
            size="small"
            disabled={busy}
            onClick={() =>
              void change(
                () => call(practice.moveQuestion, { params, body: { state: other } }),
                t(`book.moved.${other}`),
              )
            }
          >
            {t(`book.move.${other}`)}
          </Button>
          <ConfirmButton
            size="small"
            question={t('book.removeAsk')}
            consequence={t('book.removeHint')}
            onConfirm={() => change(() => call(practice.removeQuestion, { params }), t('book.removed'))}
          >
            {t('book.remove')}
          </ConfirmButton>
        </span>
      </div>
      {isOpen && <Entry item={item} onChanged={onChanged} />}
    </li>
  )
}

function Entry({ item, onChanged }: Props) {
  const t = useText('practice')
  const { busy, run } = useAction()
  const params = { questionId: item.questionId }
  const noteId = useId()
  const [note, setNote] = useState(item.note)
  const { data, error, refetch } = useQuery(q(practice.bookEntry, { params }, { quiet: true }))
  if (!data)
    return error ? <ErrorState small error={error} onRetry={() => void refetch()} /> : <LoadingState rows={3} />
  const save = () =>
    run(
      async () => {
        await call(practice.noteQuestion, { params, body: { note } })
        onChanged()
      },
      { done: t('book.noteSaved') },
    )
  return (
    <>
      <QuestionView
        question={presentedOf(data.content)}
        answer={data.lastWrongAnswer}
        head={<p className="sy-note">{t(data.lastWrongAnswer ? 'book.lastAnswer' : 'book.noAnswer')}</p>}
        files={<p className="sy-note">{t('run.noFiles')}</p>}
      />
      <KeyView content={data.content} />
      <div className="sy-column sy-gap-2">
        <label htmlFor={noteId}>{t('book.note')}</label>
        <Input.TextArea
          id={noteId}
          value={note}
          maxLength={noteLengthMax}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <div>
        <Button size="small" loading={busy} disabled={note === item.note} onClick={() => void save()}>
          {t('book.saveNote')}
        </Button>
      </div>
    </>
  )
}
