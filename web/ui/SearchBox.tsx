import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { Icon } from './Icon.tsx'
import { searchLater } from './search-later.ts'

interface Props {
  readonly label: string
  readonly placeholder?: string
  readonly defaultValue?: string
  /** Called 300 ms after the last key, at once with Enter (SHELL-113). */
  readonly onSearch: (text: string) => void
}

export function SearchBox({ label, placeholder, defaultValue = '', onSearch }: Props) {
  const t = useText('shell')
  const [text, setText] = useState(defaultValue)
  // An unfinished word of an input method is not searched for.
  const [composing, setComposing] = useState(false)
  const reported = useRef(defaultValue)
  const tell = useRef(onSearch)
  tell.current = onSearch
  const search = (wanted: string) => {
    const trimmed = wanted.trim()
    if (reported.current === trimmed) return
    reported.current = trimmed
    tell.current(trimmed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key restarts the wait, and nothing else does.
  useEffect(() => {
    if (composing) return
    return searchLater(() => search(text))
  }, [text, composing])
  return (
    <span className="sy-search">
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // In a form, Enter here searches; it does not send the form.
          event.preventDefault()
          if (!event.nativeEvent.isComposing) search(text)
        }}
      />
      {text !== '' && (
        <button type="button" aria-label={t('clearSearch')} onClick={() => setText('')}>
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}
