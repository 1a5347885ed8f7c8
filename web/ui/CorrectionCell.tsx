import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { inTurn } from './saves.ts'

export interface CorrectedCell {
  readonly column: string
  readonly value: string
  /** What the last check found wrong. */
  readonly codes: readonly number[]
  /** Corrected since the last check. */
  readonly unchecked: boolean
  readonly suggestions: readonly string[]
  /** The rows with the same wrong value, this one included. */
  readonly sameCount: number
}

interface Props {
  readonly cell: CorrectedCell
  /** For screen readers: the row and the heading. */
  readonly label: string
  /** Whether the same value makes sense in several rows. */
  readonly repeatable: boolean
  readonly reason: (code: number) => ReactNode
  /** With `from`, every wrong cell of the column with that text is replaced as well. */
  readonly onCorrect: (value: string, from?: string) => Promise<unknown>
  /** Every text from the moment that it is to be saved, while others may still go before it. */
  readonly onSaving: (work: Promise<unknown>) => void
  readonly onEnter: (input: HTMLElement, backwards: boolean) => void
}

const SAVE_AFTER_MS = 600

type SaveState = 'saved' | 'saving' | 'unsaved'

/** What is typed into a cell: it is saved after a short pause and on leaving the cell, one text after the other. */
function useDraft(cell: CorrectedCell, { onCorrect, onSaving }: Pick<Props, 'onCorrect' | 'onSaving'>) {
  const [draft, setDraft] = useState<string>()
  const [state, setState] = useState<SaveState>('saved')
  const sent = useRef<string>(undefined)
  const [queue] = useState(() => inTurn(onSaving))
  const focused = useRef(false)
  const save = (value: string, from?: string) => {
    sent.current = value
    setState('saving')
    queue(async () => {
      try {
        await onCorrect(value, from)
        setState('saved')
        // Under the hands of who types, the text stays as it is typed.
        if (!focused.current) setDraft((now) => (now === value ? undefined : now))
      } catch {
        sent.current = undefined
        setState('unsaved')
      }
    })
  }
  const isNew = draft !== undefined && draft !== (sent.current ?? cell.value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text begins another pause.
  useEffect(() => {
    if (!isNew) return
    const timer = setTimeout(() => save(draft), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft])
  const flush = () => {
    if (isNew) save(draft)
  }
  const leave = () => {
    focused.current = false
    if (isNew) save(draft)
    else if (state === 'saved') setDraft(undefined)
  }
  const enter = () => {
    focused.current = true
  }
  return { text: draft ?? cell.value, setDraft, state, save, flush, enter, leave }
}

/** A cell that is typed into, with what is wrong and what it could mean. */
export function CorrectionCell({ cell, label, repeatable, reason, onCorrect, onSaving, onEnter }: Props) {
  const t = useText('shell')
  const noteId = useId()
  const input = useRef<InputRef>(null)
  const { text, setDraft, state, save, flush, enter, leave } = useDraft(cell, { onCorrect, onSaving })
  // What other rows still have once this one is corrected.
  const [before, setBefore] = useState<{ readonly value: string; readonly others: number }>()
  const [atFocus, setAtFocus] = useState(cell.value)
  const isWrong = cell.codes.length > 0
  const remember = () => {
    if (repeatable && !cell.unchecked && cell.sameCount > 1)
      setBefore({ value: cell.value, others: cell.sameCount - 1 })
  }
  const replace = (value: string, from?: string) => {
    remember()
    if (from !== undefined) setBefore(undefined)
    setDraft(value)
    save(value, from)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && text !== atFocus) setDraft(atFocus)
    if (event.key !== 'Enter') return
    event.preventDefault()
    flush()
    onEnter(event.currentTarget, event.shiftKey)
  }
  return (
    <div className="sy-correction">
      <Input
        ref={input}
        value={text}
        aria-label={label}
        aria-invalid={isWrong && !cell.unchecked}
        aria-describedby={isWrong ? noteId : undefined}
        data-wrong={isWrong}
        status={isWrong && !cell.unchecked ? 'error' : undefined}
        variant={isWrong || cell.unchecked ? 'outlined' : 'filled'}
        maxLength={300}
        onFocus={() => {
          enter()
          remember()
          setAtFocus(cell.value)
        }}
        onBlur={leave}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={noteId} aria-live="polite">
        {isWrong &&
          !cell.unchecked &&
          cell.codes.map((code) => (
            <p className="sy-correction-reason" key={code}>
              {reason(code)}
            </p>
          ))}
        {cell.unchecked && state === 'saved' && <p className="sy-faint">{t('corrections.cellUnchecked')}</p>}
        {state === 'saving' && <p className="sy-faint">{t('corrections.cellSaving')}</p>}
      </div>
      {state === 'unsaved' && (
        <p className="sy-correction-reason" role="alert">
          {t('corrections.cellUnsaved')}{' '}
          <Button size="small" onClick={() => save(text)}>
            {t('corrections.retrySave')}
          </Button>
        </p>
      )}
      {!cell.unchecked &&
        cell.suggestions.map((value) => (
          <span className="sy-row sy-wrap sy-gap-1" key={value}>
            <Button size="small" onClick={() => replace(value)}>
              {t('corrections.suggestion', { value })}
            </Button>
            {repeatable && cell.sameCount > 1 && (
              <Button
                size="small"
                type="text"
                aria-label={`${t('corrections.suggestion', { value })} ${t('corrections.replaceAll', { count: cell.sameCount })}`}
                onClick={() => replace(value, cell.value)}
              >
                {t('corrections.replaceAll', { count: cell.sameCount })}
              </Button>
            )}
          </span>
        ))}
      {cell.unchecked && before && before.value !== cell.value && (
        <Button size="small" onClick={() => replace(text, before.value)}>
          {t('corrections.others', { count: before.others })}
        </Button>
      )}
    </div>
  )
}
