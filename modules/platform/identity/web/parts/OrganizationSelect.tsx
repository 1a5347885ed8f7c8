import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { q } from '#web/api/query.ts'
import { identity } from '../../contract.ts'
import { buildTree, type OrganizationNode } from './organization-tree.ts'

interface Props {
  readonly value?: string
  readonly onChange?: (organizationId: string | undefined) => void
  readonly placeholder: string
  /** Only those that the caller may manage can be chosen. */
  readonly managedOnly?: boolean
  /** An organization, with all below it, that can't be chosen: nothing moves under itself. */
  readonly without?: string
  readonly allowClear?: boolean
  readonly id?: string
}

interface Choice {
  readonly value: string
  readonly title: string
  readonly disabled: boolean
  readonly children: Choice[]
}

function choiceOf(node: OrganizationNode, managedOnly: boolean, without: string | undefined): Choice {
  const blocked = node.id === without
  return {
    value: node.id,
    title: node.name,
    disabled: blocked || !node.enabled || (managedOnly && !node.canManage),
    children: blocked ? [] : node.children.map((child) => choiceOf(child, managedOnly, without)),
  }
}

/** Chooses an organization from the company's tree, by looking or by typing. */
export function OrganizationSelect({
  value,
  onChange,
  placeholder,
  managedOnly = false,
  without,
  allowClear,
  id,
}: Props) {
  const { data, isLoading } = useQuery(q(identity.organizationTree))
  const choices = useMemo(
    () => buildTree(data?.items ?? []).map((node) => choiceOf(node, managedOnly, without)),
    [data, managedOnly, without],
  )
  return (
    <TreeSelect
      id={id}
      value={value}
      onChange={(chosen: string | undefined) => onChange?.(chosen)}
      treeData={choices}
      loading={isLoading}
      placeholder={placeholder}
      aria-label={placeholder}
      allowClear={allowClear}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandedKeys={choices.map((choice) => choice.value)}
      style={{ width: '100%' }}
      styles={{ popup: { root: { maxHeight: 380 } } }}
    />
  )
}
