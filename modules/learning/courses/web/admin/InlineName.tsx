import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'

interface Props {
  readonly value: string
  readonly label: string
  readonly maxLength: number
  /** Rejects where it was not saved: the field then shows the old name again. */
  readonly onSave: (value: string) => Promise<unknown>
  readonly className?: string
}

/** A name that is changed where it stands: Enter or leaving saves, Escape takes back. */
export function InlineName({ value, label, maxLength, onSave, className = '' }: Props) {
  const [text, setText] = useState(value)
  const cancelled = useRef(false)
  useEffect(() => setText(value), [value])
  const save = () => {
    const wanted = text.trim()
    if (cancelled.current || wanted === '' || wanted === value) {
      cancelled.current = false
      return setText(value)
    }
    onSave(wanted).catch(() => setText(value))
  }
  return (
    <Input
      variant="borderless"
      className={`co-inline-name ${className}`}
      aria-label={label}
      value={text}
      maxLength={maxLength}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') cancelled.current = true
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
