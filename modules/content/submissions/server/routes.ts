import type { Routes } from '#server/module.ts'
import type { submissions } from '../contract.ts'
import { decide } from './decisions.ts'
import { listReviews, submissionDetails } from './lists.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof submissions> = {
  async reviews(db, { query }, { caller }) {
    return listReviews(db, caller, query)
  },
  async submission(db, { params }, { caller, now }) {
    return submissionDetails(db, caller, params.id, now)
  },
  async decideSubmission(db, { params, body }, context) {
    await decide(db, params.id, { isAccepted: body.accepted, opinion: body.opinion ?? '' }, context)
    return {}
  },
}
