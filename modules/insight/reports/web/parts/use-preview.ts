import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useLanguage } from '#web/i18n/texts.ts'
import type { ReportQuery } from '../../contract/query.ts'
import { reports } from '../../contract.ts'

const waitMs = 400

/** The last of quickly following values. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The first rows of a report while it is being built. */
export function usePreview(query: ReportQuery | undefined) {
  const settled = useSettled(query)
  const language = useLanguage()
  return useQuery({
    queryKey: ['reports-preview', language, JSON.stringify(settled)],
    queryFn: () => call(reports.preview, { body: settled as ReportQuery }, { handles: 'all', outdates: 'nothing' }),
    enabled: settled !== undefined && settled.columns.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
