import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { settings } from '#modules/platform/settings/contract.ts'
import { q } from '#web/api/query.ts'
import { appState } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import type { WidgetSlots } from '#web/module.ts'
import { withAntTheme } from '#web/theme/ant.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type BusinessType, businessTypes } from '../contract.ts'
import { channelsOf, isBlacklisted } from './links.ts'

const SharePopup = lazy(withAntTheme(() => import('./SharePopup.tsx')))

const isShared = (type: number): type is BusinessType => (businessTypes as readonly number[]).includes(type)

/** Content that was just published is shared, where the company allows it. */
export default function SharePublished({ item }: WidgetSlots['published']) {
  const t = useText('sharing')
  const { communityIsOpen } = appState.use()
  const [isOpen, setOpen] = useState(false)
  const config = useQuery(q(settings.ruleValue, { query: { key: 'SHARE_CONFIG' } }, { quiet: true }))
  const { type, onShared, ...texts } = item
  if (!config.data || !isShared(type) || isBlacklisted(config.data.value, type)) return null
  const channels = channelsOf(config.data.value).filter((one) => one !== 'shareSwitchKnowledge' || communityIsOpen)
  if (channels.length === 0) return null
  return (
    <li>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="share" size={22} />
        <span>
          <b>{t('published')}</b>
          <small>{t('publishedHint')}</small>
        </span>
        <Icon name="arrow-right" size={16} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SharePopup
            item={{ ...texts, type }}
            channels={channels}
            onShared={onShared}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </li>
  )
}
