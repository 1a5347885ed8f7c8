/** As much of a syntax tree as the plugins of the build look at, and changes of the text that it was read from. */

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

export function edited(code: string, edits: readonly Edit[]): string {
  const fromTheEnd = [...edits].sort((one, other) => other.start - one.start)
  return fromTheEnd.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}
