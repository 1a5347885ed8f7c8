import { useEffect, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { useSession } from '../session.ts'
import { Slot } from '../slots.tsx'
import { Icon } from '../ui/Icon.tsx'

/** Opens the search field, as Ctrl/⌘-K does anywhere. What it offers comes with the first time. */
export function SearchEntry() {
  const t = useText('shell')
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  if (!user) return null
  return (
    <>
      <button
        type="button"
        className="sy-icon-button"
        aria-label={t('search')}
        aria-keyshortcuts="Control+K"
        title={`${t('search')} (Ctrl K)`}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </button>
      {open && <Slot name="search-field" values={{ onClose: () => setOpen(false) }} />}
    </>
  )
}
