import { type FormEvent, useId, useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'

/** The short code below a participant's QR code, typed. */
export function ShortCodeForm({ onShort }: { onShort: (short: string) => void }) {
  const t = useText('attendance')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const short = input.current?.value.trim() ?? ''
    if (short !== '') onShort(short)
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  return (
    <form className="at-short" onSubmit={submit}>
      <label htmlFor={id}>{t('scanner.typed')}</label>
      <input
        ref={input}
        id={id}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        aria-describedby={`${id}-hint`}
      />
      <button type="submit" className="sy-button">
        {t('scanner.enter')}
      </button>
      <small id={`${id}-hint`} className="sy-note">
        {t('scanner.typedHint')}
      </small>
    </form>
  )
}
