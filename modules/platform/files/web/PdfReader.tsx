import { Button } from 'antd'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PdfPage } from './PdfPage.tsx'
import { PdfToolbar } from './PdfToolbar.tsx'
import { pageForKey, zoomForKey } from './pdf-keys.ts'
import { type OpenedPdf, useOpenedPdf } from './use-opened-pdf.ts'
import './files.css'

const PAGE_MARGIN = 8

export interface PdfReaderProps {
  /** The address of the document, in the same origin. */
  readonly address: string
  /** Loads a new address after the old one has expired. */
  readonly renewAddress?: () => Promise<string>
  readonly name: string
  /** 1 is the first page. */
  readonly initialPage?: number
  /** Receives the current page, at the start and after each change. */
  readonly onPage?: (page: number, pageCount: number) => void
}

/** A PDF as a column of pages, which load when they come near the visible part. */
export default function PdfReader({ address, renewAddress, name, initialPage = 1, onPage }: PdfReaderProps) {
  const t = useText('files')
  const { opened, failed, fail, tryAgain } = useOpenedPdf(address, renewAddress)
  if (failed) return <ErrorState small title={t('preview.unreadable')} onRetry={tryAgain} />
  if (!opened) return <LoadingState shape="spinner" />
  return <Pages opened={opened} name={name} initialPage={initialPage} onPage={onPage} onLost={fail} />
}

interface PagesProps {
  readonly opened: OpenedPdf
  readonly name: string
  readonly initialPage: number
  readonly onPage: PdfReaderProps['onPage']
  /** Called after a page could not be loaded. */
  readonly onLost: () => void
}

function Pages({ opened: { document, size }, name, initialPage, onPage, onLost }: PagesProps) {
  const t = useText('files')
  const pageCount = document.numPages
  const stage = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState(Math.min(Math.max(initialPage, 1), pageCount))
  const [zoom, setZoom] = useState<number>()
  const [stageWidth, setStageWidth] = useState(0)
  const tell = useRef(onPage)
  tell.current = onPage
  useEffect(() => tell.current?.(page, pageCount), [page, pageCount])

  useEffect(() => {
    const target = stage.current
    if (!target) return
    const watch = new ResizeObserver(() => setStageWidth(target.clientWidth))
    watch.observe(target)
    return () => watch.disconnect()
  }, [])

  // By default a page is as wide as the space, up to a comfortable width.
  const fitting = stageWidth > 0 ? Math.min((stageWidth - 32) / size.width, 1.6) : 1
  const scale = zoom ?? fitting

  const goTo = useCallback(
    (wanted: number, behavior: ScrollBehavior = 'smooth') => {
      const space = stage.current
      const target = space?.querySelector(`[data-page="${Math.min(Math.max(wanted, 1), pageCount)}"]`)
      if (!space || !target) return
      // Only the document scrolls, never the page around it.
      const distance = target.getBoundingClientRect().top - space.getBoundingClientRect().top - PAGE_MARGIN
      space.scrollBy({ top: distance, behavior })
    },
    [pageCount],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages keep their place when their size changes.
  useEffect(() => {
    goTo(page, 'instant')
    // A document that fits the space never scrolls, so its last page counts as read at once.
    const space = stage.current
    if (space && stageWidth > 0 && space.scrollHeight <= space.clientHeight) setPage(pageCount)
  }, [scale > 0 && stageWidth > 0, scale])

  const lookWhereWeAre = () => {
    const target = stage.current
    if (!target) return
    const middle = target.getBoundingClientRect().top + target.clientHeight / 3
    const pages = [...target.querySelectorAll<HTMLElement>('[data-page]')]
    const at = pages.findLast((one) => one.getBoundingClientRect().top <= middle)
    const end = target.scrollTop + target.clientHeight >= target.scrollHeight - 4
    setPage(end ? pageCount : Number(at?.dataset.page ?? 1))
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const wantedPage = pageForKey(event.key, page, pageCount)
    const wantedZoom = zoomForKey(event.key, scale)
    if (wantedPage === undefined && wantedZoom === undefined) return
    event.preventDefault()
    if (wantedPage !== undefined) goTo(wantedPage)
    else setZoom(wantedZoom === 'fit' ? undefined : wantedZoom)
  }
  return (
    <section className="sy-column files-pdf" aria-label={name}>
      <PdfToolbar
        page={page}
        pageCount={pageCount}
        scale={scale}
        fits={zoom === undefined}
        onPage={goTo}
        onZoom={setZoom}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of pages that is scrolled; `fieldset` is for forms. */}
      <div
        ref={stage}
        className="files-pdf-stage"
        role="group"
        aria-label={t('preview.pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={lookWhereWeAre}
        onKeyDown={press}
      >
        {stageWidth > 0 &&
          Array.from({ length: pageCount }, (_, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number.
              key={index}
              document={document}
              number={index + 1}
              scale={scale}
              size={size}
              near={Math.abs(index + 1 - page) <= 2}
              onLost={onLost}
            />
          ))}
      </div>
      <p className="files-pdf-foot">
        <Button disabled={page <= 1} onClick={() => goTo(page - 1)}>
          {t('preview.previousPage')}
        </Button>
        <Button disabled={page >= pageCount} onClick={() => goTo(page + 1)}>
          {t('preview.nextPage')}
        </Button>
      </p>
    </section>
  )
}
