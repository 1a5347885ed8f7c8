import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../i18n/texts.ts'
import { Icon } from './Icon.tsx'

interface Props {
  readonly open: boolean
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel from the left over the page, for menus on a phone. The browser keeps the focus inside. */
export function Sheet({ open, label, onClose, children }: Props) {
  const t = useText('shell')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      className="sy-sheet"
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="sy-sheet-content">
        <button type="button" className="sy-icon-button sy-sheet-close" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  )
}
