/** Files' door for the browser shell, and the parts that other modules' screens show. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ensureMessages } from '#web/i18n/texts.ts'
import type { WebModule } from '#web/module.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { FileUploadProps } from './web/FileUpload.tsx'
import type { PdfReaderProps } from './web/PdfReader.tsx'

/** A part is loaded, with its texts, when a screen shows it. */
function part<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), ensureMessages(['files'])])
    return screen
  })
}

const LazyFileUpload = part(() => import('./web/FileUpload.tsx'))
const LazyPdfReader = part(() => import('./web/PdfReader.tsx'))

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

/** A PDF at an address that the owning module has granted; `onPage` is told which page is being read. */
export function PdfReader(props: PdfReaderProps) {
  return (
    <Loading>
      <LazyPdfReader {...props} />
    </Loading>
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
