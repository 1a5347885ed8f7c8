/** External training of the demonstration company: what is asked, what was reported, and what was decided. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storeFile } from '#modules/platform/files/server.ts'
import { buildActivity, buildReport } from '#modules/training/external/server/external.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { demoFolder } from './content.ts'

const dayMs = 86_400_000

/** The pictures with which members prove what they report. */
const evidencePlans = [
  { key: 'quality yanfa', owner: 'yanfa', picture: 'project', name: '参会证明.jpg' },
  { key: 'quality jiangshi', owner: 'jiangshi', picture: 'onboarding', name: '会议现场.jpg' },
  { key: 'course', owner: 'xueyuan', picture: 'data', name: '绿带结业合影.jpg' },
]

const evidenceOf = (key: string) => idOf(`evidence ${key}`)

export async function storeEvidence(connection: Connection, outside: Outside, now: number): Promise<void> {
  for (const { key, owner, picture, name } of evidencePlans) {
    const content = await readFile(join(demoFolder, 'media', 'covers', `${picture}.jpg`))
    const of = {
      id: evidenceOf(key),
      companyId: demoCompanyId,
      ownerId: memberIdOf(owner),
      kind: 'attachment' as const,
    }
    await storeFile(connection, outside, { ...of, name, content, now })
  }
}

export async function seedExternal(connection: Connection, now: number): Promise<void> {
  const author = { id: memberIdOf('guanli'), companyId: demoCompanyId, organizationId: demoCompanyId }
  const member = (name: string) => ({ ...author, id: memberIdOf(name) })
  const day = (days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10)
  const activity = (key: string, input: Partial<Parameters<typeof buildActivity>[1]>) =>
    buildActivity(connection, { id: idOf(`external ${key}`), author, now: now - 12 * dayMs, ...input })
  const report = (key: string, name: string, input: Partial<Parameters<typeof buildReport>[1]>) =>
    buildReport(connection, { id: idOf(`report ${key}`), member: member(name), now: now - 3 * dayMs, ...input })

  const quality = await activity('quality', {
    ...{ title: '2026 全国质量大会', kind: 'conference', provider: '中国质量协会', place: '成都' },
    ...{ startsOn: day(-9), endsOn: day(-8), description: '请上传参会证明，并写下三条可用于本岗位的做法。' },
    ...{ reportFrom: now - 8 * dayMs, reportUntil: now + 6 * dayMs, needsEvidence: true },
    reporterIds: ['xueyuan', 'yanfa', 'jiangshi'].map(memberIdOf),
  })
  await activity('safety', {
    ...{ title: '安全生产管理人员复训', kind: 'certification', provider: '省应急管理培训中心', place: '杭州' },
    ...{ startsOn: day(-2), endsOn: day(0), reportFrom: now - dayMs, reportUntil: now + 13 * dayMs },
    reporterIds: ['xueyuan', 'yanfa'].map(memberIdOf),
  })
  await activity('visit', {
    ...{
      title: '标杆工厂参访',
      kind: 'visit',
      provider: '海川智造',
      place: '苏州',
      startsOn: day(-40),
      endsOn: day(-40),
    },
    ...{ reportFrom: now - 40 * dayMs, reportUntil: now - 10 * dayMs, reporterIds: [memberIdOf('jiangshi')] },
  })
  const conference = {
    title: '2026 全国质量大会',
    kind: 'conference',
    provider: '中国质量协会',
    place: '成都',
  } as const
  const days = { startsOn: day(-9), endsOn: day(-8) }
  await report('quality yanfa', 'yanfa', {
    ...{ ...conference, ...days, activityId: quality, hourHundredths: 1400, costHundredths: 280_000 },
    fileIds: [evidenceOf('quality yanfa')],
    summary: '看板上只放当班能解决的问题；首件检验由上一道工序签字；客诉照片进每日早会。',
  })
  await report('quality jiangshi', 'jiangshi', {
    ...{ ...conference, ...days, activityId: quality, hourHundredths: 1400, state: 'returned' },
    ...{ fileIds: [evidenceOf('quality jiangshi')], decidedBy: author.id },
    reason: '现场照片看不出参会人，请补充参会证明',
  })
  await report('course', 'xueyuan', {
    ...{ title: '六西格玛绿带', kind: 'certification', provider: '质量学会', startsOn: day(-75), endsOn: day(-71) },
    ...{ hourHundredths: 4000, costHundredths: 680_000, certificateNumber: 'GB-2026-0417', state: 'accepted' },
    ...{ fileIds: [evidenceOf('course')], decidedBy: author.id },
  })
  await report('draft', 'xueyuan', {
    ...{ title: '沟通与汇报技巧公开课', provider: '启明商学院', startsOn: day(-5), endsOn: day(-5), state: 'draft' },
    hourHundredths: 600,
  })
}
