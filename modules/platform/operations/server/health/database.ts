/** The database: availability, size, load. */
import { sql } from 'kysely'
import { withTables } from '#server/db/connection.ts'
import type { HealthAnswer, HealthCheck } from './checks.ts'

/** Limits above which the database is slow or nearly out of connections. */
const answerMsMax = 250
const connectionsPercentMax = 80
const longQuerySecondsMax = 60

interface Facts {
  readonly version: string
  readonly size_bytes: number
  readonly connections: number
  readonly connections_max: number
  readonly longest_seconds: number
  readonly is_read_only: boolean
}

export const databaseCheck: HealthCheck = {
  name: 'database',
  label: { cn: '数据库', en: 'Database' },
  order: 10,
  async check(_outside, db): Promise<HealthAnswer> {
    const startedAt = performance.now()
    const { rows } = await sql<Facts>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes,
        (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
        current_setting('max_connections')::integer as connections_max,
        current_setting('transaction_read_only')::boolean as is_read_only,
        coalesce((select extract(epoch from max(now() - query_start)) from pg_stat_activity
          where datname = current_database() and state = 'active' and pid <> pg_backend_pid()), 0)::integer
          as longest_seconds`.execute(withTables<unknown>(db))
    const tookMs = Math.round(performance.now() - startedAt)
    const [found] = rows
    if (!found) throw new Error('the database answered no facts')
    const facts = {
      version: found.version,
      sizeBytes: found.size_bytes,
      connections: found.connections,
      connectionsMax: found.connections_max,
      longestQuerySeconds: found.longest_seconds,
      answerMs: tookMs,
    }
    if (found.is_read_only) {
      return {
        state: 'down',
        facts,
        advice: {
          cn: '数据库只读，无法保存任何内容。请确认 DATABASE_URL 指向主库，且未设置 default_transaction_read_only。',
          en: 'The database is read-only, so nothing is saved. Check that DATABASE_URL names the primary server, and that default_transaction_read_only is off.',
        },
      }
    }
    if ((found.connections * 100) / found.connections_max > connectionsPercentMax) {
      return {
        state: 'warning',
        facts,
        advice: {
          cn: '连接数接近上限。请调大 PostgreSQL 的 max_connections，或调小 DATABASE_POOL_SIZE。',
          en: 'Nearly out of connections. Raise max_connections of PostgreSQL, or lower DATABASE_POOL_SIZE.',
        },
      }
    }
    if (tookMs > answerMsMax || found.longest_seconds > longQuerySecondsMax) {
      return {
        state: 'warning',
        facts,
        advice: {
          cn: '数据库响应偏慢。请检查服务器负载与磁盘，并查看 pg_stat_activity 中运行时间长的语句。',
          en: 'The database is slow. Look at the load and the disk of its machine, and at long queries in pg_stat_activity.',
        },
      }
    }
    return { state: 'ok', facts }
  },
}
