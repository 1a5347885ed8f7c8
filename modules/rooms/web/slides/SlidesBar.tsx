import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useDoing } from '../connection/use-ask.ts'
import { useRoom, useRoomStore } from '../state/room-store.ts'

/** Turns the pages for everybody: buttons, and the keys that presenters' clickers send. */
export function SlidesBar() {
  const t = useText('rooms')
  const { ask } = useRoomSession()
  const store = useRoomStore()
  const [, run] = useDoing()
  const slides = useRoom((view) => view.slides)
  const deck = slides.decks.find((one) => one.fileId === slides.fileId)
  const pages = deck?.pages ?? 1
  const show = (fileId: string | null, page: number) => {
    const before = store.get()
    if (!before || (fileId === before.slides.fileId && page === before.slides.page)) return
    // The own screen turns at once; a refusal turns it back.
    store.change((view) => ({ ...view, slides: { ...view.slides, fileId, page }, strokes: [] }))
    void run(async () => {
      try {
        const { strokes } = await ask('slides.show', { fileId, page })
        store.change((view) =>
          view.slides.fileId === fileId && view.slides.page === page ? { ...view, strokes } : view,
        )
      } catch (failure) {
        store.change((view) => ({ ...view, slides: before.slides, strokes: before.strokes }))
        throw failure
      }
    })
  }
  const turn = (by: number) => {
    const page = slides.page + by
    if (deck && page >= 1 && page <= pages) show(slides.fileId, page)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="tablist"]')
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key]
    if (by === undefined || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    turn(by)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="room-slides-bar">
      <div className="room-slides-decks">
        <button type="button" aria-pressed={slides.fileId === null} onClick={() => show(null, 1)}>
          {t('slides.board')}
        </button>
        {slides.decks.map((one) => (
          <button
            key={one.fileId}
            type="button"
            aria-pressed={slides.fileId === one.fileId}
            onClick={() => show(one.fileId, 1)}
          >
            {one.name}
          </button>
        ))}
      </div>
      {deck && (
        <div className="room-slides-turn">
          <Button
            shape="circle"
            aria-label={t('slides.previous')}
            disabled={slides.page <= 1}
            icon={<Icon name="chevron-left" />}
            onClick={() => turn(-1)}
          />
          <span className="sy-number" role="status">
            {t('slides.page', { page: slides.page, pages })}
          </span>
          <Button
            shape="circle"
            aria-label={t('slides.next')}
            disabled={slides.page >= pages}
            icon={<Icon name="chevron-right" />}
            onClick={() => turn(1)}
          />
        </div>
      )}
    </div>
  )
}
