/** Colleagues for the name that is typed after an @; it comes when the first one is typed. */
import './pointers.css'
import { type RefObject, useEffect, useId, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { Mention, mentionAt } from './mentions.ts'

interface Props {
  readonly at: NonNullable<ReturnType<typeof mentionAt>>
  readonly area: RefObject<HTMLTextAreaElement | null>
  /** The keys of the text go here first. */
  readonly keys: RefObject<((key: string) => boolean) | undefined>
  /** The text with the chosen name in the place of what was typed. */
  readonly onChoose: (mention: Mention, text: string) => void
  readonly onClose: () => void
}

type Found = readonly { readonly id: string; readonly memberFullName: string; readonly organizationName: string }[]

const SHOWN = 8
const SEARCH_DELAY_MS = 150

/** Of several answers the newest counts. */
function useColleagues(query: string): Found | 'waiting' | 'failed' {
  const [found, setFound] = useState<Found | 'waiting' | 'failed'>('waiting')
  useEffect(() => {
    let isNewest = true
    const timer = setTimeout(() => {
      const asked = { page: 1, pageSize: SHOWN, ...(query !== '' && { keyword: query }) }
      call(identity.searchColleagues, { query: asked }, { quiet: true }).then(
        ({ items }) => isNewest && setFound(items),
        () => isNewest && setFound('failed'),
      )
    }, SEARCH_DELAY_MS)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [query])
  return found
}

export default function MentionMenu({ at: { query, from }, area, keys, onChoose, onClose }: Props) {
  const t = useText('topics')
  const id = useId()
  const found = useColleagues(query)
  const entries = typeof found === 'string' ? [] : found
  const [choice, setChoice] = useState({ query, at: 0 })
  // Another name starts at the top again.
  const at = choice.query === query ? Math.min(choice.at, Math.max(0, entries.length - 1)) : 0
  const choose = (index: number) => {
    const member = entries[index]
    if (!member || !area.current) return
    const { id: memberId, memberFullName: name } = member
    const { value } = area.current
    const start = `${value.slice(0, from)}@${name} `
    // The field first: the cursor stands behind the name then, whatever is drawn later.
    area.current.value = start + value.slice(from + 1 + query.length)
    area.current.setSelectionRange(start.length, start.length)
    onChoose({ memberId, name }, area.current.value)
  }
  useEffect(() => {
    keys.current = (key) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (key === 'Escape') onClose()
      else if (entries.length === 0) return false
      else if (step) setChoice({ query, at: (at + step + entries.length) % entries.length })
      else if (key === 'Enter' || key === 'Tab') choose(at)
      else return false
      return true
    }
    return () => {
      keys.current = undefined
    }
  })
  const optionId = (index: number) => `${id}-${index}`
  const chosenId = entries.length > 0 ? optionId(at) : undefined
  useEffect(() => {
    const text = area.current
    if (!text || chosenId === undefined) return
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', chosenId)
    document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [area, id, chosenId])
  if (entries.length === 0)
    return (
      <p className="dis-mentions sy-note" role="status">
        {t(typeof found === 'string' ? `mention.${found}` : 'mention.none')}
      </p>
    )
  return (
    <div
      id={id}
      className="dis-mentions"
      role="listbox"
      tabIndex={0}
      aria-label={t('mention.label')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {entries.map(({ id: memberId, memberFullName, organizationName }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the text choose it.
        <div
          key={memberId}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => choose(index)}
        >
          {memberFullName} <small>{organizationName}</small>
        </div>
      ))}
    </div>
  )
}
