import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { organizationsAbove } from '#modules/platform/identity/server.ts'
import type { Routes } from '#server/module.ts'
import type { approvals } from '../contract.ts'
import { createAbsence, endAbsence, listAbsences } from './absences.ts'
import { assign, findNewest, remind, resubmitOwn, withdrawOwn } from './applications.ts'
import { addSigners, agree, giveBack, handOver, refuseTask } from './decisions.ts'
import { assertMayRead, getDetail } from './details.ts'
import { isApprovalOn } from './effective-template.ts'
import { countOwn, listDone, listManaged, listOwn, listWaiting } from './lists.ts'
import { businessTypes } from './subjects.ts'
import type { DB } from './tables.ts'
import { deleteTemplate, listPlaces, preview, saveTemplate, setSwitch, templateAt } from './templates.ts'
import { lookAtTimersNow } from './timers.ts'

export const routes: Routes<DB, typeof approvals> = {
  async checkApproval(db, { query }, { caller }) {
    const { businessType, organizationId } = query
    const above = await organizationsAbove(db, caller.companyId, organizationId)
    if (above.length === 0) throw refuse(NOT_FOUND)
    return { result: await isApprovalOn(db, caller.companyId, businessType, organizationId) }
  },
  async processOfBusiness(db, { params }, { caller, now }) {
    const [businessId = '', businessType] = params.businessKey.split('_')
    const process = await findNewest(db, caller.companyId, Number(businessType), businessId)
    await assertMayRead(db, caller, process, now)
    return {
      processInstanceId: process.id,
      organizationId: process.organization_id,
      businessType: process.business_type,
      businessId: process.business_id,
      startUser: process.applicant_id,
      startTime: process.started_at,
      result: process.result as 0 | 1 | 2 | 4,
      finishedAt: process.finished_at,
    }
  },
  async myProcesses(db, { query }, { caller, language }) {
    return listOwn(db, caller, query, language)
  },
  async process(db, { params }, { caller, language, now }) {
    return getDetail(db, caller, params.id, language, now)
  },
  async waitingTasks(db, { query }, { caller, language, now }) {
    return listWaiting(db, caller, query, language, now)
  },
  async doneTasks(db, { query }, { caller, language }) {
    return listDone(db, caller, query, language)
  },
  async counts(db, _input, { caller, now }) {
    return countOwn(db, caller, now)
  },
  async agree(db, { params, body }, { caller, now }) {
    await agree(db, { caller, taskId: params.id, opinion: body.opinion, now })
    return {}
  },
  async refuse(db, { params, body }, { caller, now }) {
    await refuseTask(db, { caller, taskId: params.id, opinion: body.opinion, now })
    return {}
  },
  async giveBack(db, { params, body }, { caller, now }) {
    await giveBack(db, { caller, taskId: params.id, ...body, now })
    return {}
  },
  async addSigners(db, { params, body }, { caller, now }) {
    await addSigners(db, { caller, taskId: params.id, ...body, now })
    return {}
  },
  async handOver(db, { params, body }, { caller, now }) {
    await handOver(db, { caller, taskId: params.id, ...body, now })
    return {}
  },
  async assign(db, { params, body }, { caller, now, audit }) {
    const name = await assign(db, { caller, processId: params.id, ...body, now })
    audit({ type: 'approval-process', id: params.id, name, after: { approver: body.memberId } })
    return {}
  },
  async withdraw(db, { params, body }, { caller, now }) {
    await withdrawOwn(db, { caller, processId: params.id, opinion: body.opinion, now })
    return {}
  },
  async resubmit(db, { params, body }, { caller, now }) {
    await resubmitOwn(db, { caller, processId: params.id, opinion: body.opinion, now })
    return {}
  },
  async remind(db, { params }, { caller, now }) {
    await remind(db, { caller, processId: params.id, now })
    return {}
  },
  async listProcesses(db, { query }, { caller, language }) {
    return listManaged(db, caller, query, language)
  },
  async businessTypes(_db, _input, { language }) {
    return { items: businessTypes(language) }
  },
  async listPlaces(db, { query }, { caller }) {
    return listPlaces(db, caller, query.businessType)
  },
  async templateAt(db, { query }, { caller }) {
    return templateAt(db, caller, query)
  },
  async saveTemplate(db, { body }, { caller, now, audit }) {
    return saveTemplate(db, caller, body, now, audit)
  },
  async deleteTemplate(db, { params }, { caller, audit }) {
    await deleteTemplate(db, caller, params.id, audit)
    return {}
  },
  async setSwitch(db, { body }, { caller, now, audit }) {
    return setSwitch(db, caller, body, now, audit)
  },
  async preview(db, { body }, { caller, now }) {
    return preview(db, caller, body, now)
  },
  async myAbsences(db, _input, { caller, now }) {
    return listAbsences(db, caller, now)
  },
  async createAbsence(db, { body }, { caller, now }) {
    const absence = await createAbsence(db, caller, body, now)
    if (absence.startsAt <= now) await lookAtTimersNow(db)
    return absence
  },
  async endAbsence(db, { params }, { caller, now }) {
    await endAbsence(db, caller, params.id, now)
    await lookAtTimersNow(db)
    return {}
  },
}
