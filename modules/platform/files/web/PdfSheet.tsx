import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PdfPage } from './PdfPage.tsx'
import { useOpenedPdf } from './use-opened-pdf.ts'
import './files.css'

export interface PdfSheetProps {
  /** The address of the document, in the same origin. */
  readonly address: string
  /** Loads a new address after the old one has expired. */
  readonly renewAddress?: () => Promise<string>
  /** 1 is the first page. */
  readonly page: number
  /** Content over the page, with the same size. */
  readonly children?: ReactNode
}

/** One page of a PDF, as large as possible, for slides that a presenter turns. */
export default function PdfSheet({ address, renewAddress, page, children }: PdfSheetProps) {
  const t = useText('files')
  const { opened, failed, fail, tryAgain } = useOpenedPdf(address, renewAddress)
  const [space, setSpace] = useState({ width: 0, height: 0 })
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const target = box.current
    if (!target) return
    const watch = new ResizeObserver(() => setSpace({ width: target.clientWidth, height: target.clientHeight }))
    watch.observe(target)
    return () => watch.disconnect()
  }, [])

  const scale = opened ? Math.min(space.width / opened.size.width, space.height / opened.size.height) : 0
  return (
    <div ref={box} className="files-pdf-sheet">
      {failed && <ErrorState small title={t('preview.unreadable')} onRetry={tryAgain} />}
      {!failed && !opened && <LoadingState shape="spinner" />}
      {!failed && opened && scale > 0 && (
        <div className="files-pdf-sheet-page">
          <PdfPage
            key={page}
            document={opened.document}
            number={Math.min(page, opened.document.numPages)}
            scale={scale}
            size={opened.size}
            near
            onLost={fail}
          />
          {children}
        </div>
      )}
    </div>
  )
}
