/** How far the conversion of a file is: told by the server as it happens, and asked for while none is heard of. */
import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useEvent } from '#web/realtime.ts'
import { type FileState, files } from '../contract.ts'

const askEveryMs = 3000

/** undefined until it is known, and where the caller may not see the file by itself. */
export function useFileState(fileId: string | undefined): FileState | undefined {
  const states = useQuery({
    ...q(files.fileStates, { query: { ids: fileId === undefined ? [] : [fileId] } }, { quiet: true, cache: 0 }),
    enabled: fileId !== undefined,
    refetchInterval: ({ state }) => (state.data?.items[0]?.translateType === 0 ? askEveryMs : false),
  })
  useEvent('file', (data) => {
    if (fileId !== undefined && (data === undefined || data.fileId === fileId)) void states.refetch()
  })
  return states.data?.items[0]
}
