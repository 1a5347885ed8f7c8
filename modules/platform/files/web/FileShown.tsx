import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { files } from '../contract.ts'
import FilePreview from './FilePreview.tsx'

export interface FileShownProps {
  readonly fileId: string
}

/** A file among other things of a page: as `/file-preview/:id` shows it alone. */
export default function FileShown({ fileId }: FileShownProps) {
  const preview = useQuery(q(files.preview, { query: { id: fileId } }, { quiet: true }))
  if (preview.isPending) return <LoadingState shape="spinner" />
  if (preview.isError) return <ErrorState small error={preview.error} onRetry={() => void preview.refetch()} />
  return <FilePreview fileId={fileId} preview={preview.data} />
}
