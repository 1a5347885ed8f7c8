import { type KeyboardEvent, useEffect, useRef } from 'react'

interface Props<Key extends string> {
  readonly label: string
  readonly tabs: readonly { readonly key: Key; readonly title: string; readonly count?: number }[]
  readonly active: Key
  readonly onChange: (key: Key) => void
  /** The id of the element that shows the active tab's content. */
  readonly panelId?: string
}

/** On a narrow screen the row scrolls: the chosen tab and a part of the next one are to be seen. */
function showTab(row: HTMLElement | null): void {
  const tab = row?.querySelector('[aria-selected="true"]')
  if (!row || !tab) return
  const [outer, inner, beside] = [row.getBoundingClientRect(), tab.getBoundingClientRect(), 40]
  if (inner.right + beside > outer.right) row.scrollLeft += inner.right + beside - outer.right
  else if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left + beside
}

/** A row of tabs; light enough for the first screen. Arrows move between them. */
export function TabBar<Key extends string>({ label, tabs, active, onChange, panelId }: Props<Key>) {
  const bar = useRef<HTMLDivElement>(null)
  const count = tabs.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is chosen, or more of them have come
  useEffect(() => showTab(bar.current), [active, count])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const at = tabs.findIndex((tab) => tab.key === active)
    const next = (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (!tab) return
    onChange(tab.key)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className="sy-tabs" role="tablist" aria-label={label} ref={bar} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          aria-selected={tab.key === active}
          aria-controls={tab.key === active ? panelId : undefined}
          tabIndex={tab.key === active ? 0 : -1}
          onClick={() => onChange(tab.key)}
        >
          {tab.title}
          {tab.count !== undefined && <span className="sy-tab-count"> {tab.count}</span>}
        </button>
      ))}
    </div>
  )
}
