import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { Slot } from '../slots.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Brand } from './Brand.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { SearchEntry } from './SearchEntry.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

interface Props {
  /** Beside the name, on wide screens. */
  readonly children?: ReactNode
  /** What a phone shows of the navigation, in a sheet; called with what closes it. */
  readonly sheet: (close: () => void) => ReactNode
  readonly actions?: ReactNode
}

export function TopBar({ children, sheet, actions }: Props) {
  const t = useText('shell')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header className="sy-top">
      <div className="sy-top-row">
        <button
          type="button"
          className="sy-icon-button sy-phone-only"
          aria-label={t('menu')}
          onClick={() => setOpen(true)}
        >
          <Icon name="menu" />
        </button>
        <Brand />
        {children}
        <div className="sy-top-end">
          {actions}
          <SearchEntry />
          <LanguageButton />
          <ThemeMenu />
          <Slot name="top-bar" values={{}} />
          <UserMenu />
        </div>
      </div>
      <Sheet open={open} label={t('menu')} onClose={close}>
        <Brand small />
        {sheet(close)}
      </Sheet>
    </header>
  )
}
