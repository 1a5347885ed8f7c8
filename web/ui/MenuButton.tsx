import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface Props {
  /** Read out for the button. */
  readonly label: string
  readonly button: ReactNode
  /** Above the entries. */
  readonly head?: ReactNode
  /** Elements with `role="menuitem"`, links or buttons. */
  readonly children: ReactNode
  readonly className?: string
}

/** A button that opens a menu under it. Arrows move, Escape closes, a choice closes too. */
export function MenuButton({ label, button, head, children, className }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Escape' || event.key === 'Tab') {
      setOpen(false)
      if (event.key === 'Escape') root.current?.querySelector('button')?.focus()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(at + step + items.length) % items.length]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the menu inside, wherever its focus is.
    <div className={`sy-menu-button ${className ?? ''}`} ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        className="sy-icon-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div className="sy-menu">
          {head}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on an entry is a click as well. */}
          <div id={id} role="menu" aria-label={label} onClick={() => setOpen(false)}>
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
