import { useRoomSession } from '../connection/room-session.ts'
import { useAction } from '../connection/use-request.ts'
import { useRoomStore } from '../state/room-store.ts'

interface Place {
  readonly fileId: string | null
  readonly page: number
}

/** Turns everybody's page. The own page turns at once; a refusal turns it back. */
export function usePageTurn(): (place: Place) => void {
  const { request } = useRoomSession()
  const store = useRoomStore()
  const [, run] = useAction()
  return ({ fileId, page }) => {
    const before = store.get()
    if (!before || (fileId === before.slides.fileId && page === before.slides.page)) return
    store.change((view) => ({ ...view, slides: { ...view.slides, fileId, page }, strokes: [] }))
    void run(async () => {
      try {
        const { strokes } = await request('slides.show', { fileId, page })
        store.change((view) =>
          view.slides.fileId === fileId && view.slides.page === page ? { ...view, strokes } : view,
        )
      } catch (failure) {
        store.change((view) => ({ ...view, slides: before.slides, strokes: before.strokes }))
        throw failure
      }
    })
  }
}
