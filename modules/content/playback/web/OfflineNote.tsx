import './player/offline.css'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'

/** Over a player whose server does not answer: what was played is kept in the browser. */
export default function OfflineNote() {
  const t = useText('playback')
  return (
    <p className="pb-offline" role="status">
      <Icon name="refresh" size={14} />
      {t('player.keptHere')}
    </p>
  )
}
