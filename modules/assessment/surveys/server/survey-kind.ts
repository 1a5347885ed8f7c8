/** Surveys as a kind of content: found, opened, studied. */
import { sql } from 'kysely'
import { contentKind, tableContent } from '#modules/content/catalog/server.ts'
import { studied } from '#modules/content/study/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { businessType } from '../contract.ts'
import { surveysTables } from './db.ts'
import { audienceIncludesSql, openSql } from './fields.ts'
import { searchedSurvey } from './survey-search.ts'

const content = {
  businessType,
  label: { cn: '调研', en: 'Survey' },
  ...tableContent({
    table: 'surveys.survey',
    alias: 's',
    link: (id) => `/exam/research-activity/index/${id}`,
    openSql,
    choosableSql: audienceIncludesSql,
    newestFirst: 'published_at',
  }),
}

interface StateRow {
  readonly memberId: string
  readonly businessId: string
  readonly finishedAt: number | null
}

const study = studied({
  sectionKind: 'survey',
  /** Whoever has answered has finished; of the time the day is known. */
  async states(connection, companyId, memberIds, ids) {
    const { rows } = await sql<StateRow>`
      select t.member_id as "memberId", t.survey_id as "businessId",
        (extract(epoch from t.answered_on::timestamp at time zone ${timeZoneSql(companyId)}) * 1000)::bigint as "finishedAt"
      from surveys.participation t where t.company_id = ${companyId}
        and t.member_id = any(${[...memberIds]}::uuid[]) and t.survey_id = any(${[...ids]}::uuid[])`.execute(
      surveysTables(connection),
    )
    return rows.map(({ memberId, businessId, finishedAt }) => {
      const isFinished = finishedAt !== null
      return {
        ...{ memberId, businessId, isFinished, finishedAt, isRegistered: true, isStarted: isFinished },
        ...{ percent: isFinished ? 100 : 0, finishStatus: isFinished ? 2 : 0 },
      }
    })
  },
  /** Whoever is assigned a survey is asked by it. */
  async register(connection, companyId, memberIds, ids) {
    await sql`
      insert into surveys.participation (survey_id, member_id, company_id)
      select s.id, m.id, s.company_id from surveys.survey s cross join unnest(${[...memberIds]}::uuid[]) m(id)
      where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${companyId}
      on conflict do nothing`.execute(surveysTables(connection))
  },
})

export const surveyContentKind = contentKind(content, [study, searchedSurvey])
