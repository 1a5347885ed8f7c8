import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { identity } from '#modules/platform/identity/contract.ts'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { q } from '#web/api/query.ts'

interface Props {
  /** Its label names it. A form's field hands it id, value and onChange. */
  readonly id?: string
  readonly placeholder: string
  readonly value?: readonly string[]
  /** One at most. */
  readonly single?: boolean
  readonly onChange?: (ids: string[]) => void
}

const listOf = (value: string | string[] | undefined) =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Chooses positions of the company. */
export function Positions({ id, placeholder, value = [], single, onChange }: Props) {
  const { data, isLoading } = useQuery(q(identity.listPositions, { query: { pageSize: 100 } }, { quiet: true }))
  return (
    <Select<string | string[]>
      id={id}
      {...(!single && { mode: 'multiple' as const })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      placeholder={placeholder}
      value={single ? value[0] : [...value]}
      options={(data?.items ?? []).map((position) => ({ value: position.id, label: position.name }))}
      onChange={(next) => onChange?.(listOf(next))}
    />
  )
}

/** Chooses departments of the company, each with what is below it. */
export function Departments({ id, placeholder, value = [], single, onChange }: Props) {
  const common = { id, label: placeholder, allowClear: true }
  if (single)
    return <OrganizationPicker {...common} value={value[0]} onChange={(next) => onChange?.(next ? [next] : [])} />
  return <OrganizationPicker {...common} multiple value={value} onChange={onChange} />
}
