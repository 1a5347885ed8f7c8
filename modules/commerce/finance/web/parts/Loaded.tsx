import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'

interface Props<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'refetch'>
  readonly children: (data: Data) => ReactNode
}

/** A part of a report: while it is read, where it could not be read, and what was read. */
export function Loaded<Data>({ query, children }: Props<Data>) {
  const { data, isError, error, refetch } = query
  if (isError) return <ErrorState small error={error} onRetry={() => void refetch()} />
  return data === undefined ? <LoadingState rows={4} /> : children(data)
}
