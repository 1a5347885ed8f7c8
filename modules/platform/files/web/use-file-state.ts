/** The state of a file's conversion, from events of the server, with polling as a fallback. */
import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useEvent } from '#web/realtime.ts'
import { type FileState, files } from '../contract.ts'

const askEveryMs = 3000

/** Undefined until it is loaded, and without direct access to the file. */
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
