import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMay } from '../connection/use-ask.ts'
import { useRoom } from '../state/room-store.ts'
import { PollCard } from './PollCard.tsx'
import { PollForm } from './PollForm.tsx'

/** Polls and quick quizzes, the newest first; who keeps order makes them. */
export function PollsTab() {
  const t = useText('rooms')
  const polls = useRoom((view) => view.polls)
  const mayOpen = useMay('poll.open')
  const [making, setMaking] = useState(false)
  const newest = [...polls].sort((a, b) => b.openedAt - a.openedAt)
  return (
    <div className="room-polls">
      {mayOpen && !making && (
        <Button type="primary" block onClick={() => setMaking(true)}>
          {t('polls.new')}
        </Button>
      )}
      {making && <PollForm onDone={() => setMaking(false)} />}
      {polls.length === 0 && !making && (
        <EmptyState small title={t('polls.empty')} description={mayOpen ? t('polls.emptyHint') : undefined} />
      )}
      {newest.map((poll) => (
        <PollCard key={poll.id} poll={poll} />
      ))}
    </div>
  )
}
