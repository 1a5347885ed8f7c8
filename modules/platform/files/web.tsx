/** The door of files for the browser shell, and components for other modules. */
import { type ReactNode, Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { antPart, part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { CameraPictureProps } from './web/CameraPicture.tsx'
import type { ChosenUploadsProps } from './web/ChosenUploads.tsx'
import type { ConversionProps } from './web/Conversion.tsx'
import type { CoverFieldProps } from './web/CoverField.tsx'
import type { FileIdsFieldProps } from './web/FileIdsField.tsx'
import type { FileShownProps } from './web/FileShown.tsx'
import type { FileUploadProps } from './web/FileUpload.tsx'
import type { PdfReaderProps } from './web/PdfReader.tsx'
import type { PdfSheetProps } from './web/PdfSheet.tsx'
import type { StreamChoice } from './web/use-video-source.ts'
import type { WatermarkOverlayProps } from './web/WatermarkOverlay.tsx'

export type { ChosenUpload } from './web/ChosenUploads.tsx'
export type { UploadSource } from './web/upload-queue.ts'
export { bytesText } from './web/upload-rules.ts'
export { loadStreamAhead, useVideoSource } from './web/use-video-source.ts'

const LazyFileUpload = antPart(() => import('./web/FileUpload.tsx'), ['files'])
const LazyFileShown = antPart(() => import('./web/FileShown.tsx'), ['files'])
const LazyFileIdsField = antPart(() => import('./web/FileIdsField.tsx'), ['files'])
const LazyChosenUploads = antPart(() => import('./web/ChosenUploads.tsx'), ['files'])
const LazyCameraPicture = antPart(() => import('./web/CameraPicture.tsx'), ['files'])
const LazyCoverField = part(() => import('./web/CoverField.tsx'), ['files'])
const LazyPdfReader = antPart(() => import('./web/PdfReader.tsx'), ['files'])
const LazyPdfSheet = part(() => import('./web/PdfSheet.tsx'), ['files'])
const LazyConversion = part(() => import('./web/Conversion.tsx'), ['files'])
const LazyQualityChoice = part(() => import('./web/QualityChoice.tsx'), ['files'])
const LazyWatermark = part(() => import('./web/WatermarkOverlay.tsx'), ['files'])

function Loading({ children }: { children: ReactNode }) {
  return <Suspense fallback={<LoadingState shape="spinner" />}>{children}</Suspense>
}

/** A field for resumable uploads of any size; `onUploaded` receives each stored file. */
export function FileUpload(props: FileUploadProps) {
  return (
    <Loading>
      <LazyFileUpload {...props} />
    </Loading>
  )
}

/** A file as it looks: picture, PDF, office file, sound, video; whoever shows it has granted the caller its preview. */
export function FileShown(props: FileShownProps) {
  return (
    <Loading>
      <LazyFileShown {...props} />
    </Loading>
  )
}

/** Takes a picture with the camera, and uploads it as a file that only the caller may read. */
export function CameraPicture(props: CameraPictureProps) {
  return (
    <Loading>
      <LazyCameraPicture {...props} />
    </Loading>
  )
}

/** The attachments of an answer: counted, added, taken back. */
export function FileIdsField(props: FileIdsFieldProps) {
  return (
    <Loading>
      <LazyFileIdsField {...props} />
    </Loading>
  )
}

/** Uploads of videos, audios and documents that were chosen elsewhere, each with its progress, retry and removal. */
export function ChosenUploads(props: ChosenUploadsProps) {
  return (
    <Loading>
      <LazyChosenUploads {...props} />
    </Loading>
  )
}

/** Chooses, crops and uploads a cover of 16:9; `children` shows the current one. */
export function CoverField(props: CoverFieldProps) {
  return (
    <Loading>
      <LazyCoverField {...props} />
    </Loading>
  )
}

/** A PDF at an address that the owning module has granted; `onPage` receives the current page. */
export function PdfReader(props: PdfReaderProps) {
  return (
    <Loading>
      <LazyPdfReader {...props} />
    </Loading>
  )
}

/** One page of such a PDF, as large as possible. */
export function PdfSheet(props: PdfSheetProps) {
  return (
    <Loading>
      <LazyPdfSheet {...props} />
    </Loading>
  )
}

/** The number of pages of such a PDF. */
export const pagesOfPdf = async (address: string): Promise<number> => (await import('./web/pdf.ts')).pagesOfPdf(address)

/** The state of a file's conversion: its progress, or the reason of its failure with a button for a restart. */
export function Conversion(props: ConversionProps) {
  return (
    <Suspense>
      <LazyConversion {...props} />
    </Suspense>
  )
}

/** Chooses among the qualities of `useVideoSource`; without a choice it is not even loaded. */
export function QualityChoice(props: StreamChoice) {
  if (props.qualities.length < 2) return null
  return (
    <Suspense>
      <LazyQualityChoice {...props} />
    </Suspense>
  )
}

/**
 * A watermark with the viewer's name over its parent (`position: relative`): a faint pattern and a moving label. It
 * restores itself after a removal and calls `onTampered`.
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
      layout: 'either',
      plain: true,
    },
  ],
  widgets: {
    'picture-upload': [{ order: 10, screen: () => import('./web/ImageCropField.tsx') }],
  },
}
