import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PdfPage } from './PdfPage.tsx'
import { useOpenedPdf } from './use-opened-pdf.ts'
import './files.css'

export interface PdfSheetProps {
  /** Where the document is: an address of our own origin. */
  readonly address: string
  /** A fresh address, when the old one is no longer valid. */
  readonly renewAddress?: () => Promise<string>
  /** 1 is the first page. */
  readonly page: number
  /** Lies over the page, exactly as large. */
  readonly children?: ReactNode
}

/** One page of a PDF, as large as the space allows: slides that somebody else turns. */
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
