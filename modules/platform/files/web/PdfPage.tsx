import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly document: PDFDocumentProxy
  readonly number: number
  readonly scale: number
  /** The size of the first page at scale 1, until the size of this page is known. */
  readonly size: { readonly width: number; readonly height: number }
  /** Whether the page is near the visible part; pages farther away are discarded. */
  readonly near: boolean
  readonly onLost: () => void
}

/** A higher resolution costs memory without a visible effect. */
const densityMax = 2
/** Browsers refuse larger canvases or leave them blank. */
const canvasPixelsMax = 16_000_000

/** One page: a canvas, and over it the text for selection and screen readers. */
export function PdfPage({ document, number, scale, size, near, onLost }: Props) {
  const t = useText('files')
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(size)
  const lost = useRef(onLost)
  lost.current = onLost

  useEffect(() => {
    if (!near) return
    let left = false
    let drawing: RenderTask | undefined
    let writing: TextLayer | undefined
    const draw = async () => {
      const page = await document.getPage(number)
      const viewport = page.getViewport({ scale })
      const target = canvas.current
      const layer = text.current
      if (left || !target || !layer) return
      setOwn({ width: viewport.width / scale, height: viewport.height / scale })
      const wanted = Math.min(devicePixelRatio, densityMax)
      const density = Math.min(wanted, Math.sqrt(canvasPixelsMax / (viewport.width * viewport.height)))
      target.width = Math.floor(viewport.width * density)
      target.height = Math.floor(viewport.height * density)
      drawing = page.render({ canvas: target, viewport, transform: [density, 0, 0, density, 0, 0] })
      await drawing.promise
      layer.replaceChildren()
      layer.style.setProperty('--total-scale-factor', String(scale))
      writing = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport })
      await writing.render()
      // pdf.js adds canvases for measurements to the body, outside every landmark, and recreates them after a
      // removal.
      TextLayer.cleanup()
    }
    draw().catch((error: Error) => {
      if (!left && error.name !== 'RenderingCancelledException' && error.name !== 'AbortException') lost.current()
    })
    return () => {
      left = true
      drawing?.cancel()
      writing?.cancel()
    }
  }, [document, number, scale, near])

  return (
    <section
      className="files-pdf-page"
      data-page={number}
      aria-label={t('preview.page', { number })}
      style={{ width: own.width * scale, height: own.height * scale }}
    >
      {near && <canvas ref={canvas} />}
      {near && <div ref={text} className="files-pdf-text" />}
    </section>
  )
}
