/** Class hours, credits and certificates of the demonstration: what its courses give, and what their learners have. */
import { sql } from 'kysely'
import { defaultTimeZone } from '#kit/time-zone.ts'
import { setCreditRule } from '#modules/content/study/server.ts'
import type { TemplateValues } from '#modules/learning/certificates/contract/shapes.ts'
import { writeCertificate } from '#modules/learning/certificates/server/awarding.ts'
import { certificatesTables } from '#modules/learning/certificates/server/db.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { setCertificateRule } from '#modules/learning/certificates/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { coursePlans, people } from './content.ts'
import { courseIdOf } from './courses.ts'

const companyId = demoCompanyId
const businessType = 1
/** Hundredths that courses give in a year at most. */
const classHoursMax = 4000
const author = { id: memberIdOf('guanli'), companyId }
/** Who stands on every certificate of the company. */
export const issuer = {
  issuerCn: '澄岚智能科技有限公司',
  issuerEn: 'Chenglan Intelligent Technology Co., Ltd.',
  signatory: '林知远',
}

/** The certificates, each with the course that earns it. */
const plans: readonly (Partial<TemplateValues> & { readonly course: string })[] = [
  {
    course: 'security',
    ...{ name: '信息安全合格证', design: 'modern', numberPrefix: 'XA', validityMonths: 2, renewalDays: 30 },
    ...{ titleCn: '信息安全合格证', titleEn: 'Information Security' },
    bodyCn: '已于{date}完成《{item}》年度必修内容，计{hours}学时，考核合格，准予上岗。',
    bodyEn: 'completed “{item}” on {date} with {hours} class hours.',
  },
  {
    course: 'fire',
    ...{ name: '消防安全结业证书', design: 'classic', numberPrefix: 'XF', validityMonths: 3, renewalDays: 20 },
    ...{ titleCn: '结业证书', titleEn: 'Certificate of Completion' },
    bodyCn: '已于{date}完成《{item}》全部学习内容，考核合格，特发此证。',
    bodyEn: 'has completed “{item}” on {date} and is awarded this certificate.',
  },
  {
    course: 'onboarding',
    ...{ name: '新员工荣誉证书', design: 'festive', numberPrefix: 'RZ', validityMonths: null, renewalDays: 30 },
    ...{ titleCn: '荣誉证书', titleEn: 'Certificate of Honor' },
    bodyCn: '在新员工培训《{item}》中表现优异，已于{date}圆满完成全部课程，特此表彰。',
    bodyEn: 'has completed “{item}” with distinction on {date}.',
  },
]

/** Every course gives an hour for each started third of its sections, and half as many credits. */
async function setCredits(db: Connection, now: number): Promise<void> {
  for (const { key, chapters } of coursePlans.courses) {
    const hours = 100 * Math.ceil(chapters.reduce((sum, { sections }) => sum + sections.length, 0) / 3)
    const ref = { businessType, businessId: courseIdOf(key) }
    await setCreditRule(db, { companyId, ref, classHourHundredths: hours, creditHundredths: hours / 2, now })
  }
  await sql`insert into study.credit_cap (company_id, business_type, kind, max_score, updated_by, updated_at)
    values (${companyId}, ${businessType}, 1, ${classHoursMax}, ${author.id}, ${now})`.execute(certificatesTables(db))
}

/** What the learners have finished has given them both, as it would have. */
async function giveCredits(db: Connection): Promise<void> {
  await sql`
    insert into study.credit_record (id, company_id, member_id, kind, business_type, business_id, source, asked, score,
      max_score, available_score, year, created_at)
    select md5('credit ' || k.kind || r.member_id || r.course_id)::uuid, r.company_id, r.member_id, k.kind,
      rule.business_type, r.course_id, c.name, k.score, k.score,
      k.max_score,
      -- Of a null this is null; nobody reaches the maximum here.
      k.max_score - sum(k.score) over (partition by r.member_id, k.kind order by r.finished_at, r.course_id),
      extract(year from to_timestamp(r.finished_at / 1000.0) at time zone ${defaultTimeZone}), r.finished_at
    from courses.registration r join courses.course c on c.id = r.course_id
    join study.credit_rule rule on rule.company_id = r.company_id and rule.business_id = r.course_id
    cross join lateral (
      values (1::smallint, rule.class_hours, ${classHoursMax}::int), (2::smallint, rule.credits, null)
    ) as k(kind, score, max_score)
    where r.company_id = ${companyId} and r.status = any(array[2, 4]) and r.finished_at is not null and k.score > 0`.execute(
    certificatesTables(db),
  )
  await sql`
    insert into study.credit_year (company_id, member_id, kind, business_type, year, score, record_count)
    select company_id, member_id, kind, business_type, year, sum(score), count(*) from study.credit_record
    where company_id = ${companyId} group by 1, 2, 3, 4, 5`.execute(certificatesTables(db))
}

interface Finished {
  readonly member_id: string
  readonly full_name: string
  readonly name: string
  readonly finished_at: number
}

export async function seedCertificates(db: Connection, now: number): Promise<void> {
  await setCredits(db, now)
  await giveCredits(db)
  for (const { course, ...values } of plans) {
    const businessId = courseIdOf(course)
    const ref = { businessType, businessId }
    const templateId = await buildTemplate(db, { author, ...issuer, ...values, now })
    await setCertificateRule(db, { companyId, ref, templateId, now })
    const template = await certificatesTables(db)
      .selectFrom('certificates.template')
      .selectAll()
      .where('id', '=', templateId)
      .executeTakeFirstOrThrow()
    const { rows } = await sql<Finished>`
      select r.member_id, m.full_name, c.name, r.finished_at from courses.registration r
      join courses.course c on c.id = r.course_id join identity.member m on m.id = r.member_id
      where r.course_id = ${businessId} and r.status = any(array[2, 4]) and r.finished_at is not null
      order by r.finished_at, r.member_id limit 40`.execute(certificatesTables(db))
    for (const { member_id: memberId, full_name: holderName, name: itemName, finished_at: finishedAt } of rows) {
      await writeCertificate(db, {
        ...{ companyId, memberId, template, ref, itemName, holderName, finishedAt, origin: 'earned', issuedBy: null },
        ...{ replaces: null, reason: '', validFrom: finishedAt, now: finishedAt },
      })
    }
  }
  await showOnHomepages(db)
}

/** Members with a role in the demonstration show what they have earned. */
async function showOnHomepages(db: Connection): Promise<void> {
  const shown = people.people.flatMap(({ label, name }) => (label === undefined ? [] : [memberIdOf(name)]))
  await sql`update certificates.certificate set shown_on_homepage = true
    where company_id = ${companyId} and member_id = any(${shown}::uuid[])`.execute(certificatesTables(db))
}
