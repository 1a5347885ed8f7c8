import type { Editor } from '@tiptap/react'
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import type { MemberFinder } from './article-props.ts'
import { blockCommands } from './commands.tsx'
import type { Trigger } from './trigger.ts'

interface Entry {
  readonly key: string
  readonly sign?: ReactNode
  readonly label: string
  readonly note?: string | undefined
  readonly choose: () => void
}

interface Props {
  readonly editor: Editor
  readonly trigger: Trigger
  readonly members: MemberFinder | undefined
  readonly extra: readonly {
    readonly name: string
    readonly sign: ReactNode
    readonly words: string
    readonly run: () => void
  }[]
  /** The keys of the text go here first. */
  readonly keys: RefObject<((event: KeyboardEvent) => boolean) | undefined>
  readonly onClose: () => void
}

const SEARCH_DELAY_MS = 150

type Found = Awaited<ReturnType<MemberFinder>>

/** The members for what has been typed; of several answers the newest counts. */
function useMembers(find: MemberFinder | undefined, query: string | undefined): Found | 'waiting' | 'failed' {
  const [found, setFound] = useState<Found | 'waiting' | 'failed'>('waiting')
  useEffect(() => {
    if (!find || query === undefined) return
    let isNewest = true
    const timer = setTimeout(() => {
      find(query).then(
        (members) => isNewest && setFound(members),
        () => isNewest && setFound('failed'),
      )
    }, SEARCH_DELAY_MS)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [find, query])
  return found
}

function blockEntries({ editor, trigger, extra }: Props, t: TextOf): Entry[] {
  const query = trigger.query.toLowerCase()
  const replaced = () => editor.chain().focus().deleteRange(trigger).run()
  const all = [
    ...blockCommands.map(({ name, sign, words = '', run }) => ({ name, sign, words, run: () => run(editor, t) })),
    ...extra,
  ]
  return all
    .map(({ name, sign, words, run }) => ({ key: name, sign, words, label: t(`articleEditor.block.${name}`), run }))
    .filter(({ words, label }) => query === '' || label.toLowerCase().includes(query) || words.includes(query))
    .map(({ key, sign, label, run }) => ({
      ...{ key, sign, label },
      choose() {
        replaced()
        run()
      },
    }))
}

function memberEntries({ editor, trigger }: Props, found: Found): Entry[] {
  return found.map(({ id, name, note }) => ({
    ...{ key: id, label: name, note },
    choose() {
      const content = [
        { type: 'mention', attrs: { member: id, name } },
        { type: 'text', text: ' ' },
      ]
      editor.chain().focus().insertContentAt(trigger, content).run()
    },
  }))
}

/** A menu at the cursor: what can be put there, or who can be named. While a Chinese word is composed, it takes no key. */
export function ArticleMenu(props: Props) {
  const { editor, trigger, keys, onClose } = props
  const t = useText('catalog')
  const id = useId()
  const isMembers = trigger.kind === 'members'
  const found = useMembers(props.members, isMembers ? trigger.query : undefined)
  const entries = isMembers ? (Array.isArray(found) ? memberEntries(props, found) : []) : blockEntries(props, t)
  const [choice, setChoice] = useState({ query: trigger.query, at: 0 })
  // Another word starts at the top again.
  const at = choice.query === trigger.query ? Math.min(choice.at, Math.max(0, entries.length - 1)) : 0
  useEffect(() => {
    keys.current = (event) => {
      if (event.isComposing || event.keyCode === COMPOSING || editor.view.composing) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (event.key === 'Escape') onClose()
      else if (entries.length === 0) return false
      else if (step) setChoice({ query: trigger.query, at: (at + step + entries.length) % entries.length })
      else if (event.key === 'Enter' || event.key === 'Tab') entries[at]?.choose()
      else return false
      return true
    }
    return () => {
      keys.current = undefined
    }
  })
  const optionId = (entry: number) => `${id}-${entry}`
  useEffect(() => {
    const { dom } = editor.view
    const says = { 'aria-controls': id, 'aria-activedescendant': optionId(at) }
    for (const [name, value] of Object.entries(says)) dom.setAttribute(name, value)
    document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of Object.keys(says)) dom.removeAttribute(name)
    }
  })
  const place = useMemo(() => placeAt(editor, trigger.from), [editor, trigger.from])
  const hint = isMembers && !Array.isArray(found) ? t(`articleEditor.members.${found}`) : t('articleEditor.menuNone')
  return createPortal(
    <div className="sy-article-menu" style={place}>
      {/* It scrolls: whoever has no wheel reaches it. The text keeps its cursor when the mouse chooses. */}
      <div
        id={id}
        role="listbox"
        tabIndex={0}
        aria-label={t(isMembers ? 'articleEditor.members.label' : 'articleEditor.blocks')}
        onMouseDown={(event) => event.preventDefault()}
      >
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the text choose it.
          <div
            key={entry.key}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={entry.choose}
          >
            {entry.sign !== undefined && <span aria-hidden>{entry.sign}</span>}
            {entry.label}
            {entry.note && <small>{entry.note}</small>}
          </div>
        ))}
      </div>
      {entries.length === 0 && <small role="status">{hint}</small>}
    </div>,
    document.body,
  )
}

/** What browsers say of a key that belongs to a composition. */
const COMPOSING = 229
const [menuWidth, menuHeight, gap] = [260, 300, 6]

function placeAt(editor: Editor, from: number) {
  const { left, top, bottom } = editor.view.coordsAtPos(from)
  const x = Math.max(gap, Math.min(left, window.innerWidth - menuWidth - gap))
  const isAbove = bottom + menuHeight > window.innerHeight && top > menuHeight
  return isAbove ? { left: x, bottom: window.innerHeight - top + gap } : { left: x, top: bottom + gap }
}
