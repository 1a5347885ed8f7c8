import { type FormEvent, type KeyboardEvent, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { checkTexts, MarkedText, sensitiveHits } from '#modules/platform/words/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { part } from '#web/part.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type Mention, mentionAt, mentionsIn } from './mentions.ts'
import type { Quoted } from './QuotedText.tsx'

const QuotedHead = part(() => import('./QuotedHead.tsx'), ['topics'])
const MentionMenu = part(() => import('./MentionMenu.tsx'), ['topics'])

type Hits = ReturnType<typeof sensitiveHits> extends ReadonlyMap<string, infer H> ? H : never

interface Props {
  readonly label: string
  readonly placeholder: string
  readonly lengthMax: number
  readonly submitText: string
  /** What is quoted above the text. */
  readonly quoted?: Quoted | undefined
  readonly onUnquote?: (() => void) | undefined
  /** With the members that the text names. Rejects where the server refuses. */
  readonly onSubmit: (content: string, mentionIds: string[]) => Promise<void>
  readonly onCancel?: () => void
  readonly autoFocus?: boolean
}

/** From here on the counter shows how much is left. */
const NEARLY = 0.8

/** Writes a comment or a reply. What was typed stays until it has been accepted. */
export function Composer(props: Props) {
  const { label, placeholder, lengthMax, submitText, onSubmit, onCancel, autoFocus, quoted, onUnquote } = props
  const t = useText('topics')
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const mentions = useMentions(area, setText)
  const { busy, run } = useAction()
  const [refused, setRefused] = useState<{ text: string; hits: Hits }>()
  useEffect(() => {
    if (autoFocus) area.current?.focus()
  }, [autoFocus])
  const length = [...text.trim()].length
  const isTooLong = length > lengthMax
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (busy || length === 0 || isTooLong) return
    return run(
      async () => {
        setRefused(undefined)
        // Asked first (SYSTEM-120); the server looks once more at what it saves.
        const found = (await checkTexts({ content: text })).get('content')
        if (found) return setRefused({ text, hits: found })
        await onSubmit(text, mentions.idsIn(text))
        setText('')
      },
      {
        onFailure: (error) => {
          const hits = sensitiveHits(error).get('content')
          if (hits) setRefused({ text, hits })
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.nativeEvent.isComposing && mentions.takesKey(event.key)) return event.preventDefault()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) void submit()
    if (event.key === 'Escape') onCancel?.()
  }
  const noteId = `${id}-note`
  return (
    <form className="dis-composer" onSubmit={(event) => void submit(event)}>
      {quoted && (
        <Suspense fallback={null}>
          <QuotedHead quoted={quoted} onUnquote={onUnquote} />
        </Suspense>
      )}
      <textarea
        ref={area}
        aria-label={label}
        aria-describedby={noteId}
        aria-invalid={isTooLong || refused !== undefined}
        placeholder={placeholder}
        value={text}
        rows={onCancel ? 2 : 3}
        onChange={(event) => {
          setText(event.target.value)
          setRefused(undefined)
          // An input method writes without a key that moves the cursor.
          mentions.look()
        }}
        onSelect={mentions.look}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
      />
      {mentions.menu}
      {refused && (
        <div className="dis-refused" role="alert">
          <p>{t('comment.sensitive')}</p>
          <blockquote>
            <MarkedText text={refused.text} hits={refused.hits} />
          </blockquote>
        </div>
      )}
      <div className="sy-row sy-gap-2 dis-composer-foot">
        <span
          id={noteId}
          className="sy-note-tiny dis-counter"
          data-near={length > lengthMax * NEARLY}
          data-over={isTooLong}
        >
          <span className="sy-visually-hidden">{t('comment.length', { length, max: lengthMax })}</span>
          <span aria-hidden="true" className="sy-number">
            {length}/{lengthMax}
          </span>
        </span>
        <span className="sy-note-tiny sy-wide-only">{t('comment.shortcut')}</span>
        {onCancel && (
          <button type="button" className="sy-button sy-button-small sy-button-plain" onClick={onCancel}>
            {t('comment.cancel')}
          </button>
        )}
        <button
          type="submit"
          className="sy-button sy-button-small"
          disabled={busy || length === 0 || isTooLong}
          aria-busy={busy}
        >
          {submitText}
        </button>
      </div>
    </form>
  )
}

/** The menu of colleagues at an @, and who of the chosen ones is named. */
function useMentions(area: RefObject<HTMLTextAreaElement | null>, setText: (text: string) => void) {
  const keys = useRef<((key: string) => boolean) | undefined>(undefined)
  const [chosen, setChosen] = useState<readonly Mention[]>([])
  const [at, setAt] = useState<ReturnType<typeof mentionAt>>()
  const close = () => setAt(undefined)
  const look = () => {
    const { selectionStart, selectionEnd, value } = area.current ?? { selectionStart: 0, selectionEnd: 1, value: '' }
    setAt(selectionStart === selectionEnd ? mentionAt(value.slice(0, selectionStart)) : undefined)
  }
  const choose = (mention: Mention, written: string) => {
    setChosen([...chosen, mention])
    setText(written)
    close()
  }
  const menu = at && (
    <Suspense fallback={null}>
      <MentionMenu at={at} area={area} keys={keys} onChoose={choose} onClose={close} />
    </Suspense>
  )
  return {
    ...{ menu, look, close },
    takesKey: (key: string) => at !== undefined && (keys.current?.(key) ?? false),
    idsIn: (content: string) => mentionsIn(content, chosen),
  }
}
