import { Image } from 'antd'
import { lazy, Suspense } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { files, type Preview } from '../contract.ts'
import { MediaPlayer } from './MediaPlayer.tsx'
import './files.css'

// pdf.js is large: it comes only with a PDF.
const PdfReader = lazy(() => import('./PdfReader.tsx'))

/** A file in place: picture, PDF, sound or film; of anything else it is said that it can be downloaded. */
export function FilePreview({ fileId, preview }: { fileId: string; preview: Preview }) {
  const t = useText('files')
  const { url, name, contentType } = preview
  const renewAddress = async () => (await call(files.preview, { query: { id: fileId } }, { cache: 0 })).url
  if (contentType.startsWith('image/')) return <Image className="files-picture" src={url} alt={name} />
  if (contentType.startsWith('video/') || contentType.startsWith('audio/')) {
    const kind = contentType.startsWith('video/') ? 'video' : 'audio'
    return <MediaPlayer kind={kind} name={name} address={url} renewAddress={renewAddress} />
  }
  if (contentType === 'application/pdf') {
    return (
      <Suspense fallback={<LoadingState shape="spinner" />}>
        <PdfReader address={url} name={name} renewAddress={renewAddress} />
      </Suspense>
    )
  }
  return <EmptyState title={t('preview.notShown')} description={t('preview.notShownHint')} />
}
