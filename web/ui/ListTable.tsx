import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { DataTable } from './DataTable.tsx'
import { ErrorState } from './ErrorState.tsx'

/** A page of a list as the server answers it. */
interface ListPage<Row> {
  readonly items: readonly Row[]
  readonly recordCount: number
  readonly isMore?: boolean
}

type TableProps<Row extends object> = Omit<
  ComponentProps<typeof DataTable<Row>>,
  'rows' | 'recordCount' | 'isMore' | 'loading'
>

interface Props<Row extends object> extends TableProps<Row> {
  readonly list: Pick<UseQueryResult<ListPage<Row>>, 'data' | 'isPending' | 'isError' | 'error' | 'refetch'>
}

/** A list of the server's as a table; where it could not be loaded, that is said in its place, with another try. */
export function ListTable<Row extends object>({ list, ...table }: Props<Row>) {
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <DataTable<Row>
      {...table}
      rows={list.data?.items}
      recordCount={list.data?.recordCount}
      isMore={list.data?.isMore}
      loading={list.isPending}
    />
  )
}
