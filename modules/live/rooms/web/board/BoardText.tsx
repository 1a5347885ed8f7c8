import { useEffect, useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'

const TEXT_MAX = 200

interface Props {
  readonly place: { readonly left: number; readonly top: number }
  readonly color: string | undefined
  readonly onDone: (text: string) => void
}

/** Text at its position on the page. Enter keeps it, Escape discards it. */
export function BoardText({ place, color, onDone }: Props) {
  const t = useText('rooms')
  const field = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  useEffect(() => field.current?.focus(), [])
  const finish = (text: string) => {
    if (over.current) return
    over.current = true
    onDone(text)
  }
  return (
    <input
      ref={field}
      className="room-board-text"
      style={{ ...place, color }}
      maxLength={TEXT_MAX}
      aria-label={t('board.text')}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') finish(event.currentTarget.value)
        if (event.key === 'Escape') finish('')
      }}
    />
  )
}
