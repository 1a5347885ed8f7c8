/** Graduation in the demonstration company: what the class that runs asks for and gives, and who has graduated from the closed one. */
import { setCreditRule } from '#modules/content/study/server.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { setCertificateRule } from '#modules/learning/certificates/server.ts'
import { businessType } from '#modules/training/classes/contract.ts'
import { buildConditions, buildGraduates } from '#modules/training/graduation/server/graduation.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { issuer } from './certificates.ts'
import { idOf } from './chance.ts'
import { demoCompanyId as companyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000

export async function seedGraduation(connection: Connection, now: number): Promise<void> {
  const by = memberIdOf('guanli')
  const classId = idOf('class safety')
  const ref = { businessType, businessId: classId }
  const templateId = await buildTemplate(connection, {
    ...{ author: { id: by, companyId }, now, name: '安全员证书', numberPrefix: 'AY', validityMonths: 24 },
    ...issuer,
    ...{ titleCn: '安全员证书', titleEn: 'Safety Officer' },
    ...{ bodyCn: '已于{date}从《{item}》结业，准予担任安全员。', bodyEn: 'has graduated from “{item}” on {date}.' },
  })
  await setCertificateRule(connection, { companyId, ref, templateId, now })
  await setCreditRule(connection, { companyId, ref, classHourHundredths: 2400, creditHundredths: 300, now })
  await buildConditions(connection, { classId, companyId, now, attendancePercent: 80, retrainingMonths: 24 })
  const graduated = { companyId, memberIds: [memberIdOf('xueyuan')], by, now: now - 31 * dayMs }
  await buildGraduates(connection, { ...graduated, classId: idOf('class closed'), retrainAt: now - dayMs })
}
