import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useAllowed } from '../connection/use-request.ts'
import { useRoom } from '../state/room-store.ts'
import { PollCard } from './PollCard.tsx'
import { PollForm } from './PollForm.tsx'

/** Polls and quizzes, the newest first; moderators create them. */
export function PollsTab() {
  const t = useText('rooms')
  const polls = useRoom((view) => view.polls)
  const mayOpen = useAllowed('poll.open')
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
