import type { Directory } from '../../contract/directories.ts'

export interface DirectoryNode {
  readonly directory: Directory
  readonly children: readonly DirectoryNode[]
}

/** The directories as a tree. One whose parent the caller does not manage stands at the top. */
export function directoryTree(items: readonly Directory[]): DirectoryNode[] {
  const known = new Set(items.map(({ id }) => id))
  const below = Map.groupBy(items, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : ''))
  const nodes = (parentId: string): DirectoryNode[] =>
    (below.get(parentId) ?? []).map((directory) => ({ directory, children: nodes(directory.id) }))
  return nodes('')
}

interface TreeOption {
  readonly value: string
  readonly title: string
  readonly children: TreeOption[]
}

/** For a field that chooses one; `except` and what is below it are left out. */
export function treeOptions(nodes: readonly DirectoryNode[], except?: string): TreeOption[] {
  return nodes
    .filter(({ directory }) => directory.id !== except)
    .map(({ directory, children }) => ({
      value: directory.id,
      title: directory.name,
      children: treeOptions(children, except),
    }))
}

/** The directory and those that it stands in, the highest first. */
export function pathTo(items: readonly Directory[], id: string | undefined): Directory[] {
  const found = items.find((each) => each.id === id)
  return found ? [...pathTo(items, found.parentId ?? undefined), found] : []
}

/** A code that no directory has: D01, D02, … */
export function freeCode(items: readonly Directory[]): string {
  const taken = new Set(items.map(({ code }) => code.toUpperCase()))
  for (let number = 1; ; number += 1) {
    const code = `D${String(number).padStart(2, '0')}`
    if (!taken.has(code)) return code
  }
}
