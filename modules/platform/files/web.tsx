/** Files' door for the browser shell, and the parts that other modules' screens show. */
import { type ReactNode, Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { ConversionProps } from './web/Conversion.tsx'
import type { CoverFieldProps } from './web/CoverField.tsx'
import type { FileUploadProps } from './web/FileUpload.tsx'
import type { PdfReaderProps } from './web/PdfReader.tsx'
import type { PdfSheetProps } from './web/PdfSheet.tsx'
import type { StreamChoice } from './web/use-video-source.ts'
import type { WatermarkOverlayProps } from './web/WatermarkOverlay.tsx'

export { useVideoSource } from './web/use-video-source.ts'

const LazyFileUpload = part(() => import('./web/FileUpload.tsx'), ['files'])
const LazyCoverField = part(() => import('./web/CoverField.tsx'), ['files'])
const LazyPdfReader = part(() => import('./web/PdfReader.tsx'), ['files'])
const LazyPdfSheet = part(() => import('./web/PdfSheet.tsx'), ['files'])
const LazyConversion = part(() => import('./web/Conversion.tsx'), ['files'])
const LazyQualityChoice = part(() => import('./web/QualityChoice.tsx'), ['files'])
const LazyWatermark = part(() => import('./web/WatermarkOverlay.tsx'), ['files'])

function Loading({ children }: { children: ReactNode }) {
  return <Suspense fallback={<LoadingState shape="spinner" />}>{children}</Suspense>
}

/** A field for files of any size, resumable; `onUploaded` is told each stored file. */
export function FileUpload(props: FileUploadProps) {
  return (
    <Loading>
      <LazyFileUpload {...props} />
    </Loading>
  )
}

/** A cover of 16:9: chosen, cut and uploaded; `children` shows the one that there is. */
export function CoverField(props: CoverFieldProps) {
  return (
    <Loading>
      <LazyCoverField {...props} />
    </Loading>
  )
}

/** A PDF at an address that the owning module has granted; `onPage` is told which page is being read. */
export function PdfReader(props: PdfReaderProps) {
  return (
    <Loading>
      <LazyPdfReader {...props} />
    </Loading>
  )
}

/** One page of such a PDF, as large as the space allows. */
export function PdfSheet(props: PdfSheetProps) {
  return (
    <Loading>
      <LazyPdfSheet {...props} />
    </Loading>
  )
}

/** How many pages such a PDF has. */
export const pagesOfPdf = async (address: string): Promise<number> => (await import('./web/pdf.ts')).pagesOfPdf(address)

/** The state of a file's conversion, with its progress, or why it failed and the button that starts it again. */
export function Conversion(props: ConversionProps) {
  return (
    <Suspense>
      <LazyConversion {...props} />
    </Suspense>
  )
}

/** A choice of the qualities that `useVideoSource` answers; nothing where there is none. */
export function QualityChoice(props: StreamChoice) {
  return (
    <Suspense>
      <LazyQualityChoice {...props} />
    </Suspense>
  )
}

/**
 * The viewer's name over the element in which it stands (`position: relative`): a faint pattern and a label that moves.
 * It is put back when somebody removes it, and `onTampered` is told.
 */
export function WatermarkOverlay(props: WatermarkOverlayProps) {
  return (
    <Suspense>
      <LazyWatermark {...props} />
    </Suspense>
  )
}

export const filesWeb: WebModule = {
  name: 'files',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/file-preview/:id',
      title: { cn: '文件预览', en: 'File' },
      screen: () => import('./web/study/FilePage.tsx'),
    },
  ],
  widgets: {
    'picture-upload': [{ order: 10, screen: () => import('./web/ImageCropField.tsx') }],
  },
}
