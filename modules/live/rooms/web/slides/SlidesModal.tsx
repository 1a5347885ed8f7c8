import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { type FileInfo, files } from '#modules/platform/files/contract.ts'
import { Conversion, FileUpload, pagesOfPdf } from '#modules/platform/files/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction } from '../connection/use-request.ts'
import { useRoom } from '../state/room-store.ts'
import { boardSheet } from './current-page.ts'
import { usePageTurn } from './use-page-turn.ts'

/** The decks of the room: add, show, remove. */
export function SlidesModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const slides = useRoom((view) => view.slides)
  const [added, setAdded] = useState<FileInfo>()
  const [round, setRound] = useState(0)
  const turnTo = usePageTurn()
  const show = (place: Parameters<typeof turnTo>[0]) => {
    turnTo(place)
    onClose()
  }
  const taken = () => {
    setAdded(undefined)
    setRound(round + 1)
  }
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('slides.title')} width={560}>
      <FileUpload key={round} kind="document" label={t('slides.upload')} onUploaded={setAdded} />
      {added && <AddedDeck file={added} onTaken={taken} />}
      <ul className="room-decks">
        <li>
          <span>{t('slides.board')}</span>
          <Button size="small" disabled={busy} onClick={() => show(boardSheet(1))}>
            {t('slides.show')}
          </Button>
        </li>
        {slides.decks.map((deck) => (
          <li key={deck.fileId}>
            <span>
              {deck.name} <span className="sy-faint">{t('slides.pages', { count: deck.pages })}</span>
            </span>
            <Button size="small" disabled={busy} onClick={() => show({ fileId: deck.fileId, page: 1 })}>
              {t('slides.show')}
            </Button>
            <Button
              size="small"
              type="text"
              aria-label={t('slides.remove', { name: deck.name })}
              disabled={busy}
              icon={<Icon name="delete" size={16} />}
              onClick={() => void run(() => request('slides.remove', { fileId: deck.fileId }))}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** An uploaded file: as soon as its PDF is readable, its pages are counted and it becomes a deck of the room. */
function AddedDeck({ file, onTaken }: { file: FileInfo; onTaken: () => void }) {
  const t = useText('rooms')
  const { request } = useRoomSession()
  const [failed, setFailed] = useState(false)
  const preview = useQuery({
    ...q(files.preview, { query: { id: file.id } }, { quiet: true, cache: 0 }),
    refetchInterval: ({ state }) => (state.data?.translateType === 0 ? 1500 : false),
  })
  const isPdf = preview.data?.contentType === 'application/pdf'
  const address = preview.data?.pdfUrl ?? (isPdf ? preview.data?.url : undefined)
  const take = useEffectEvent(async (from: string) => {
    setFailed(false)
    try {
      const pages = await pagesOfPdf(from)
      await request('slides.add', { fileId: file.id, name: file.name, pages })
      onTaken()
    } catch {
      setFailed(true)
    }
  })
  useEffect(() => {
    if (address !== undefined) void take(address)
  }, [address])
  if (preview.isError) return <ErrorState small error={preview.error} onRetry={() => void preview.refetch()} />
  if (failed) return <ErrorState small title={t('slides.unreadable')} onRetry={() => address && void take(address)} />
  if (preview.data && preview.data.translateType !== null && address === undefined)
    return <Conversion state={{ ...preview.data, id: file.id }} mayRetry={preview.data.mayRetry} />
  if (preview.data && address === undefined) return <ErrorState small title={t('slides.noPdf')} />
  return <LoadingState shape="lines" rows={1} />
}
