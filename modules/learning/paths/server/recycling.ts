/** Deleted learning paths by the recycle bin (SYSTEM-244 to SYSTEM-246). */
import { sql } from 'kysely'
import { recycleKind } from '#modules/platform/operations/server.ts'
import { pathsTables } from './db.ts'

export const pathRecycling = recycleKind({
  kind: 'learning-path',
  label: { cn: '学习路径', en: 'Learning path' },
  async restore(connection, { companyId, itemId, now }) {
    await sql`update paths.path set deleted_at = null, updated_at = ${now}
      where id = ${itemId} and company_id = ${companyId}`.execute(pathsTables(connection))
  },
  async purge(connection, { companyId, itemId }) {
    await sql`delete from paths.path
      where id = ${itemId} and company_id = ${companyId} and deleted_at is not null`.execute(pathsTables(connection))
  },
})
