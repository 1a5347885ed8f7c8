import { useQuery } from '@tanstack/react-query'
import { call, q } from '#web/api/query.ts'
import type { PlayedCaptions } from '#web/module.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { files, type Preview } from '../contract.ts'
import FilePreview from './FilePreview.tsx'

export interface FileShownProps {
  readonly fileId: string
  /** Reads the preview by a call of the module that owns the file; by the call of files, for what a member may read anyway. */
  readonly read?: () => Promise<Preview>
  /** Of a video. */
  readonly captions?: PlayedCaptions
}

/** A file among other things of a page: as `/file-preview/:id` shows it alone. */
export default function FileShown({ fileId, read, captions }: FileShownProps) {
  const own = q(files.preview, { query: { id: fileId } }, { quiet: true })
  const granted = read && { queryKey: ['files.granted-preview', fileId], queryFn: read }
  const preview = useQuery<Preview>(granted ?? { queryKey: own.queryKey, queryFn: () => ownPreview(fileId) })
  if (preview.isPending) return <LoadingState shape="spinner" />
  if (preview.isError) return <ErrorState small error={preview.error} onRetry={() => void preview.refetch()} />
  return (
    <FilePreview
      fileId={fileId}
      preview={preview.data}
      {...(read && { renew: read })}
      {...(captions && { captions })}
    />
  )
}

const ownPreview = (id: string) => call(files.preview, { query: { id } }, { quiet: true })
