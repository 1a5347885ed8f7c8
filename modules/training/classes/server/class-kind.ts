/** Classes as a kind of content: found, opened, studied, commented. */
import { contentKind, hasStarted, tableContent } from '#modules/content/catalog/server.ts'
import { studied } from '#modules/content/study/server.ts'
import { discussed } from '#modules/content/topics/server.ts'
import { businessType } from '../contract.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { audienceIncludesSql, openSql } from './classes.ts'
import { classesTables } from './db.ts'

const content = {
  businessType,
  label: { cn: '培训班', en: 'Class' },
  ...tableContent({
    table: 'classes.class',
    alias: 's',
    link: (id) => `/class/detail/${id}`,
    openSql,
    choosableSql: audienceIncludesSql,
    hasCover: false,
    newestFirst: 'published_at',
  }),
}

const study = studied({
  async states(connection, companyId, memberIds, ids) {
    const rows = await classesTables(connection)
      .selectFrom('classes.progress')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('member_id', 'in', [...memberIds])
      .where('class_id', 'in', [...ids])
      .execute()
    return rows.map(({ member_id: memberId, class_id: businessId, finished_at: finishedAt }) => {
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
  mayScore: hasStarted({ table: 'classes.progress', itemColumn: 'class_id', startedColumn: 'opened_at' }),
  async mayModerate(connection, caller, id) {
    const record = await classLifecycle.get(classesTables(connection), caller, id)
    return classLifecycle.options.policy.mayEdit(caller, record)
  },
})

export const classKind = contentKind(content, [study, discussion])
