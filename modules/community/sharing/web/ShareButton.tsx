import { lazy, Suspense, useState } from 'react'
import { settings } from '#modules/platform/settings/contract.ts'
import { call } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { withAntTheme } from '#web/theme/ant.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { ShareChannel } from '../contract.ts'
import type { ShareItem } from './links.ts'
import { channelsOf, isBlacklisted } from './links.ts'

const SharePopup = lazy(withAntTheme(() => import('./SharePopup.tsx')))

export interface ShareButtonProps {
  readonly item: ShareItem
  /** Called after a share by any channel; a course counts it by its own call (SYSTEM-153). */
  readonly onShared?: () => void
}

/** Opens the share popup, or says that sharing is off (SYSTEM-144). Hidden for excluded content kinds. */
export default function ShareButton({ item, onShared }: ShareButtonProps) {
  const t = useText('sharing')
  const kit = useText('kit')
  const [channels, setChannels] = useState<readonly ShareChannel[]>()
  const [hidden, setHidden] = useState(false)
  const { busy, run } = useAction()
  if (hidden) return null
  const open = () =>
    run(async () => {
      const { value } = await call(settings.ruleValue, { query: { key: 'SHARE_CONFIG' } })
      if (isBlacklisted(value, item.type)) return setHidden(true)
      const { communityIsOpen } = appState.get()
      const allowed = channelsOf(value).filter((channel) => channel !== 'shareSwitchKnowledge' || communityIsOpen)
      if (allowed.length === 0) return notify('info', kit('ui.share-off'))
      setChannels(allowed)
    })
  return (
    <>
      <button
        type="button"
        className="sy-button sy-button-small sy-button-plain"
        disabled={busy}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        <Icon name="share" size={18} />
        {t('share')}
      </button>
      {channels && (
        <Suspense fallback={null}>
          <SharePopup item={item} channels={channels} onShared={onShared} onClose={() => setChannels(undefined)} />
        </Suspense>
      )}
    </>
  )
}
