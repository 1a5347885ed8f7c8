import { useState } from 'react'
import { PdfSheet } from '#modules/platform/files/web.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Board, type BoardChoice } from '../board/Board.tsx'
import { BoardTools } from '../board/BoardTools.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useDoing, useMay } from '../connection/use-ask.ts'
import { isSeated } from '../media/wanted.ts'
import { useRoom } from '../state/room-store.ts'
import { SlidesBar } from './SlidesBar.tsx'
import { useDeckAddress } from './use-deck-address.ts'

/** The page that everybody sees, the board over it, and for who leads what turns and draws. */
export function SlidesView() {
  const { ask } = useRoomSession()
  const [, run] = useDoing()
  const [choice, setChoice] = useState<BoardChoice>()
  const slides = useRoom((view) => view.slides)
  const leads = useMay('slides.show')
  const seated = useRoom(isSeated)
  const mayDraw = useMay('board.draw') && (leads || seated)
  const { address, renew } = useDeckAddress(slides.fileId)
  const [drawn, setDrawn] = useState<readonly (readonly string[])[]>([])
  const board = (
    <Board choice={mayDraw ? choice : undefined} onDrawn={(ids) => setDrawn((before) => [...before, ids])} />
  )
  // What was cleared, or lies on another page, can't be taken back here.
  const onPage = useRoom((view) => view.strokes)
  const last = drawn.findLastIndex((ids) => onPage.some((stroke) => ids.includes(stroke.id)))
  const undo = () => {
    const ids = [...(drawn[last] ?? [])]
    setDrawn(drawn.toSpliced(last, 1))
    void run(() => ask('board.undo', { ids }))
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
          onClear={leads ? () => void run(() => ask('board.clear')) : undefined}
        />
      )}
      {leads && <SlidesBar />}
    </div>
  )
}
