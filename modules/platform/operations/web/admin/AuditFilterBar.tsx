import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayRangeField, instantsOf } from '#web/ui/DateFields.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { AuditFilters } from '../../contract/audit.ts'
import { operations } from '../../contract.ts'
import { auditText } from './audit-text.ts'

export interface Filters extends AuditFilters {
  /** Shown instead of the id. */
  readonly actorName?: string
}

interface Props {
  readonly filters: Filters
  readonly onChange: (change: Filters) => void
  readonly onClear: () => void
}

export function AuditFilterBar({ filters, onChange, onClear }: Props) {
  const t = useText('operations')
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== '')
  // A new key resets cleared fields, because the search box and the date picker keep their own text.
  const [round, setRound] = useState(0)
  return (
    <div className="sy-toolbar" key={round}>
      <SearchBox label={t('auditLog.search')} onSearch={(keyword) => onChange({ keyword })} />
      <ActorSelect filters={filters} onChange={onChange} />
      <ActionSelect value={filters.action} onChange={(action) => onChange({ action })} />
      <DayRangeField
        placeholder={[t('auditLog.from'), t('auditLog.to')]}
        aria-label={t('auditLog.at')}
        onChange={(days) => onChange(instantsOf(days))}
      />
      {isFiltered && (
        <Button
          type="text"
          onClick={() => {
            onClear()
            setRound(round + 1)
          }}
        >
          {t('auditLog.clear')}
        </Button>
      )}
    </div>
  )
}

function ActorSelect({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const t = useText('operations')
  const [keyword, setKeyword] = useState('')
  const found = useQuery({
    ...q(operations.auditActors, { query: { keyword } }, { quiet: true }),
    enabled: keyword !== '',
    placeholderData: (last) => last,
  })
  const chosen = filters.actorId && { value: filters.actorId, label: filters.actorName ?? filters.actorId }
  const options = (found.data?.items ?? []).map((member) => ({
    value: member.id,
    label: `${member.fullName} · ${member.organizationName}`,
    name: member.fullName,
  }))
  return (
    <Select
      style={{ minWidth: 170 }}
      showSearch={{ filterOption: false, onSearch: (text) => setKeyword(text.trim()) }}
      allowClear
      labelInValue
      value={chosen || undefined}
      placeholder={t('auditLog.anyActor')}
      aria-label={t('auditLog.actor')}
      notFoundContent={null}
      options={options}
      onChange={(option) => {
        const name = options.find(({ value }) => value === option?.value)?.name
        onChange({ actorId: option?.value, actorName: name })
      }}
    />
  )
}

function ActionSelect({ value, onChange }: { value: string | undefined; onChange: (value?: string) => void }) {
  const t = useText('operations')
  const { data } = useQuery(q(operations.auditActions, undefined, { quiet: true }))
  const options = (data?.items ?? []).map((action) => ({ value: action, label: auditText.action(action) }))
  return (
    <Select
      style={{ minWidth: 190 }}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      value={value}
      placeholder={t('auditLog.anyAction')}
      aria-label={t('auditLog.action')}
      options={options}
      onChange={onChange}
    />
  )
}
