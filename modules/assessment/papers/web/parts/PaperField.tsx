import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { OfferedPaper } from '../../contract/paper.ts'
import { papers } from '../../contract.ts'

export interface PaperFieldProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (paperId: string | null) => void
}

/** The paper of an exam, among those that are ready. */
export default function PaperField({ id, value = null, onChange }: PaperFieldProps) {
  const t = useText('papers')
  const [search, setSearch] = useState('')
  const query = { pageSize: 40, ...(search !== '' && { search }) }
  const list = useQuery(q(papers.offeredPapers, { query }, { quiet: true }))
  const chosen = useQuery({
    ...q(papers.offeredPapers, { query: { id: value ?? '' } }, { quiet: true }),
    enabled: value !== null,
  })
  const [own] = chosen.data?.items ?? []
  const label = ({ name, questionCount, totalTenths }: OfferedPaper) =>
    t('paperField.option', { name, count: questionCount, total: pointsOfTenths(totalTenths) })
  const found = (list.data?.items ?? []).map((paper) => ({ value: paper.id, label: label(paper) }))
  const isFound = found.some((option) => option.value === own?.id)
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      aria-label={t('paperField.label')}
      allowClear
      showSearch
      filterOption={false}
      loading={list.isFetching}
      placeholder={t('paperField.choose')}
      value={value ?? undefined}
      onSearch={setSearch}
      onChange={(paperId?: string) => onChange?.(paperId ?? null)}
      notFoundContent={t('paperField.none')}
      options={own && !isFound ? [{ value: own.id, label: label(own) }, ...found] : found}
    />
  )
}
