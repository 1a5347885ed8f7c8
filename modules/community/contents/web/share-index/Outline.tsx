import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Heading } from '../parts/headings.ts'

interface Props {
  readonly headings: readonly Heading[]
  readonly current: string | undefined
}

function goTo(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  heading?.focus({ preventScroll: true })
}

function Headings({ headings, current, onGone }: Props & { readonly onGone?: () => void }) {
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <ol className="sy-plain-list ct-outline">
      {headings.map(({ id, level, text }) => (
        <li key={id} data-depth={Math.min(level - top, 2)}>
          <button
            type="button"
            aria-current={id === current ? 'location' : undefined}
            onClick={() => {
              onGone?.()
              goTo(id)
            }}
          >
            {text}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The headings of the article beside it. */
export function Outline(props: Props) {
  const t = useText('contents')
  return (
    <nav className="ct-outline-box" aria-label={t('read.outline')}>
      <h2>{t('read.outline')}</h2>
      <Headings {...props} />
    </nav>
  )
}

/** The same on a phone: behind a button at its foot. */
export function OutlineDrawer(props: Props) {
  const t = useText('contents')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        className="ct-outline-button"
        icon={<Icon name="todo" size={18} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('read.outline')}
      </Button>
      <Drawer open={open} placement="bottom" size="large" title={t('read.outline')} onClose={() => setOpen(false)}>
        <Headings {...props} onGone={() => setOpen(false)} />
      </Drawer>
    </>
  )
}
