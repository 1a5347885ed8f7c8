import type { Output } from '#kit/contract.ts'
import type { identity } from '#modules/platform/identity/contract.ts'

type Organization = Output<typeof identity.organizationTree>['items'][number]

export interface TreeChoice {
  readonly value: string
  readonly title: string
  readonly children: TreeChoice[]
}

/** The trees that begin at the granted organizations; the server lists parents before their children. */
export function grantedTree(organizations: readonly Organization[], granted: readonly string[]): TreeChoice[] {
  const roots: TreeChoice[] = []
  const known = new Map<string, TreeChoice>()
  for (const { id, name, parentId } of organizations) {
    const parent = parentId === null ? undefined : known.get(parentId)
    if (!parent && !granted.includes(id)) continue
    const choice: TreeChoice = { value: id, title: name, children: [] }
    known.set(id, choice)
    if (parent) parent.children.push(choice)
    else roots.push(choice)
  }
  return roots
}
