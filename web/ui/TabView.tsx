import { type ReactNode, useId, useState } from 'react'
import { TabBar } from './TabBar.tsx'

interface Props<Key extends string> {
  readonly label: string
  /** The key of the tab that is open first, as an address says it; otherwise the first. */
  readonly initial?: string | null
  readonly tabs: readonly {
    readonly key: Key
    readonly title: string
    readonly count?: number
    readonly children: ReactNode
  }[]
}

/** Tabs with what they show. A tab that was opened keeps what is written in it while others are looked at. */
export function TabView<Key extends string>({ label, tabs, initial }: Props<Key>) {
  const id = useId()
  const [active, setActive] = useState((tabs.find(({ key }) => key === initial) ?? tabs[0])?.key)
  const [opened, setOpened] = useState<ReadonlySet<Key>>(new Set(active && [active]))
  if (active === undefined) return null
  const open = (key: Key) => {
    setActive(key)
    setOpened((before) => new Set([...before, key]))
  }
  return (
    <>
      <TabBar label={label} tabs={tabs} active={active} onChange={open} panelId={`${id}-${active}`} />
      {tabs
        .filter(({ key }) => opened.has(key))
        .map(({ key, title, children }) => (
          <div
            key={key}
            id={`${id}-${key}`}
            role="tabpanel"
            className="sy-tab-panel"
            aria-label={title}
            hidden={key !== active}
          >
            {children}
          </div>
        ))}
    </>
  )
}
