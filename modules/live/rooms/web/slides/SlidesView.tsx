import { useState } from 'react'
import { PdfSheet } from '#modules/platform/files/web.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Board, type BoardChoice } from '../board/Board.tsx'
import { BoardTools } from '../board/BoardTools.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { isOnStage } from '../media/desired-media.ts'
import { useRoom } from '../state/room-store.ts'
import { SlidesBar } from './SlidesBar.tsx'
import { useDeckAddress } from './use-deck-address.ts'

/** The current page, the board over it, and the tools for turning and drawing. */
export function SlidesView() {
  const { request } = useRoomSession()
  const [, run] = useAction()
  const [choice, setChoice] = useState<BoardChoice>()
  const slides = useRoom((view) => view.slides)
  const leads = useAllowed('slides.show')
  const onStage = useRoom(isOnStage)
  const mayDraw = useAllowed('board.draw') && (leads || onStage)
  const { address, renew } = useDeckAddress(slides.fileId)
  const [drawn, setDrawn] = useState<readonly (readonly string[])[]>([])
  const board = (
    <Board choice={mayDraw ? choice : undefined} onDrawn={(ids) => setDrawn((before) => [...before, ids])} />
  )
  // A stroke that was cleared, or is on another page, cannot be undone here.
  const onPage = useRoom((view) => view.strokes)
  const last = drawn.findLastIndex((ids) => onPage.some((stroke) => ids.includes(stroke.id)))
  const undo = () => {
    const ids = [...(drawn[last] ?? [])]
    setDrawn(drawn.toSpliced(last, 1))
    void run(() => request('board.undo', { ids }))
  }
  return (
    <div className="room-slides">
      <div className="room-slides-page" data-page={slides.page} data-file={slides.fileId ?? 'board'}>
        {slides.fileId === null ? (
          <div className="room-whiteboard">{board}</div>
        ) : address === undefined ? (
          <LoadingState shape="spinner" />
        ) : (
          <PdfSheet address={address} renewAddress={renew} page={slides.page}>
            {board}
          </PdfSheet>
        )}
      </div>
      {mayDraw && (
        <BoardTools
          choice={choice}
          onChoose={setChoice}
          onUndo={last < 0 ? undefined : undo}
          onClear={leads ? () => void run(() => request('board.clear')) : undefined}
        />
      )}
      {leads && <SlidesBar />}
    </div>
  )
}
