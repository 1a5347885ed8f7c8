import { useEffect, useState } from 'react'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useRoom } from '../state/room-store.ts'

const SHOWN_MS = 4000

/** The people who rewarded the host, shown over the stage for a moment. */
export function Rewards() {
  const t = useText('rooms')
  const currency = useCurrencyName()
  const rewards = useRoom((view) => view.rewards)
  const [goneUntil, setGoneUntil] = useState(0)
  const last = rewards.at(-1)?.id ?? 0
  useEffect(() => {
    const timer = setTimeout(() => setGoneUntil(last), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [last])
  const shown = rewards.filter((reward) => reward.id > goneUntil)
  return (
    <div className="room-rewards" role="status">
      {shown.map(({ id, name, coins }) => (
        <p key={id}>
          <Icon name="coin" size={18} /> {t('reward.notice', { name, coins, currency })}
        </p>
      ))}
    </div>
  )
}
