import type { Output } from '#kit/contract.ts'
import type { identity } from '#modules/platform/identity/contract.ts'

export interface TreeChoice {
  readonly value: string
  readonly title: string
  readonly children: TreeChoice[]
}

/** The departments as a tree to choose from; the server lists parents before their children. */
export function treeOf(organizations: Output<typeof identity.organizationTree>['items']): TreeChoice[] {
  const roots: TreeChoice[] = []
  const known = new Map<string, TreeChoice>()
  for (const { id, name, parentId } of organizations) {
    const choice: TreeChoice = { value: id, title: name, children: [] }
    known.set(id, choice)
    const parent = parentId === null ? undefined : known.get(parentId)
    if (parent) parent.children.push(choice)
    else roots.push(choice)
  }
  return roots
}
