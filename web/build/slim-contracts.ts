/**
 * Contracts as the browser needs them: method, path, and what the client heeds. The shapes of requests and answers, the
 * refusals and the rules of the server were a seventh of the script of the first screen, and nothing there reads them.
 */
import type { Plugin } from 'vite'
import { childrenOf, type Edit, edited, type Node } from './syntax.ts'

/** What only the server, the documents and the types know of an entry. */
const SERVER_ONLY: ReadonlySet<string> = new Set([
  ...[
    'summary',
    'access',
    'params',
    'query',
    'body',
    'response',
    'errors',
    'passesOnRefusals',
    'aliases',
    'aliasErrors',
  ],
  ...['rate', 'uploadBytesMax', 'uploadToDisk', 'outside', 'noDryRun', 'onSelf'],
])

interface Property extends Node {
  readonly key: { readonly name?: string }
}

const nameOf = (property: Node) => (property.type === 'Property' ? (property as Property).key.name : undefined)

/** An entry of a contract is an object with a method and a summary. */
function serverOnlyOf(node: Node): readonly Node[] {
  if (node.type !== 'ObjectExpression') return []
  const { properties } = node as Node & { readonly properties: readonly Node[] }
  const names = properties.map(nameOf)
  if (!names.includes('method') || !names.includes('summary')) return []
  return properties.filter((_, index) => SERVER_ONLY.has(names[index] ?? ''))
}

function collectEdits(node: Node, code: string, edits: Edit[]): void {
  const dropped = new Set(serverOnlyOf(node))
  for (const { start, end } of dropped)
    edits.push({ start, end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0), text: '' })
  // What a function does is its own matter; what stands beside it only makes a value, and goes if nobody uses that.
  if (/Function/.test(node.type)) return
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    edits.push({ start: node.start, end: node.start, text: '/*@__PURE__*/ ' })
  for (const child of childrenOf(node)) if (!dropped.has(child)) collectEdits(child, code, edits)
}

/** The code of a module of contracts without what the browser has no use for. */
function slim(code: string, parse: (code: string) => unknown): string {
  const edits: Edit[] = []
  collectEdits(parse(code) as Node, code, edits)
  return edited(code, edits)
}

export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/(?:modules\/[^/]+\/[^/]+\/contract(?:\.ts|\/.*\.ts)|kit\/[\w-]+\.ts)$/ },
      handler(code) {
        return { code: slim(code, (text) => this.parse(text)), map: null }
      },
    },
  }
}
