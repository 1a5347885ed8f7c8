import { type KeyboardEvent, useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { RoomIcon } from '../controls/RoomIcon.tsx'

export type TabKey = 'chat' | 'questions' | 'polls' | 'people'

interface Props {
  readonly tabs: readonly { readonly key: TabKey; readonly title: string; readonly fresh: boolean }[]
  readonly active: TabKey
  readonly onChange: (key: TabKey) => void
  readonly panelId: string
}

const icons = { chat: 'chat', questions: 'question', polls: 'poll', people: 'people' } as const

/** Four tabs with icons; arrow keys move between them. */
export function RoomTabs({ tabs, active, onChange, panelId }: Props) {
  const t = useText('rooms')
  const bar = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const at = (tabs.findIndex((tab) => tab.key === active) + step + tabs.length) % tabs.length
    const next = tabs[at]
    if (!next) return
    onChange(next.key)
    bar.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div ref={bar} className="room-tabs" role="tablist" aria-label={t('tabs.label')} onKeyDown={onKeyDown}>
      {tabs.map(({ key, title, fresh }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === active}
          aria-controls={key === active ? panelId : undefined}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key)}
        >
          <RoomIcon name={icons[key]} size={18} />
          {title}
          {fresh && <i className="room-tab-dot" role="img" aria-label={t('tabs.fresh')} />}
        </button>
      ))}
    </div>
  )
}
