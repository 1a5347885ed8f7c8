import { useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { identity } from '#modules/platform/identity/contract.ts'
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
  const { data, isLoading } = useQuery(q(identity.organizationTree, {}, { quiet: true }))
  const nodes = (data?.items ?? []).map((one) => ({
    id: one.id,
    pId: one.parentId ?? 0,
    value: one.id,
    title: one.name,
  }))
  return (
    <TreeSelect<string | string[]>
      id={id}
      multiple={!single}
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isLoading}
      placeholder={placeholder}
      treeDataSimpleMode
      treeData={nodes}
      treeDefaultExpandAll={nodes.length < 60}
      value={single ? value[0] : [...value]}
      styles={{ popup: { root: { maxHeight: 380 } } }}
      onChange={(next) => onChange?.(listOf(next))}
    />
  )
}
