/** Specimens as a kind of content: found, opened, studied, commented. */
import { contentKind, hasStarted, tableContent } from '#modules/content/catalog/server.ts'
import { studied } from '#modules/content/study/server.ts'
import { discussed } from '#modules/content/topics/server.ts'
import { businessType } from '../contract.ts'
import { specimensTables } from './db.ts'
import { specimenLifecycle } from './specimen-lifecycle.ts'
import { audienceIncludesSql, openSql } from './specimens.ts'

const content = {
  businessType,
  label: { cn: '样品', en: 'Specimen' },
  ...tableContent({
    table: 'specimens.specimen',
    alias: 's',
    link: (id) => `/specimen/detail/${id}`,
    openSql,
    choosableSql: audienceIncludesSql,
    hasCover: false,
    newestFirst: 'published_at',
  }),
}

const study = studied({
  async states(connection, companyId, memberIds, ids) {
    const rows = await specimensTables(connection)
      .selectFrom('specimens.progress')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('member_id', 'in', [...memberIds])
      .where('specimen_id', 'in', [...ids])
      .execute()
    return rows.map(({ member_id: memberId, specimen_id: businessId, finished_at: finishedAt }) => {
      const isFinished = finishedAt !== null
      const percent = isFinished ? 100 : 0
      const finishStatus = isFinished ? 2 : 1
      return {
        memberId,
        businessId,
        isRegistered: true,
        finishStatus,
        isStarted: true,
        isFinished,
        percent,
        finishedAt,
      }
    })
  },
})

const discussion = discussed({
  mayScore: hasStarted({ table: 'specimens.progress', itemColumn: 'specimen_id', startedColumn: 'opened_at' }),
  async mayModerate(connection, caller, id) {
    const record = await specimenLifecycle.get(specimensTables(connection), caller, id)
    return specimenLifecycle.options.policy.mayEdit(caller, record)
  },
})

export const specimenKind = contentKind(content, [study, discussion])
