import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useRoom } from '../state/room-store.ts'

/** Says to screen readers what others see: hands for who keeps order, polls, the beginning and the end. */
export function Announcer() {
  const t = useText('rooms')
  const [said, setSaid] = useState('')
  const leads = useRoom((view) => view.me.role !== 'viewer')
  const hand = useRoom((view) =>
    view.people.reduce<{ id: string; name: string; at: number } | undefined>(
      (last, { id, name, handAt }) => (handAt !== null && handAt > (last?.at ?? 0) ? { id, name, at: handAt } : last),
      undefined,
    ),
  )
  const poll = useRoom((view) => view.polls.findLast((one) => one.state === 'open'))
  const state = useRoom((view) => view.state)
  useChange(hand && `${hand.id}${hand.at}`, () => hand && leads && setSaid(t('announce.hand', { name: hand.name })))
  useChange(poll?.id, () => poll && setSaid(t('announce.poll', { question: poll.question })))
  useChange(state, () => setSaid(t(`announce.${state}`)))
  return (
    <p className="sy-visually-hidden" role="status" aria-live="polite">
      {said}
    </p>
  )
}

/** Not for what was so when the room was entered. */
function useChange(value: string | undefined, tell: () => void): void {
  const before = useRef(value)
  const saying = useRef(tell)
  saying.current = tell
  useEffect(() => {
    if (value !== undefined && value !== before.current) saying.current()
    before.current = value
  }, [value])
}
