interface Listed {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
}

export interface TreeNode {
  readonly value: string
  readonly title: string
  readonly children: TreeNode[]
}

/** A list that names parents, as a tree; what names an unknown parent stands at the top. */
export function treeOf(items: readonly Listed[]): TreeNode[] {
  const nodes = new Map(items.map(({ id, name }) => [id, { value: id, title: name, children: [] as TreeNode[] }]))
  const roots: TreeNode[] = []
  for (const { id, parentId } of items) {
    const node = nodes.get(id)
    if (node) (nodes.get(parentId ?? '')?.children ?? roots).push(node)
  }
  return roots
}
