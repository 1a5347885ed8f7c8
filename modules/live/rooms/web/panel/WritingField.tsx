import { type KeyboardEvent, useId } from 'react'
import { MarkedText } from '#modules/platform/words/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Writing } from './use-writing.ts'

interface Props {
  readonly writing: Writing
  readonly label: string
  readonly placeholder: string
  readonly lengthMax: number
  /** The reason why writing is not possible now. */
  readonly closed?: string | undefined
}

/** Enter sends, Shift+Enter adds a line; an input method keeps its own Enter. */
export function WritingField({ writing, label, placeholder, lengthMax, closed }: Props) {
  const t = useText('rooms')
  const id = useId()
  const { text, write, send, busy, refused, waitSeconds } = writing
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const note = closed ?? (waitSeconds > 0 ? t('chat.wait', { seconds: waitSeconds }) : undefined)
  return (
    <form
      className="room-writing"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {refused && (
        <p className="room-writing-refused" role="alert">
          {t('chat.sensitive')} <MarkedText text={refused.text} hits={refused.hits} />
        </p>
      )}
      {note !== undefined && (
        <p className="room-writing-note" role="status">
          {note}
        </p>
      )}
      <div className="room-writing-row">
        <label htmlFor={id} className="sy-visually-hidden">
          {label}
        </label>
        <textarea
          id={id}
          rows={1}
          value={text}
          maxLength={lengthMax}
          placeholder={placeholder}
          disabled={closed !== undefined}
          aria-invalid={refused !== undefined}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          className="room-send"
          aria-label={t('chat.send')}
          disabled={closed !== undefined || busy || waitSeconds > 0 || text.trim() === ''}
        >
          <Icon name="send" size={18} />
        </button>
      </div>
      {text.length > lengthMax * 0.9 && (
        <p className="room-writing-note sy-number">
          {text.length}/{lengthMax}
        </p>
      )}
    </form>
  )
}
