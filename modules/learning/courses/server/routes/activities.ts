import type { Routes } from '#server/module.ts'
import type { activityCalls } from '../../contract/activities.ts'
import { searchActivities } from '../authoring/activities.ts'
import { previewLaunch } from '../authoring/sections.ts'
import { launchSection } from '../study/playbacks.ts'
import type { DB } from '../tables.ts'

const foundMax = 50

export const activityRoutes: Routes<DB, typeof activityCalls> = {
  async launchSection(db, { params, query }, context) {
    const { id: courseId, sectionId } = params
    return launchSection(db, { courseId, sectionId, clientType: query.clientType ?? 1 }, context)
  },
  async previewLaunch(db, { params }, context) {
    return previewLaunch(db, params, context)
  },
  async searchActivities(db, { query }, { caller }) {
    const { kind, search = '' } = query
    return { items: await searchActivities(db, caller, { kind, search }, foundMax) }
  },
}
