/**
 * What a call costs the database: each of its statements, prepared as the product prepares it and planned with the one
 * plan that serves all values, run once with its buffers counted. Counts hold on a busy machine, where times do not.
 */
import pg from 'pg'
import type { Recorded } from './capture.ts'
import { median } from './turns.ts'

export interface Cost {
  readonly statements: number
  /** Pages of 8 kB that were looked at, found in memory or not. */
  readonly buffers: number
  /** Rows that scans took in their hands, those that were thrown away again among them. */
  readonly rows: number
  readonly databaseMs: number
  /** Tables that were read from end to end although they are large. */
  readonly wholeTables: readonly string[]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

interface Explained {
  readonly Plan: PlanNode
  readonly 'Execution Time': number
}

const largeTableRows = 5000

const bytesText = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  if (Buffer.isBuffer(value)) return `'${bytesText(value)}'`
  if (Array.isArray(value)) {
    const items = value.map((one) => JSON.stringify(Buffer.isBuffer(one) ? bytesText(one) : one))
    return pg.escapeLiteral(`{${items.join(',')}}`)
  }
  return pg.escapeLiteral(String(value))
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function rowsRead(node: PlanNode): number {
  if (!node['Relation Name'] || !node['Node Type'].endsWith('Scan')) return 0
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return each * node['Actual Loops']
}

/** As the connection's `plan_cache_mode` says. */
export async function explainText(client: pg.Client, { text, values }: Recorded): Promise<Explained> {
  await client.query(`prepare measured as ${text}`)
  const execute = `execute measured${values.length === 0 ? '' : `(${values.map(literal).join(', ')})`}`
  const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
    `explain (analyze, buffers, format json) ${execute}`,
  )
  await client.query('deallocate measured')
  const explained = rows[0]?.['QUERY PLAN'][0]
  if (!explained) throw new Error(`no plan of ${text}`)
  if (process.env.BENCH_PLANS !== undefined) console.log(text, JSON.stringify(explained, null, 1))
  return explained
}

const isStatement = ({ text }: Recorded) => /^\s*(select|with|insert|update|delete)/i.test(text)

/** The cost of a call's statements. They change nothing; `before` may set rows right, which is undone as well. */
export async function costOf(client: pg.Client, recorded: readonly Recorded[], before?: string): Promise<Cost> {
  await client.query('begin')
  // As the product's connections do.
  await client.query('set local plan_cache_mode = force_generic_plan')
  try {
    if (before) await client.query(before)
    const explained: Explained[] = []
    const statements = recorded.filter(isStatement)
    for (const statement of statements) explained.push(await explainText(client, statement))
    const nodes = explained.flatMap(({ Plan }) => nodesOf(Plan))
    const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && rowsRead(node) > largeTableRows)
    return {
      statements: statements.length,
      // A plan's root counts for all below it.
      buffers: explained.reduce((sum, { Plan }) => sum + Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'], 0),
      rows: Math.round(nodes.reduce((sum, node) => sum + rowsRead(node), 0)),
      databaseMs: explained.reduce((sum, one) => sum + one['Execution Time'], 0),
      wholeTables: [...new Set(whole.map((node) => node['Relation Name'] ?? ''))],
    }
  } finally {
    await client.query('rollback')
  }
}

type Count = 'statements' | 'buffers' | 'rows' | 'databaseMs'

function combined(costs: readonly Cost[], of: (name: Count) => number): Cost {
  return {
    ...{ statements: of('statements'), buffers: of('buffers'), rows: of('rows'), databaseMs: of('databaseMs') },
    wholeTables: [...new Set(costs.flatMap((cost) => cost.wholeTables))],
  }
}

/** Of several callers of the same call. */
export function medianCost(costs: readonly Cost[]): Cost {
  return combined(costs, (name) => median(costs.map((cost) => cost[name])))
}

/** Of the calls of one screen. */
export function sumOf(costs: readonly Cost[]): Cost {
  return combined(costs, (name) => costs.reduce((sum, cost) => sum + cost[name], 0))
}
