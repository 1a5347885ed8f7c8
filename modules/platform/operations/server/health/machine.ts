/** The machine: disk space and the server process. */
import { statfs } from 'node:fs/promises'
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os'
import { sql } from 'kysely'
import { withTables } from '#server/db/connection.ts'
import type { HealthAnswer, HealthCheck } from './checks.ts'

const gigabyte = 1024 ** 3
const freeBytesLow = 5 * gigabyte
const freePercentLow = 10
const freeBytesNone = gigabyte

export const diskCheck: HealthCheck = {
  name: 'disk',
  label: { cn: '磁盘空间', en: 'Disk space' },
  order: 40,
  async check({ config }): Promise<HealthAnswer> {
    const { bavail, blocks, bsize } = await statfs(config.dataDirectory)
    const [freeBytes, sizeBytes] = [bavail * bsize, blocks * bsize]
    const freePercent = Math.floor((freeBytes * 100) / Math.max(1, sizeBytes))
    const facts = { path: config.dataDirectory, freeBytes, sizeBytes, freePercent }
    if (freeBytes < freeBytesNone) {
      return {
        state: 'down',
        facts,
        advice: {
          cn: '磁盘几乎已满，上传与转码会失败。请立即清理或扩容。',
          en: 'The disk is nearly full: uploads and conversions fail. Free some space, or enlarge it.',
        },
      }
    }
    if (freeBytes < freeBytesLow || freePercent < freePercentLow) {
      return {
        state: 'warning',
        facts,
        advice: {
          cn: '磁盘空间不足，请尽快清理或扩容',
          en: 'The disk fills up. Free some space soon, or enlarge it.',
        },
      }
    }
    return { state: 'ok', facts }
  },
}

const memoryPercentLow = 5

export const serverCheck: HealthCheck = {
  name: 'server',
  label: { cn: '服务进程', en: 'Server' },
  order: 90,
  async check({ config }, db): Promise<HealthAnswer> {
    const { rows } = await sql<{ processes: number; time_zone: string }>`
      select (select count(*) from pg_stat_activity
          where datname = current_database() and application_name = 'shuyuan-realtime') as processes,
        current_setting('TimeZone') as time_zone`.execute(withTables<unknown>(db))
    const facts = {
      environment: config.environment,
      node: process.versions.node,
      processes: rows[0]?.processes ?? 0,
      upSeconds: Math.round(process.uptime()),
      memoryBytes: process.memoryUsage().rss,
      freeMemoryBytes: freemem(),
      processors: availableParallelism(),
      load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      databaseTimeZone: rows[0]?.time_zone ?? '',
      publicUrl: config.publicUrl,
    }
    if ((freemem() * 100) / totalmem() < memoryPercentLow) {
      return {
        state: 'warning',
        facts,
        advice: {
          cn: '服务器可用内存不足 5%。请检查占用内存的进程，或增加内存。',
          en: 'Less than 5% of the memory is free. Find out what uses it, or add some.',
        },
      }
    }
    return { state: 'ok', facts }
  },
}
