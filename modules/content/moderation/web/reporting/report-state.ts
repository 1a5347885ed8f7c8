import { call } from '#web/api/query.ts'
import { moderation } from '../../contract.ts'

/** Whether the member may report the content still: asked before the dialog opens (COMMUNITY-105). */
export async function mayReport(query: {
  readonly businessId: string
  readonly businessType: number
}): Promise<boolean> {
  return !(await call(moderation.isAccuse, { query })).isAccuse
}
