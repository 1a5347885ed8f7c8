/**
 * The floor: bare Fastify handlers that run the same statements through the same driver and answer the same JSON. No
 * validation, no access check, no query builder. Started by bench/run.ts; `/<plan>/<variant>` replays one recording.
 */
import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { createPool } from '#server/db/pool.ts'
import type { Parameter, Replay } from './capture.ts'
import type { RequestPlan } from './plans.ts'

export interface FloorTask {
  readonly databaseUrl: string
  readonly poolSize: number
  readonly port: number
  readonly base: number
  readonly plans: readonly { readonly plan: RequestPlan; readonly variants: readonly Replay[] }[]
}

function freshValue(parameter: Extract<Parameter, { fresh: string }>, base: number): unknown {
  switch (parameter.fresh) {
    case 'uuid':
      return uuid()
    case 'bytes':
      return randomBytes(parameter.length)
    case 'text':
      return randomBytes(parameter.length).toString('base64url').slice(0, parameter.length)
    case 'now':
      return Date.now()
    case 'elapsed':
      return Date.now() - base
  }
}

type Prepare = (values: unknown[], parameter: Parameter) => unknown

function preparer(base: number): Prepare {
  const prepare: Prepare = (made, parameter) => {
    if ('list' in parameter) return parameter.list.map((one) => prepare(made, one))
    if ('value' in parameter) return parameter.value
    if ('bytes' in parameter) return Buffer.from(parameter.bytes, 'base64')
    made[parameter.same] ??= freshValue(parameter, base)
    return made[parameter.same]
  }
  return prepare
}

/** Statements of a transaction run on one client, others on whichever is free, as in the product. */
async function replay(pool: pg.Pool, { statements }: Replay, prepare: Prepare): Promise<unknown> {
  let rows: { readonly body?: string }[] = []
  const made: unknown[] = []
  let client: pg.PoolClient | undefined
  try {
    for (const { text, parameters } of statements) {
      const values = parameters.map((parameter) => prepare(made, parameter))
      if (text === 'begin') client = await pool.connect()
      ;({ rows } = await (client ?? pool).query(text, values))
      if (text === 'commit') {
        client?.release()
        client = undefined
      }
    }
    return rows[0]?.body
  } finally {
    client?.release()
  }
}

async function serve(task: FloorTask): Promise<void> {
  const pool = createPool({ databaseUrl: task.databaseUrl, size: task.poolSize })
  const app = Fastify({ logger: { level: 'error' } })
  const prepare = preparer(task.base)
  for (const [index, { plan, variants }] of task.plans.entries()) {
    app.route({
      method: plan.requests[0]?.method ?? 'GET',
      url: `/${index}/:variant`,
      handler: async (request, reply) => {
        const { variant } = request.params as { variant: string }
        const recording = variants[Number(variant) % variants.length] as Replay
        if (plan.argon2) await verify(plan.argon2.hash, plan.argon2.password)
        const body = await replay(pool, recording, prepare)
        // Without an answer of its own, it is what the last statement has read.
        return recording.answer ?? reply.type('application/json').send(body)
      },
    })
  }
  process.on('disconnect', () => process.exit(0))
  await app.listen({ host: '127.0.0.1', port: task.port })
  process.send?.('listening')
}

process.once('message', (task) => void serve(task as FloorTask))
