import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import type { QuestionAnswer } from '../../contract/answer.ts'
import { splitAtBlanks } from '../../contract/blanks.ts'
import type { PresentedQuestion } from '../../contract/presented.ts'
import { plainTextOf } from './field.ts'

interface Props {
  readonly question: PresentedQuestion
  readonly answer: QuestionAnswer | null
  readonly onChange: ((answer: QuestionAnswer) => void) | undefined
}

type Given = string | number | null

/** The stem with a place for each blank. */
const withPlaces = (stem: string) => splitAtBlanks(stem).join('<span data-blank></span>')

/** A stem whose blanks are fields: to type into, or to choose in. */
export function BlanksView({ question, answer, onChange }: Props) {
  const { kind, stem, blanks = [], anyOrder } = question
  const t = useText('questions')
  const holder = useRef<HTMLDivElement>(null)
  const html = useMemo(() => withPlaces(stem), [stem])
  const [places, setPlaces] = useState<readonly HTMLElement[]>([])
  // Formulas are drawn later, and then the stem has other elements.
  useLayoutEffect(() => {
    const element = holder.current
    if (!element) return
    const find = () => {
      const found = [...element.querySelectorAll<HTMLElement>('[data-blank]')]
      setPlaces((before) =>
        before.every((place, at) => place === found[at]) && before.length === found.length ? before : found,
      )
    }
    find()
    const observer = new MutationObserver(find)
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  const given: readonly Given[] =
    answer?.kind === 'fill-in' ? answer.texts : answer?.kind === 'cloze' ? answer.gaps : []
  const change = (at: number, value: Given) => {
    const next = blanks.map((_, blank) => (blank === at ? value : (given[blank] ?? null)))
    if (kind === 'fill-in') onChange?.({ kind, texts: next.map((text) => String(text ?? '')) })
    if (kind === 'cloze') onChange?.({ kind, gaps: next })
  }
  return (
    <>
      <div ref={holder}>
        <Prose html={html} className="qu-blanks" />
      </div>
      {places.map((place, at) =>
        createPortal(
          <BlankField
            label={t('view.blank', { number: at + 1, count: blanks.length })}
            options={blanks[at]?.options}
            value={given[at] ?? null}
            onChange={onChange && ((value) => change(at, value))}
          />,
          place,
          String(at),
        ),
      )}
      {anyOrder && blanks.length > 1 && <p className="sy-note">{t('view.anyOrder')}</p>}
    </>
  )
}

interface FieldProps {
  readonly label: string
  readonly options: readonly { readonly id: number; readonly text: string }[] | undefined
  readonly value: Given
  readonly onChange: ((value: Given) => void) | undefined
}

const WIDTH_MIN = 6
const WIDTH_MAX = 40

/** Two columns a character where it is as wide as a Chinese one. */
const widthOf = (text: string) =>
  [...text].reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1), 0)

function BlankField({ label, options, value, onChange }: FieldProps): ReactNode {
  const t = useText('questions')
  if (options) {
    return (
      <select
        className="qu-blank"
        aria-label={label}
        disabled={!onChange}
        value={typeof value === 'number' ? value : ''}
        onChange={({ target }) => onChange?.(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t('view.choosePlease')}</option>
        {options.map(({ id, text }) => (
          <option key={id} value={id}>
            {plainTextOf(text)}
          </option>
        ))}
      </select>
    )
  }
  const text = typeof value === 'string' ? value : ''
  return (
    <input
      className="qu-blank"
      aria-label={label}
      disabled={!onChange}
      value={text}
      maxLength={1000}
      autoComplete="off"
      style={{ width: `${Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, widthOf(text) + 2))}ch` }}
      onChange={({ target }) => onChange?.(target.value)}
    />
  )
}
