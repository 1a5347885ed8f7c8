import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { finance } from '../../contract.ts'
import type { Days } from './use-days.ts'

interface Props {
  readonly days: Days
  readonly payType: 1 | 2
  readonly value: number | undefined
  readonly onChange: (businessType: number | undefined) => void
}

/** The kinds of content of which something was sold in these days. */
export function KindFilter({ days, payType, value, onChange }: Props) {
  const t = useText('finance')
  const kinds = useQuery(
    q(finance.revenue, { query: { ...days, payType, by: 'kind', pageSize: 100 } }, { quiet: true }),
  )
  const options = kinds.data?.items.map(({ businessType, name }) => ({ value: businessType ?? 0, label: name }))
  return (
    <Select<number>
      allowClear
      style={{ width: 140 }}
      aria-label={t('filters.kind')}
      placeholder={t('filters.allKinds')}
      loading={kinds.isPending}
      options={options ?? []}
      value={value}
      onChange={onChange}
      notFoundContent={t('revenue.none')}
    />
  )
}
