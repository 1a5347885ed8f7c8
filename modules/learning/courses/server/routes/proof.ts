import type { Routes } from '#server/module.ts'
import type { proofCalls } from '../../contract/proof.ts'
import { handInProof, listOwnProofs, sectionProof } from '../proofs/proofs.ts'
import { abandonCourse, markCourseDone, waiveSection } from '../study/waivers.ts'
import type { DB } from '../tables.ts'

export const proofRoutes: Routes<DB, typeof proofCalls> = {
  async sectionProof(db, { params }, { caller, now }) {
    return sectionProof(db, caller, { courseId: params.id, sectionId: params.sectionId }, now)
  },
  async handInProof(db, { params, body }, context) {
    return handInProof(db, { courseId: params.id, sectionId: params.sectionId }, body, context)
  },
  async auditPage(db, { query }, { caller }) {
    return listOwnProofs(db, caller, query)
  },
  async abandonCourse(db, { params }, { caller, now }) {
    return abandonCourse(db, caller, params.id, now)
  },
  async waiveSection(db, { params, body }, context) {
    await waiveSection(db, { ...params, ...body }, context)
    return {}
  },
  async markCourseDone(db, { params, body }, context) {
    await markCourseDone(db, { ...params, ...body }, context)
    return {}
  },
}
