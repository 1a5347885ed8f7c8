import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { debounce } from '#web/ui/timing.ts'
import { queryLengthMax, search } from '../../contract.ts'
import { Marked } from '../Marked.tsx'
import { type Entry, type Group, groupsOf, useCommands, usePages } from './entries.ts'
import './palette.css'

/** The one field for everything: contents, people, screens, and what can be done (Ctrl/⌘-K). */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText('search')
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState(0)
  const [askLater] = useState(() => debounce(setAsked))
  const text = typed.trim()
  const suggested = useQuery({
    ...q(search.suggest, { query: asked === '' ? {} : { query: asked } }, { quiet: true }),
    placeholderData: (last) => last,
  })
  const pages = usePages()
  const commands = useCommands()
  const groups = groupsOf({ text, t, suggested: suggested.data, pages, commands })
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(chosen, entries.length - 1)
  useEffect(() => dialog.current?.showModal(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen changes, or stands elsewhere.
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, typed])
  const open = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.open()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: entries.length - 1 }[event.key]
    if (event.key === 'Enter') open(entries[current])
    else if (to === undefined || (typed !== '' && (event.key === 'Home' || event.key === 'End'))) return
    else setChosen((to + entries.length) % Math.max(1, entries.length))
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      className="sr-palette"
      aria-label={t('palette.label')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="sr-palette-body">
        <div className="sr-palette-field">
          <Icon name="search" size={18} />
          <input
            role="combobox"
            aria-label={t('palette.label')}
            aria-expanded={entries.length > 0}
            aria-controls={list}
            aria-activedescendant={entries.length > 0 ? `${list}-${current}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={queryLengthMax}
            placeholder={t('palette.placeholder')}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setChosen(0)
              askLater(event.target.value.trim())
            }}
            onKeyDown={press}
          />
          <button type="button" className="sr-palette-close" aria-label={t('palette.close')} onClick={onClose}>
            <kbd>Esc</kbd>
          </button>
        </div>
        <div id={list} role="listbox" aria-label={t('palette.label')} className="sr-palette-list">
          {groups.map((group) => (
            <Section key={group.title} group={group}>
              {group.entries.map((entry) => {
                const at = entries.indexOf(entry)
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of the whole list.
                  <div
                    key={entry.key}
                    id={`${list}-${at}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={at === current}
                    onClick={() => open(entry)}
                    onPointerMove={() => setChosen(at)}
                  >
                    <Icon name={entry.icon} size={16} />
                    <span>{entry.marks ? <Marked text={entry.title} marks={entry.marks} /> : entry.title}</span>
                    {entry.note !== undefined && <small>{entry.note}</small>}
                  </div>
                )
              })}
            </Section>
          ))}
        </div>
        <p className="sr-palette-foot" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.choose')} <kbd>Enter</kbd> {t('palette.open')}
        </p>
      </div>
    </dialog>
  )
}

function Section({ group, children }: { group: Group; children: React.ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options.
    <div role="group" aria-labelledby={id}>
      <div id={id} className="sr-palette-group">
        {group.title}
      </div>
      {children}
    </div>
  )
}
