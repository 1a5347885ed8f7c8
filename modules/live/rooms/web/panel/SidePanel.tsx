import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useRoom } from '../state/room-store.ts'
import { ChatTab } from './ChatTab.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { PollsTab } from './PollsTab.tsx'
import { QuestionsTab } from './QuestionsTab.tsx'
import { RoomTabs, type TabKey } from './RoomTabs.tsx'

const PANEL_ID = 'room-panel'
const screens = { chat: ChatTab, questions: QuestionsTab, polls: PollsTab, people: PeopleTab } as const

/** Chat, questions, polls and people; a hidden tab with something new gets a dot. */
export function SidePanel() {
  const t = useText('rooms')
  const [active, setActive] = useState<TabKey>('chat')
  const newest = {
    chat: useRoom((view) => view.chat.at(-1)?.id),
    questions: useRoom((view) => view.questions.at(-1)?.id),
    polls: useRoom((view) => view.polls.at(-1)?.id),
    people: useRoom((view) => view.people.filter((person) => person.handAt !== null).length || undefined),
  }
  const lastSeen = useRef<Partial<Record<TabKey, string | number | undefined>>>(newest)
  useEffect(() => {
    lastSeen.current[active] = newest[active]
  })
  // A new poll opens its tab for everybody.
  const openPoll = useRoom((view) => view.polls.findLast((poll) => poll.state === 'open')?.id)
  const shownPoll = useRef(openPoll)
  useEffect(() => {
    if (openPoll !== undefined && openPoll !== shownPoll.current) setActive('polls')
    shownPoll.current = openPoll
  }, [openPoll])
  const Screen = screens[active]
  const tabs = (Object.keys(screens) as TabKey[]).map((key) => ({
    key,
    title: t(`tabs.${key}`),
    fresh: key !== active && newest[key] !== undefined && newest[key] !== lastSeen.current[key],
  }))
  return (
    <aside className="room-panel" aria-label={t('tabs.label')}>
      <RoomTabs tabs={tabs} active={active} onChange={setActive} panelId={PANEL_ID} />
      <div id={PANEL_ID} className="room-panel-body" role="tabpanel" aria-label={t(`tabs.${active}`)}>
        <Screen />
      </div>
    </aside>
  )
}
