/** Calls about a row of a member, on own rows of the caller: their leave, their reports, their entry in the directory of lecturers. */
import { IMPORT_INCORRECT } from '#kit/import-rows.ts'
import { buildSurvey, contentWith } from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { attendance } from '#modules/training/attendance/contract.ts'
import { buildCheckIn } from '#modules/training/attendance/server/check-ins.fixture.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { external } from '#modules/training/external/contract.ts'
import { buildReport } from '#modules/training/external/server/external.fixture.ts'
import { newLecturer } from '#modules/training/lecturers/contract/fields.ts'
import { lecturers } from '#modules/training/lecturers/contract.ts'
import { buildLecturer } from '#modules/training/lecturers/server/lecturers.fixture.ts'
import { refusal } from '#test/harness.ts'
import { type OwnRows, refused, type Self } from './self.ts'

export function trainingRows(self: Self): OwnRows {
  /** The caller in the directory of lecturers. */
  async function ownLecturer() {
    const calls = self.platform.client(lecturers, self.chief)
    const { items } = await calls.managedLecturers({ query: { search: '沈墨' } })
    const id = items.find(({ memberId }) => memberId === self.chief.id)?.id
    return (
      id ??
      buildLecturer(self.platform.db, { companyId: self.companyId, memberId: self.chief.id, now: self.platform.now })
    )
  }

  return {
    async 'attendance.decideLeave'() {
      const { now } = self.platform
      const classId = await buildClass(self.platform.db, { author: self.chief, now, participants: [self.chief.id] })
      const checkInId = await buildCheckIn(self.platform.db, { classId, companyId: self.companyId, startsAt: now })
      const own = self.platform.client(attendance, self.chief)
      const params = { id: classId }
      const { id } = await own.askLeave({ params, body: { checkInId, reason: '出差', fileIds: [] } })
      const agree = own.decideLeave({ params, body: { ids: [id], decision: 'agree', reason: '' } })
      return refused(agree)
    },
    async 'external.decideReports'() {
      const member = { id: self.chief.id, companyId: self.companyId, organizationId: self.companyId }
      const id = await buildReport(self.platform.db, { member, now: self.platform.now })
      const body = { ids: [id], decision: 'accept' as const, reason: '' }
      return [await self.platform.client(external, self.chief).decideReports({ body }), { decided: 0 }]
    },
    async 'external.importRecords'() {
      const days = { startsOn: '2026-05-11', endsOn: '2026-05-12', hours: '8', cost: '', certificateNumber: '' }
      const cells = { member: self.chief.name, title: '质量大会', kind: '', provider: '质量协会', ...days }
      const entered = self.platform.client(external, self.chief).importRecords({ body: { rows: [{ row: 2, cells }] } })
      return [(await refusal(entered)).errorCode, IMPORT_INCORRECT.code]
    },
    async 'lecturers.addEvaluation'() {
      const body = {
        surveyId: await buildSurvey(self.platform.db, {
          author: self.chief,
          now: self.platform.now,
          content: contentWith([]),
        }),
      }
      const add = self.platform
        .client(lecturers, self.chief)
        .addEvaluation({ params: { id: await ownLecturer() }, body })
      return refused(add)
    },
    async 'lecturers.removeEvaluation'() {
      const params = { id: await ownLecturer(), surveyId: self.chief.id }
      const remove = self.platform.client(lecturers, self.chief).removeEvaluation({ params })
      return refused(remove)
    },
    async 'lecturers.changeLecturer'() {
      const id = await ownLecturer()
      const body = { ...newLecturer, feeHundredths: '99900', revision: 0 }
      const change = self.platform.client(lecturers, self.chief).changeLecturer({ params: { id }, body })
      return refused(change)
    },
    async 'lecturers.deleteLecturer'() {
      const params = { id: await ownLecturer() }
      const deletion = self.platform.client(lecturers, self.chief).deleteLecturer({ params })
      return refused(deletion)
    },
    async 'lecturers.enableLecturer'() {
      const id = await ownLecturer()
      const enable = (isEnabled: boolean) =>
        self.platform.client(lecturers, self.chief).enableLecturer({ params: { id }, body: { isEnabled } })
      await enable(false)
      return refused(enable(true))
    },
  }
}
