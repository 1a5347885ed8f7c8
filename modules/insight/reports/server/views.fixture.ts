/** Builders of saved views and schedules, for demo data. */
import type { Connection } from '#server/db/connection.ts'
import type { ReportQuery } from '../contract/query.ts'
import { reportsTables } from './db.ts'
import { nextRun } from './next-run.ts'
import { templates } from './templates.ts'

interface ViewInput {
  readonly id: string
  readonly companyId: string
  readonly ownerId: string
  readonly name: string
  readonly description: string
  /** Of a ready-made report. */
  readonly template: string
  readonly isShared?: boolean
  readonly now: number
}

export async function buildView(connection: Connection, input: ViewInput): Promise<void> {
  const { id, companyId, ownerId, name, description, template, isShared = false, now } = input
  const query: ReportQuery | undefined = templates.find(({ key }) => key === template)?.query
  if (!query) throw new Error(`no ready-made report is called ${template}`)
  await reportsTables(connection)
    .insertInto('reports.view')
    .values({
      ...{ id, company_id: companyId, owner_id: ownerId, name, description, query: JSON.stringify(query) },
      ...{ audience: isShared ? 'company' : 'owner', created_at: now, updated_at: now },
    })
    .execute()
}

/** Every Monday at nine, as a spreadsheet. */
export async function buildWeekly(
  connection: Connection,
  input: Pick<ViewInput, 'id' | 'companyId' | 'ownerId' | 'now'> & {
    readonly viewId: string
    readonly timeZone: string
  },
): Promise<void> {
  const { id, companyId, ownerId, viewId, timeZone, now } = input
  const rhythm = { frequency: 'weekly', weekday: 1, monthDay: 1, minuteOfDay: 540 } as const
  await reportsTables(connection)
    .insertInto('reports.schedule')
    .values({
      ...{ id, company_id: companyId, view_id: viewId, owner_id: ownerId, member_ids: [ownerId], format: 'xlsx' },
      ...{ language: 'cn', frequency: 'weekly', weekday: 1, minute_of_day: 540, by_mail: true },
      ...{ next_at: nextRun(rhythm, timeZone, now), created_at: now, updated_at: now },
    })
    .execute()
}
