import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useReducer, useState } from 'react'
import { openPdf } from './pdf.ts'

export interface OpenedPdf {
  readonly document: PDFDocumentProxy
  /** Width and height of the first page at zoom 1, as an estimate for pages that are not drawn yet. */
  readonly size: { readonly width: number; readonly height: number }
}

/** Opens a document, and closes it with its reader. A retry uses a new address if possible. */
export function useOpenedPdf(address: string, renewAddress: (() => Promise<string>) | undefined) {
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0)
  const [opened, setOpened] = useState<OpenedPdf>()
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a document is opened once for its address, and again when asked to.
  useEffect(() => {
    let left = false
    let close: (() => void) | undefined
    setFailed(false)
    setOpened(undefined)
    const open = async () => {
      const task = openPdf(attempt > 0 && renewAddress ? await renewAddress() : address)
      close = () => void task.destroy()
      if (left) return close()
      const document = await task.promise
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
      if (!left) setOpened({ document, size: { width, height } })
    }
    open().catch(() => !left && setFailed(true))
    return () => {
      left = true
      close?.()
    }
  }, [address, attempt])

  return { opened, failed, fail: () => setFailed(true), tryAgain }
}
