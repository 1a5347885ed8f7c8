import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Live } from '../../contract/shapes.ts'
import { livePaths } from '../paths.ts'
import { isRunning } from './facts.ts'

/** Those who hold the live session: a learner reserves or watches, they go to their own page. */
export const isOfOrganizers = ({ role }: Pick<Live, 'role'>) => role === 'host' || role === 'lecturer'

interface Props {
  readonly live: Pick<Live, 'id' | 'supplier' | 'status' | 'role' | 'subject'>
  /** `small`: beside other facts of a list. */
  readonly size?: 'small' | 'large'
}

/** The organizers' way in, where a learner sees the reservation: the host enters and starts, a lecturer enters. */
export function HostEntrance({ live, size = 'large' }: Props) {
  const t = useText('live')
  if (!isOfOrganizers(live)) return null
  const isHost = live.role === 'host'
  return (
    <Link
      className={size === 'small' ? 'lv-reserve' : 'sy-inline sy-gap-2 lv-go'}
      to={isHost ? livePaths.action(live.id, live.supplier) : livePaths.lecturer(live.id)}
      title={live.subject}
    >
      <Icon name="live" size={size === 'small' ? 14 : 18} />
      {t(isHost && !isRunning(live) ? 'detail.enterAndStart' : 'detail.enterHost')}
    </Link>
  )
}
