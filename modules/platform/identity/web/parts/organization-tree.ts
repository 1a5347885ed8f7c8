import type { Organization } from '../../contract/organizations.ts'

export interface OrganizationNode extends Organization {
  /** The id again, as Ant Design's tree asks for it. */
  readonly key: string
  readonly children: OrganizationNode[]
  /** Members of the organization with all below it. */
  totalCount: number
}

/** The flat list of the server, parents before children, as a tree. */
export function buildTree(organizations: readonly Organization[]): OrganizationNode[] {
  const nodes = new Map<string, OrganizationNode>()
  const roots: OrganizationNode[] = []
  for (const organization of organizations) {
    const node = { ...organization, key: organization.id, children: [], totalCount: organization.memberCount }
    nodes.set(node.id, node)
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    if (parent) parent.children.push(node)
    else roots.push(node)
  }
  // Parents come before children, so that a loop from the end adds every child before its parent.
  for (const node of [...nodes.values()].reverse()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    if (parent) parent.totalCount += node.totalCount
  }
  return roots
}
