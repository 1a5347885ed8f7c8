import { useEffect, useEffectEvent } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useRoom } from '../state/room-store.ts'
import { boardSheet, currentPage, nothing, pageAt } from './current-page.ts'
import { usePageTurn } from './use-page-turn.ts'

/** Turns the pages for everybody: by buttons, and by the keys that presenters' clickers send. */
export function SlidesBar() {
  const t = useText('rooms')
  const show = usePageTurn()
  const slides = useRoom((view) => view.slides)
  const shown = currentPage(slides)
  const turn = (by: number) => {
    const place = pageAt(slides, by)
    if (place) show(place)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const elsewhere =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="tablist"], [role="dialog"]')
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key]
    if (by === undefined || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    turn(by)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (shown.kind === 'nothing') return null
  return (
    <div className="room-slides-bar">
      <div className="room-slides-decks">
        <button type="button" aria-pressed={shown.kind === 'board'} onClick={() => show(boardSheet(1))}>
          {t('slides.board')}
        </button>
        {slides.decks.map((one) => (
          <button
            key={one.fileId}
            type="button"
            aria-pressed={slides.fileId === one.fileId}
            onClick={() => show({ fileId: one.fileId, page: 1 })}
          >
            {one.name}
          </button>
        ))}
      </div>
      <div className="room-slides-turn">
        <button
          type="button"
          className="sy-icon-button"
          aria-label={t('slides.previous')}
          disabled={!pageAt(slides, -1)}
          onClick={() => turn(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <span className="sy-number" role="status">
          {shown.kind === 'deck'
            ? t('slides.page', { page: shown.number, pages: shown.count })
            : t('slides.sheet', { page: shown.number })}
        </span>
        <button
          type="button"
          className="sy-icon-button"
          aria-label={t('slides.next')}
          disabled={!pageAt(slides, 1)}
          onClick={() => turn(1)}
        >
          <Icon name="chevron-right" />
        </button>
        <button
          type="button"
          className="sy-icon-button"
          aria-label={t('slides.hide')}
          title={t('slides.hide')}
          onClick={() => show(nothing)}
        >
          <Icon name="close" />
        </button>
      </div>
    </div>
  )
}
