import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { q } from '#web/api/query.ts'
import { identity } from '../../contract.ts'
import { buildTree, type OrganizationNode } from './organization-tree.ts'

interface Choosable {
  /** Only those that the caller may manage can be chosen. */
  readonly managedOnly?: boolean
  /** An organization that cannot be chosen, with all below it, because nothing can move below itself. */
  readonly without?: string
  /** Disabled ones can be chosen too, in filters and for existing assignments. */
  readonly allowDisabled?: boolean
  /** The roots of the tree; the company by default. */
  readonly roots?: readonly string[]
}

interface Common extends Choosable {
  readonly id?: string
  /** Stands in the empty field; names it for screen readers where no label does by the id. */
  readonly label: string
  readonly allowClear?: boolean
  readonly status?: 'error' | undefined
  readonly describedBy?: string
  readonly width?: number
}

interface One {
  readonly multiple?: false
  readonly value?: string
  readonly onChange?: (organizationId: string | undefined) => void
}

interface Several {
  readonly multiple: true
  readonly max?: number
  readonly value?: readonly string[]
  readonly onChange?: (organizationIds: string[]) => void
}

/** A field of a form hands it `id`, `value` and `onChange`. */
export type OrganizationPickerProps = Common & (One | Several)

interface Choice {
  readonly value: string
  readonly title: string
  readonly disabled: boolean
  readonly children: Choice[]
}

function choiceOf(node: OrganizationNode, choosable: Choosable): Choice {
  const { managedOnly, without, allowDisabled } = choosable
  const blocked = node.id === without
  return {
    value: node.id,
    title: node.name,
    disabled: blocked || (!node.enabled && !allowDisabled) || (managedOnly === true && !node.canManage),
    children: blocked ? [] : node.children.map((child) => choiceOf(child, choosable)),
  }
}

/** The topmost of the wanted ones, each with all below it. */
function beginAt(nodes: readonly OrganizationNode[], roots: readonly string[] | undefined): OrganizationNode[] {
  if (!roots) return [...nodes]
  return nodes.flatMap((node) => (roots.includes(node.id) ? [node] : beginAt(node.children, roots)))
}

/** Chooses organizations of the company's tree, by browsing or by typing. */
export default function OrganizationPicker(props: OrganizationPickerProps) {
  const { managedOnly, without, allowDisabled, roots, label, width } = props
  const { data, isLoading } = useQuery(q(identity.organizationTree, {}, { cache: 'wide' }))
  const choices = useMemo(
    () =>
      beginAt(buildTree(data?.items ?? []), roots).map((node) =>
        choiceOf(node, { managedOnly, without, allowDisabled }),
      ),
    [data, roots, managedOnly, without, allowDisabled],
  )
  const common = {
    id: props.id,
    treeData: choices,
    loading: isLoading,
    placeholder: label,
    'aria-label': props.id === undefined ? label : undefined,
    'aria-describedby': props.describedBy,
    allowClear: props.allowClear,
    status: props.status ?? ('' as const),
    showSearch: { treeNodeFilterProp: 'title' },
    style: { width: width ?? '100%' },
    popupMatchSelectWidth: width === undefined,
    styles: { popup: { root: { maxHeight: 380, minWidth: 240 } } },
  }
  // The tree renders only after loading, so that its first branches are open and names replace ids.
  if (!data) return <TreeSelect {...common} key="loading" treeData={[]} />
  const open = { treeDefaultExpandedKeys: choices.map((choice) => choice.value) }
  if (props.multiple) {
    return (
      <TreeSelect
        {...common}
        {...open}
        multiple
        maxCount={props.max}
        maxTagCount={8}
        value={[...(props.value ?? [])]}
        onChange={(chosen: string[]) => props.onChange?.(chosen)}
      />
    )
  }
  return (
    <TreeSelect
      {...common}
      {...open}
      value={props.value}
      onChange={(chosen: string | undefined) => props.onChange?.(chosen)}
    />
  )
}
