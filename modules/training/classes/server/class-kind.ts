/** Classes as a kind of content: found, opened, studied, commented. */
import { sql } from 'kysely'
import { contentKind, hasStarted, tableContent } from '#modules/content/catalog/server.ts'
import { studied } from '#modules/content/study/server.ts'
import { discussed } from '#modules/content/topics/server.ts'
import { businessType } from '../contract.ts'
import { audienceIncludesSql, openSql } from './audience.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { searchedClass } from './class-search.ts'
import { classesTables } from './db.ts'
import { soldClass } from './selling.ts'

const content = {
  businessType,
  label: { cn: '培训班', en: 'Class' },
  ...tableContent({
    table: 'classes.class',
    alias: 's',
    link: (id) => `/train-new/class-detail/${id}`,
    openSql,
    choosableSql: audienceIncludesSql,
    newestFirst: 'published_at',
  }),
}

/** A class is finished by graduation, and by nothing else. */
const study = studied({
  async states(connection, companyId, memberIds, ids) {
    const rows = await classesTables(connection)
      .selectFrom('classes.enrollment')
      .select(['member_id', 'class_id', 'state', 'graduation', 'graduated_at', 'opened_at'])
      .where('company_id', '=', companyId)
      .where('member_id', 'in', [...memberIds])
      .where('class_id', 'in', [...ids])
      .execute()
    return rows.map(({ member_id: memberId, class_id: businessId, graduated_at: finishedAt, ...row }) => {
      const isFinished = row.graduation === 2
      const isStarted = row.opened_at !== null
      return {
        ...{ memberId, businessId, isFinished, finishedAt, isStarted, isRegistered: row.state === 'enrolled' },
        percent: isFinished ? 100 : 0,
        finishStatus: isFinished ? 2 : isStarted ? 1 : 0,
      }
    })
  },
  /** The personal center counts the classes that the member takes part in, whether they have graduated or not (COURSE-017). */
  async figures(connection, companyId, memberId) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from classes.enrollment e join classes.class s on s.id = e.class_id
      where e.company_id = ${companyId} and e.member_id = ${memberId} and e.state = 'enrolled'
        and s.status = 'on-shelf' and s.deleted_at is null`.execute(classesTables(connection))
    return { finishedCount: rows[0]?.count ?? 0, studySeconds: 0 }
  },
})

const discussion = discussed({
  mayScore: hasStarted({ table: 'classes.enrollment', itemColumn: 'class_id', startedColumn: 'opened_at' }),
  async mayModerate(connection, caller, id) {
    const record = await classLifecycle.get(classesTables(connection), caller, id)
    return classLifecycle.options.policy.mayEdit(caller, record)
  },
})

export const classKind = contentKind(content, [study, discussion, soldClass, searchedClass])
