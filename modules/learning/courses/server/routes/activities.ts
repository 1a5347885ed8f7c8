import type { Routes } from '#server/module.ts'
import type { activityCalls } from '../../contract/activities.ts'
import { previewLaunch } from '../authoring/sections.ts'
import { launchSection } from '../study/playbacks.ts'
import type { DB } from '../tables.ts'

export const activityRoutes: Routes<DB, typeof activityCalls> = {
  async launchSection(db, { params, query }, context) {
    const { id: courseId, sectionId } = params
    return launchSection(db, { courseId, sectionId, clientType: query.clientType ?? 1 }, context)
  },
  async previewLaunch(db, { params }, context) {
    return previewLaunch(db, params, context)
  },
}
