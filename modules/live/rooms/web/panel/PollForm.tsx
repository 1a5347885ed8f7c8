import { Button, Checkbox, Input, Segmented } from 'antd'
import { useId, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction } from '../connection/use-request.ts'

const OPTIONS_MAX = 10

interface Draft {
  readonly key: number
  readonly text: string
  readonly right: boolean
}

let nextKey = 0
const empty = (): Draft => ({ key: ++nextKey, text: '', right: false })

/** A question with two to ten options; for a quiz, with the right options. */
export function PollForm({ onDone }: { onDone: () => void }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const id = useId()
  const [kind, setKind] = useState<'poll' | 'quiz'>('poll')
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState<readonly Draft[]>(() => [empty(), empty()])
  const [multiple, setMultiple] = useState(false)
  const change = (key: number, next: Partial<Draft>) =>
    setOptions(options.map((one) => (one.key === key ? { ...one, ...next } : one)))
  const filled = options.filter((one) => one.text.trim() !== '')
  const right = filled.flatMap((one, at) => (one.right ? [at] : []))
  const problem =
    question.trim() === ''
      ? 'polls.needQuestion'
      : filled.length < 2
        ? 'polls.needOptions'
        : kind === 'quiz' && right.length === 0
          ? 'polls.needRight'
          : undefined
  const open = () =>
    run(() =>
      request('poll.open', {
        kind,
        question: question.trim(),
        options: filled.map((one) => one.text.trim()),
        multiple: kind === 'quiz' ? right.length > 1 : multiple,
        ...(kind === 'quiz' && { correct: right }),
      }),
    ).then((done) => done && onDone())
  return (
    <form
      className="room-poll room-poll-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === undefined) void open()
      }}
    >
      <Segmented
        block
        value={kind}
        onChange={setKind}
        options={[
          { value: 'poll', label: t('polls.poll') },
          { value: 'quiz', label: t('polls.quiz') },
        ]}
      />
      <label htmlFor={`${id}-question`}>{t('polls.question')}</label>
      <Input.TextArea
        id={`${id}-question`}
        autoFocus
        autoSize={{ minRows: 2, maxRows: 4 }}
        maxLength={200}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      {options.map((option, at) => (
        <div key={option.key} className="room-poll-option">
          {kind === 'quiz' && (
            <Checkbox
              checked={option.right}
              aria-label={t('polls.rightOption', { number: at + 1 })}
              onChange={(event) => change(option.key, { right: event.target.checked })}
            />
          )}
          <Input
            aria-label={t('polls.option', { number: at + 1 })}
            placeholder={t('polls.option', { number: at + 1 })}
            maxLength={80}
            value={option.text}
            onChange={(event) => change(option.key, { text: event.target.value })}
          />
          {options.length > 2 && (
            <Button
              type="text"
              aria-label={t('polls.removeOption', { number: at + 1 })}
              icon={<Icon name="close" size={16} />}
              onClick={() => setOptions(options.filter((one) => one.key !== option.key))}
            />
          )}
        </div>
      ))}
      {options.length < OPTIONS_MAX && (
        <Button
          type="dashed"
          block
          icon={<Icon name="plus" size={16} />}
          onClick={() => setOptions([...options, empty()])}
        >
          {t('polls.addOption')}
        </Button>
      )}
      {kind === 'poll' && (
        <Checkbox checked={multiple} onChange={(event) => setMultiple(event.target.checked)}>
          {t('polls.multiple')}
        </Checkbox>
      )}
      {problem !== undefined && <p className="room-writing-note">{t(problem)}</p>}
      <p className="sy-actions">
        <Button htmlType="submit" type="primary" loading={busy} disabled={problem !== undefined}>
          {t('polls.open')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </p>
    </form>
  )
}
