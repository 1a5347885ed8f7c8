import { useQuery } from '@tanstack/react-query'
import { type FileState, files } from '#modules/platform/files/contract.ts'
import { q } from '#web/api/query.ts'
import { useEvent } from '#web/realtime.ts'

const idsMax = 50
const askEveryMs = 4000

/**
 * How far the conversion of these files is, where the caller may see them: sent as it happens, and asked for while one is
 * on its way. The first fifty: beyond them nobody waits at this screen.
 */
export function useConversions(fileIds: readonly string[]): ReadonlyMap<string, FileState> {
  const ids = fileIds.slice(0, idsMax)
  const states = useQuery({
    ...q(files.fileStates, { query: { ids } }, { quiet: true, cache: 0 }),
    enabled: ids.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ translateType }) => translateType === 0) ? askEveryMs : false,
  })
  useEvent('file', () => {
    if (ids.length > 0) void states.refetch()
  })
  return new Map((states.data?.items ?? []).map((state) => [state.id, state]))
}
