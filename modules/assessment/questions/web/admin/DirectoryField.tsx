import { TreeSelect } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { Directory } from '../../contract/directories.ts'
import { directoryTree, treeOptions } from './directory-tree.ts'

export interface DirectoryFieldProps {
  readonly items: readonly Directory[]
  readonly value: string | undefined
  readonly onChange: (id: string | undefined) => void
  /** Where the field has no visible label. */
  readonly label?: string
  readonly id?: string
  readonly placeholder?: string
  readonly allowClear?: boolean
  readonly disabled?: boolean
  /** Of one that is chosen and no longer there. */
  readonly missing?: string
}

/** One directory of a tree, found by its name. */
export function DirectoryField(props: DirectoryFieldProps) {
  const { items, value, onChange, label, id, placeholder, allowClear = false, disabled = false, missing } = props
  const t = useText('questions')
  const isKnown = items.some((each) => each.id === value)
  return (
    <TreeSelect
      {...(id !== undefined && { id })}
      className="qb-directory-field"
      aria-label={label}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      allowClear={allowClear}
      disabled={disabled}
      placeholder={(value !== undefined && !isKnown && missing) || placeholder || t('directory.needed')}
      status={value !== undefined && !isKnown ? 'error' : ''}
      popupMatchSelectWidth={false}
      value={isKnown ? value : undefined}
      treeData={treeOptions(directoryTree(items))}
      onChange={(chosen?: string) => onChange(chosen)}
    />
  )
}
