import './shown.css'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Advertisement } from '../../contract/advertisements.ts'
import { advertisements } from '../../contract.ts'

type Event = 'view' | 'click' | 'close'

/** What came of it is counted in the background: nobody waits for it, and a failure shows no message. */
const record = (id: string, event: Event) =>
  void call(advertisements.recordAdvertisement, { params: { id }, body: { event } }, { quiet: true }).catch(() => {})

/** Seen once in the life of the page, however often the home page is opened. */
const seen = new Set<string>()
/** Closed in this browser: what comes back with every visit stays away until the page is loaded again. */
const closed = new Set<string>()

function useSeen(id: string): void {
  useEffect(() => {
    if (seen.has(id)) return
    seen.add(id)
    record(id, 'view')
  }, [id])
}

/** Banners in their place, and the first popup over the page. */
export default function Shown({ items }: { items: readonly Advertisement[] }) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set(closed))
  const close = (id: string) => {
    closed.add(id)
    record(id, 'close')
    setGone(new Set(closed))
  }
  const left = items.filter(({ id }) => !gone.has(id))
  const banners = left.filter(({ kind }) => kind === 'banner')
  const popup = left.find(({ kind }) => kind === 'popup')
  return (
    <>
      {banners.map((one) => (
        <Banner key={one.id} one={one} onClose={() => close(one.id)} />
      ))}
      {popup && <Popup key={popup.id} one={popup} onClose={() => close(popup.id)} />}
    </>
  )
}

interface OneProps {
  readonly one: Advertisement
  readonly onClose: () => void
}

/** Addresses elsewhere open beside the product; they learn nothing of where the reader came from. */
const targetOf = (link: string) =>
  link.startsWith('#') ? {} : ({ target: '_blank', rel: 'noopener noreferrer' } as const)

function Banner({ one, onClose }: OneProps) {
  const t = useText('advertisements')
  useSeen(one.id)
  const inside = (
    <>
      <Cover name={one.title} url={one.picturePath} />
      <span className="pr-banner-text">
        <strong>{one.title}</strong>
        {one.text !== '' && <span>{one.text}</span>}
      </span>
    </>
  )
  return (
    <aside className="pr-banner" aria-label={t('shown.label', { title: one.title })}>
      {one.link === null ? (
        <span className="pr-banner-inside">{inside}</span>
      ) : (
        <a className="pr-banner-inside" href={one.link} {...targetOf(one.link)} onClick={() => record(one.id, 'click')}>
          {inside}
        </a>
      )}
      <button type="button" className="pr-close" aria-label={t('shown.close', { title: one.title })} onClick={onClose}>
        <Icon name="close" size={18} />
      </button>
    </aside>
  )
}

/** The browser's own modal dialog: it keeps the focus inside, closes with Escape, and gives the focus back. */
function Popup({ one, onClose }: OneProps) {
  const t = useText('advertisements')
  const dialog = useRef<HTMLDialogElement>(null)
  useSeen(one.id)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const titleId = `pr-${one.id}`
  const follow = () => {
    record(one.id, 'click')
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog, which arrives as `cancel`.
    <dialog
      ref={dialog}
      className="pr-popup"
      aria-labelledby={titleId}
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <Cover name={one.title} url={one.picturePath} />
      <div className="pr-popup-body">
        <h2 id={titleId}>{one.title}</h2>
        {one.text !== '' && <p>{one.text}</p>}
        <div className="pr-popup-actions">
          <small className="sy-note">{one.frequency === 'daily' && t('shown.daily')}</small>
          {one.link !== null && (
            <a className="sy-button" data-primary href={one.link} {...targetOf(one.link)} onClick={follow}>
              {t('shown.open')}
            </a>
          )}
        </div>
      </div>
      <button type="button" className="pr-close" aria-label={t('shown.close', { title: one.title })} onClick={onClose}>
        <Icon name="close" size={20} />
      </button>
    </dialog>
  )
}
