import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useRoom } from '../state/room-store.ts'

/** Announces events to screen readers: raised hands for moderators, polls, start and end. */
export function Announcer() {
  const t = useText('rooms')
  const [announcement, setAnnouncement] = useState('')
  const leads = useRoom((view) => view.me.role !== 'viewer')
  const hand = useRoom((view) =>
    view.people.reduce<{ id: string; name: string; at: number } | undefined>(
      (last, { id, name, handAt }) => (handAt !== null && handAt > (last?.at ?? 0) ? { id, name, at: handAt } : last),
      undefined,
    ),
  )
  const poll = useRoom((view) => view.polls.findLast((one) => one.state === 'open'))
  const state = useRoom((view) => view.state)
  useChange(
    hand && `${hand.id}${hand.at}`,
    () => hand && leads && setAnnouncement(t('announce.hand', { name: hand.name })),
  )
  useChange(poll?.id, () => poll && setAnnouncement(t('announce.poll', { question: poll.question })))
  useChange(state, () => setAnnouncement(t(`announce.${state}`)))
  return (
    <p className="sy-visually-hidden" role="status" aria-live="polite">
      {announcement}
    </p>
  )
}

/** Ignores the state at the time of entry. */
function useChange(value: string | undefined, onChange: () => void): void {
  const before = useRef(value)
  const announce = useRef(onChange)
  announce.current = onChange
  useEffect(() => {
    if (value !== undefined && value !== before.current) announce.current()
    before.current = value
  }, [value])
}
