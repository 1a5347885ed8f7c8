import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { isUnavailable } from '#server/unavailable.ts'
import { testPlatform } from '#test/harness.ts'
import { createPool } from './pool.ts'

const platform = testPlatform()

async function withPool(preparedMax: number, use: (pool: ReturnType<typeof createPool>) => Promise<void>) {
  const pool = createPool({ databaseUrl: platform.databaseUrl, size: 1, preparedMax })
  await use(pool)
  await pool.end()
}

/** Parameterised statements whose texts differ. */
const ask = async (pool: ReturnType<typeof createPool>, number: number) => {
  const { rows } = await pool.query<{ sum: number }>(`select $1::int + ${number} as sum`, [1])
  return rows[0]?.sum
}

async function preparedNow(pool: ReturnType<typeof createPool>) {
  // Without values, so that asking is no prepared statement itself.
  const { rows } = await pool.query<{ statement: string; name: string }>(
    'select statement, name from pg_prepared_statements order by prepare_time',
  )
  return rows
}

it('keeps as many statements as it may, those that were used last', () =>
  withPool(3, async (pool) => {
    for (const number of [1, 2, 3]) expect(await ask(pool, number)).toBe(number + 1)
    const first = (await preparedNow(pool))[0]
    await ask(pool, 1)
    await ask(pool, 4)
    const kept = await preparedNow(pool)
    expect(kept.map(({ statement }) => Number(/\+ (\d)/.exec(statement)?.[1]))).toEqual([1, 3, 4])
    // The first one is still the one that was prepared first: it was not prepared again.
    expect(kept[0]).toEqual(first)
    expect(await ask(pool, 2)).toBe(3)
    expect(await preparedNow(pool)).toHaveLength(3)
  }))

it('makes room in a transaction that has failed, and after a statement that could not be prepared', () =>
  withPool(2, async (pool) => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select $1::int as a', [1])
    await client.query('select $1::int as b', [1])
    await expect(client.query('select $1::int / 0 as c', [1])).rejects.toThrow('division by zero')
    await expect(client.query('select $1::int as d', [1])).rejects.toThrow('aborted')
    await expect(client.query('select $1::int as e', [1])).rejects.toThrow('aborted')
    await client.query('rollback')
    await expect(client.query('select $1::int as f from nowhere', [1])).rejects.toThrow('does not exist')
    client.release()
    for (const number of [1, 2, 3, 1, 2, 3]) expect(await ask(pool, number)).toBe(number + 1)
    expect((await preparedNow(pool)).length).toBeLessThanOrEqual(2)
  }))

it('plans a statement once, whatever its values are', () =>
  withPool(10, async (pool) => {
    for (let time = 0; time < 10; time++)
      await pool.query('select count(*) from identity.member where enabled = $1', [true])
    const { rows } = await pool.query('select generic_plans::int, custom_plans::int from pg_prepared_statements')
    expect(rows).toEqual([{ generic_plans: 10, custom_plans: 0 }])
  }))

it('plans a statement that looks for a typed text for its values, and goes on as before', () =>
  withPool(10, async (pool) => {
    const client = await pool.connect()
    const found = 'select count(*)::int as count from identity.member where full_name ilike $1'
    const mode = async () => (await client.query('show plan_cache_mode')).rows[0]?.plan_cache_mode as string
    for (let time = 0; time < 3; time++) expect((await client.query(found, ['%nobody%'])).rows).toEqual([{ count: 0 }])
    const { rows } = await client.query('select generic_plans::int, custom_plans::int from pg_prepared_statements')
    expect(rows).toEqual([{ generic_plans: 0, custom_plans: 3 }])
    expect(await mode()).toBe('force_generic_plan')
    await client.query('begin')
    await expect(client.query(`${found} and 1 / $2::int = 0`, ['%', 0])).rejects.toThrow('division by zero')
    await client.query('rollback')
    expect(await mode()).toBe('force_generic_plan')
    client.release()
  }))

interface Wire {
  query(text: string): void
  bind(config: object): void
  readonly stream: { on(event: 'data', listener: () => void): void }
}

const wireOf = (client: pg.PoolClient) => (client as unknown as { readonly connection: Wire }).connection

/** What PostgreSQL was sent, statement by statement. */
async function sentBy(pool: ReturnType<typeof createPool>, use: (client: pg.PoolClient) => Promise<unknown>) {
  const client = await pool.connect()
  const connection = wireOf(client)
  const sent: string[] = []
  const query = connection.query.bind(connection)
  connection.query = (text: string) => {
    sent.push(text)
    query(text)
  }
  await use(client)
  client.release(true)
  return sent
}

it('begins a transaction with its first statement, and none where there is no statement', () =>
  withPool(10, async (pool) => {
    const state = 'select txid_current_if_assigned() is null as none, now() = statement_timestamp() as fresh'
    const sent = await sentBy(pool, async (client) => {
      for (const end of ['commit', 'rollback']) {
        await client.query('begin')
        await client.query(end)
      }
      await client.query('begin')
      await client.query('create temporary table kept (id int)')
      await client.query('insert into kept values ($1)', [1])
      await client.query('rollback')
      await expect(client.query('select from kept')).rejects.toThrow('does not exist')
      await client.query('begin')
      await expect(client.query('select $1::int / 0', [1])).rejects.toThrow('division by zero')
      await expect(client.query('select 1')).rejects.toThrow('aborted')
      await client.query('commit')
      expect((await client.query(state)).rows).toEqual([{ none: true, fresh: true }])
    })
    expect(sent.filter((text) => /^(begin|commit|rollback)$/.test(text))).toEqual([
      ...['begin', 'rollback'],
      ...['begin', 'commit'],
    ])
  }))

it('looks for a typed text in one round trip', () =>
  withPool(10, async (pool) => {
    const client = await pool.connect()
    const wire = wireOf(client)
    const log: string[] = []
    wire.stream.on('data', () => log.push('answer'))
    for (const name of ['query', 'bind'] as const) {
      const send = wire[name].bind(wire) as (message: unknown) => void
      wire[name] = (message: unknown) => {
        log.push('sent')
        send(message)
      }
    }
    await client.query('select count(*) from identity.member where full_name ilike $1', ['%a%'])
    expect(log.slice(0, 4)).toEqual(['sent', 'sent', 'sent', 'answer'])
    client.release()
  }))

describe('a statement that was prepared before another process changed its table', () => {
  const read = 'select * from public.changing where id = $1'
  const change = (pool: ReturnType<typeof createPool>) => pool.query('alter table public.changing add column name text')

  beforeEach(async () => {
    await withPool(1, (pool) =>
      pool
        .query(
          'drop table if exists public.changing; create table public.changing (id int); insert into changing values (1)',
        )
        .then(() => undefined),
    )
  })

  it('is prepared again outside of transactions, also where others travel with it', () =>
    withPool(10, (other) =>
      withPool(10, async (pool) => {
        const client = await pool.connect()
        await client.query(read, [1])
        await change(other)
        const both = await Promise.all([client.query(read, [1]), client.query(read, [1]), client.query('select 1')])
        expect(both.slice(0, 2).map(({ rows }) => rows)).toEqual(Array(2).fill([{ id: 1, name: null }]))
        client.release()
      }),
    ))

  it('makes its transaction one that may be repeated, and serves the next one', () =>
    withPool(10, (other) =>
      withPool(10, async (pool) => {
        const client = await pool.connect()
        await client.query(read, [1])
        await change(other)
        await client.query('begin')
        const error = await client.query(read, [1]).catch((failure: unknown) => failure)
        expect(isUnavailable(error)).toBe(true)
        await client.query('rollback')
        await client.query('begin')
        expect((await client.query(read, [1])).rows).toEqual([{ id: 1, name: null }])
        await client.query('commit')
        client.release()
      }),
    ))

  it('is prepared again where the database has forgotten it', () =>
    withPool(10, async (pool) => {
      const client = await pool.connect()
      await client.query(read, [1])
      await client.query('deallocate all')
      expect((await client.query(read, [1])).rows).toEqual([{ id: 1 }])
      await client.query('deallocate all')
      await client.query('begin')
      const error = await client.query(read, [1]).catch((failure: unknown) => failure)
      expect(isUnavailable(error)).toBe(true)
      await client.query('rollback')
      client.release()
    }))
})

it('a transaction that could not begin answers nothing, and its connection serves nobody else', () =>
  withPool(10, async (pool) => {
    const client = await pool.connect()
    const wire = wireOf(client)
    const send = wire.query.bind(wire)
    wire.query = (text) => send(text === 'begin' ? 'begin nonsense' : text)
    await client.query('begin')
    const error = await client.query('select $1::int', [1]).catch((failure: unknown) => failure)
    expect(isUnavailable(error)).toBe(true)
    client.release()
    expect(pool.totalCount).toBe(0)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  }))
