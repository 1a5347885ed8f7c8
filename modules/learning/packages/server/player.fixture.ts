/** Packages in the database as if they had been prepared, and players that speak as the browser's does. */
import { v7 as newId } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { buildContentApp } from './content/app.ts'
import { packagesTables } from './db.ts'

interface PackageInput {
  readonly author: { readonly id: string; readonly companyId: string }
  readonly shortestSeconds: number
  readonly now: number
}

/** A package of SCORM 1.2 with one unit. */
export async function buildPackage(db: Connection, { author, shortestSeconds, now }: PackageInput): Promise<string> {
  const tables = packagesTables(db)
  const [id, companyId] = [newId(), author.companyId]
  const row = { id, company_id: companyId, file_id: newId(), kind: 'scorm-1.2', state: 'ready', title: '叉车安全' }
  const made = { content_key: id, created_by: author.id, created_at: now, prepared_at: now }
  await tables
    .insertInto('packages.package')
    .values({ ...row, ...made, wanted_kind: null, shortest_ms: shortestSeconds * 1000 })
    .execute()
  const unit = { position: 0, parent_position: null, identifier: 'A', title: '叉车安全', href: 'index.html' }
  await tables
    .insertInto('packages.unit')
    .values({ id: newId(), package_id: id, company_id: companyId, ...unit })
    .execute()
  return id
}

/** Players at the packages' origin. Close it at the end. */
export function packagePlayers({ db, outside }: { readonly db: Connection; readonly outside: Outside }) {
  const app = buildContentApp(outside, db)
  return {
    close: () => app.close(),
    /** The player of a launch: `say` commits the status of its unit, and without one only that it is open. */
    async open(launchUrl: string) {
      const path = new URL(launchUrl).pathname
      const { units } = (await app.inject({ url: `${path}~/launch` })).json<{ units: { id: string }[] }>()
      let sequence = 0
      const say = async (status?: string) => {
        sequence += 1
        const cmi = status === undefined ? {} : { core: { lesson_status: status } }
        const payload = { sequence, activeMs: 0, unitId: status === undefined ? null : units[0]?.id, cmi }
        const answer = await app.inject({ method: 'POST', url: `${path}~/commit`, payload })
        return { status: answer.statusCode, ...answer.json<{ waitsMs?: number | null }>() }
      }
      return { say }
    },
  }
}
