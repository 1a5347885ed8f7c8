import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Form, Input, Radio } from 'antd'
import type { Output } from '#kit/contract.ts'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
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

interface Values {
  /** A word, or several, one per line. */
  readonly text: string
  readonly category?: string
  readonly level: WordLevel
}

/** What the server says about the word; other errors are shown elsewhere. */
async function problemsOf(error: CallError) {
  if (!handles.some((code) => isRefusal(error, code))) return undefined
  return { text: await errorText(error.errorCode ?? 'default', error.data) }
}

const kindOf = ({ category = '', level }: Values) => ({ category, level })

function KindFields() {
  const t = useText('words')
  const categories = useQuery(q(words.wordCategories, {}, { quiet: true }))
  const typed: string = Form.useWatch('category') ?? ''
  const known = (categories.data?.items ?? []).map(({ category }) => category).filter((category) => category !== '')
  return (
    <>
      <Form.Item name="category" label={t('list.category')}>
        <AutoComplete
          allowClear
          placeholder={t('form.categoryHint')}
          maxLength={CATEGORY_LENGTH_MAX}
          options={known.filter((category) => category.includes(typed)).map((value) => ({ value }))}
          // Enter takes the category that is offered, and sends nothing.
          onInputKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Form.Item>
      <Form.Item name="level" label={t('list.level')}>
        <Radio.Group
          aria-label={t('list.level')}
          style={{ display: 'grid', gap: 6 }}
          options={levels.map((level) => ({ value: level, label: t(`level.${level}Hint`) }))}
        />
      </Form.Item>
    </>
  )
}

const listed = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')

/** Adds several words, one per line. */
export function AddWordsDialog({ onClose }: { onClose: () => void }) {
  const t = useText('words')
  const faultOf = (text: string) => {
    const list = listed(text)
    const tooLong = list.find((word) => [...word].length > WORD_LENGTH_MAX)
    if (list.length === 0) return t('form.missing')
    if (tooLong) return t('form.tooLong', { word: tooLong.slice(0, 20), max: WORD_LENGTH_MAX })
    return list.length > WORDS_AT_ONCE ? t('form.tooMany', { max: WORDS_AT_ONCE }) : undefined
  }
  const check = async (_: unknown, text: string) => {
    const fault = faultOf(text)
    if (fault !== undefined) throw new Error(fault)
  }
  return (
    <FormModal<Values, Output<typeof words.addWords>>
      title={t('form.addTitle')}
      okText={t('form.save')}
      initialValues={{ text: '', category: '', level: 'refuse' }}
      onSubmit={(values) =>
        call(words.addWords, { body: { words: listed(values.text), ...kindOf(values) } }, { handles })
      }
      problemsOf={problemsOf}
      done={({ addedCount, sameCount }) => t('form.added', { added: addedCount, same: sameCount })}
      onClose={onClose}
    >
      <Form.Item name="text" label={t('form.words')} rules={[{ validator: check }]}>
        <Input.TextArea autoFocus autoSize={{ minRows: 4, maxRows: 10 }} placeholder={t('form.wordsHint')} />
      </Form.Item>
      <KindFields />
    </FormModal>
  )
}

export function ChangeWordDialog({ word, onClose }: { word: Word; onClose: () => void }) {
  const t = useText('words')
  const save = (values: Values) => {
    const body = { word: values.text.trim(), ...kindOf(values), enabled: word.enabled }
    return call(words.changeWord, { params: { id: word.id }, body }, { handles })
  }
  return (
    <FormModal<Values, unknown>
      title={t('form.changeTitle')}
      okText={t('form.save')}
      initialValues={{ text: word.word, category: word.category, level: word.level }}
      onSubmit={save}
      problemsOf={problemsOf}
      done={t('form.saved')}
      onClose={onClose}
    >
      <Form.Item
        name="text"
        label={t('list.word')}
        rules={[{ required: true, whitespace: true, message: t('form.missing') }]}
      >
        <Input autoFocus maxLength={WORD_LENGTH_MAX} />
      </Form.Item>
      <KindFields />
    </FormModal>
  )
}
