/** `@` in a text names a colleague: who is meant is chosen from a list, and kept while their name stands in the text. */
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useDeferredValue, useRef, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { q } from '#web/api/query.ts'

/** What one comment can name. */
export const MENTIONS_MAX = 20
const OFFERED = 8
const KEYWORD = /(?:^|[^\p{L}\p{N}])@([^\s@]{0,20})$/u

export interface Mentioned {
  readonly memberId: string
  readonly name: string
}

/** What was typed after the last `@`, up to the cursor; undefined where nobody is being named. */
export function keywordAt(text: string, cursor: number): string | undefined {
  return KEYWORD.exec(text.slice(0, cursor))?.[1]
}

/** The text with a name in place of what was typed, and where the cursor is then. */
export function withName(
  text: string,
  cursor: number,
  name: string,
): { readonly text: string; readonly cursor: number } {
  const keyword = keywordAt(text, cursor) ?? ''
  const before = `${text.slice(0, cursor - keyword.length)}${name} `
  return { text: `${before}${text.slice(cursor).replace(/^ /, '')}`, cursor: before.length }
}

/** Of those that were chosen, whom the text still names. */
export function mentionedIn(text: string, chosen: readonly Mentioned[]): string[] {
  const named = chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ memberId }) => memberId)
  return [...new Set(named)].slice(0, MENTIONS_MAX)
}

export function useMentions(
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
) {
  const [keyword, setKeyword] = useState<string>()
  const [at, setAt] = useState(0)
  const chosen = useRef<Mentioned[]>([])
  const asked = useDeferredValue(keyword)
  const found = useQuery({
    ...q(identity.searchColleagues, { query: { keyword: asked ?? '', pageSize: OFFERED } }, { quiet: true }),
    enabled: asked !== undefined,
  })
  const offered = keyword === undefined ? [] : (found.data?.items ?? [])
  const close = () => setKeyword(undefined)
  /** After each change and movement of the cursor; a word of an input method is not finished before its end. */
  const follow = (isComposing: boolean) => {
    const element = area.current
    if (!element || isComposing) return
    setKeyword(keywordAt(element.value, element.selectionStart))
    setAt(0)
  }
  const choose = ({ id, memberFullName }: { readonly id: string; readonly memberFullName: string }) => {
    const element = area.current
    const next = withName(text, element?.selectionStart ?? text.length, memberFullName)
    chosen.current = [...chosen.current, { memberId: id, name: memberFullName }]
    setText(next.text)
    close()
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  /** True where the key belonged to the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (offered.length === 0 || event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((at + step + offered.length) % offered.length)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const one = offered[at]
      if (!one) return false
      choose(one)
    } else return false
    event.preventDefault()
    return true
  }
  const idsIn = (content: string) => mentionedIn(content, chosen.current)
  return { offered, at, follow, choose, close, onKey, idsIn }
}
