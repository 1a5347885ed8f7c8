import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Input, Modal, Radio } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { CallError, isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import {
  TOO_MANY_WORDS,
  WORD_LENGTH_MAX,
  WORD_TAKEN,
  WORD_UNFINDABLE,
  type Word,
  type WordLevel,
  words,
} from '../../contract.ts'

const CATEGORY_LENGTH_MAX = 20
const WORDS_AT_ONCE = 500
const handles = [WORD_TAKEN, WORD_UNFINDABLE, TOO_MANY_WORDS]
const levels = ['refuse', 'review'] as const

/** The text of the server's error about the word; undefined for errors that are shown elsewhere. */
async function problemOf(error: unknown): Promise<string | undefined> {
  if (!(error instanceof CallError) || !handles.some((code) => isRefusal(error, code))) return undefined
  return errorText(error.errorCode ?? 'default', error.data)
}

interface Kind {
  readonly category: string
  readonly level: WordLevel
}

function KindFields({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const t = useText('words')
  const id = useId()
  const categories = useQuery(q(words.wordCategories, {}, { quiet: true }))
  const known = (categories.data?.items ?? []).map(({ category }) => category).filter((category) => category !== '')
  return (
    <>
      <div>
        <label htmlFor={id}>{t('list.category')}</label>
        <AutoComplete
          id={id}
          allowClear
          placeholder={t('form.categoryHint')}
          maxLength={CATEGORY_LENGTH_MAX}
          value={kind.category}
          options={known.filter((category) => category.includes(kind.category)).map((value) => ({ value }))}
          onChange={(category: string | undefined) => onChange({ ...kind, category: category ?? '' })}
        />
      </div>
      <div>
        <span id={`${id}-level`}>{t('list.level')}</span>
        <Radio.Group
          aria-labelledby={`${id}-level`}
          value={kind.level}
          onChange={({ target }) => onChange({ ...kind, level: target.value as WordLevel })}
          style={{ display: 'grid', gap: 6 }}
          options={levels.map((level) => ({ value: level, label: t(`level.${level}Hint`) }))}
        />
      </div>
    </>
  )
}

interface FrameProps {
  readonly title: string
  /** Answers the error, or undefined after success. */
  readonly onSave: () => Promise<string | undefined>
  readonly onClose: () => void
  readonly children: (problem: string | undefined, problemId: string) => ReactNode
}

function DialogFrame({ title, onSave, onClose, children }: FrameProps) {
  const t = useText('words')
  const problemId = useId()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const found = await onSave()
      if (found === undefined) return onClose()
      setProblem(found)
    } catch (error) {
      setProblem(await problemOf(error))
    }
    setBusy(false)
  }
  return (
    <Modal
      open
      title={title}
      okText={t('form.save')}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="words-form">{children(problem, problemId)}</div>
    </Modal>
  )
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={id} className="words-problem" role="alert">
      {text}
    </p>
  )
}

/** Adds several words, one per line. */
export function AddWordsDialog({ onClose }: { onClose: () => void }) {
  const t = useText('words')
  const id = useId()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>({ category: '', level: 'refuse' })
  const listed = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  const save = async () => {
    const tooLong = listed.find((word) => [...word].length > WORD_LENGTH_MAX)
    if (listed.length === 0) return t('form.missing')
    if (tooLong) return t('form.tooLong', { word: tooLong.slice(0, 20), max: WORD_LENGTH_MAX })
    if (listed.length > WORDS_AT_ONCE) return t('form.tooMany', { max: WORDS_AT_ONCE })
    const { addedCount, sameCount } = await call(words.addWords, { body: { words: listed, ...kind } }, { handles })
    notify('success', t('form.added', { added: addedCount, same: sameCount }))
    return undefined
  }
  return (
    <DialogFrame title={t('form.addTitle')} onSave={save} onClose={onClose}>
      {(problem, problemId) => (
        <>
          <div>
            <label htmlFor={id}>{t('form.words')}</label>
            <Input.TextArea
              id={id}
              autoFocus
              autoSize={{ minRows: 4, maxRows: 10 }}
              placeholder={t('form.wordsHint')}
              status={problem ? 'error' : undefined}
              aria-describedby={problemId}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Problem id={problemId} text={problem} />
          </div>
          <KindFields kind={kind} onChange={setKind} />
        </>
      )}
    </DialogFrame>
  )
}

export function ChangeWordDialog({ word, onClose }: { word: Word; onClose: () => void }) {
  const t = useText('words')
  const id = useId()
  const [text, setText] = useState(word.word)
  const [kind, setKind] = useState<Kind>({ category: word.category, level: word.level })
  const save = async () => {
    if (text.trim() === '') return t('form.missing')
    const body = { word: text.trim(), ...kind, enabled: word.enabled }
    await call(words.changeWord, { params: { id: word.id }, body }, { handles })
    notify('success', t('form.saved'))
    return undefined
  }
  return (
    <DialogFrame title={t('form.changeTitle')} onSave={save} onClose={onClose}>
      {(problem, problemId) => (
        <>
          <div>
            <label htmlFor={id}>{t('list.word')}</label>
            <Input
              id={id}
              autoFocus
              maxLength={WORD_LENGTH_MAX}
              status={problem ? 'error' : undefined}
              aria-describedby={problemId}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Problem id={problemId} text={problem} />
          </div>
          <KindFields kind={kind} onChange={setKind} />
        </>
      )}
    </DialogFrame>
  )
}
