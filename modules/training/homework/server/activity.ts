/** Homework as a kind of activity: classes ask how far participants are with it, and where it is opened. */
import { sql } from 'kysely'
import { activityKind } from '#modules/training/classes/server.ts'
import { homeworkTables } from './db.ts'
import { worksOf } from './works.ts'

/** Handed in is half of the way; a mark that is enough ends it. */
const handedInPercent = 50

export const homeworkActivity = activityKind({
  kind: 'homework',
  screen: (classId, activityId) => `/train-new/class/${classId}/homework/${activityId}`,
  async standings(connection, companyId, of) {
    const works = await worksOf(homeworkTables(connection), companyId, of)
    return works.map(({ memberId, activityId, isPassed, state }) => ({
      ...{ memberId, activityId, percent: isPassed ? 100 : handedInPercent, isHandedIn: state === 'waiting' },
    }))
  },
  async inUse(connection, companyId, activityIds) {
    const { rows } = await sql<{ id: string }>`
      select distinct activity_id as id from homework.work
      where company_id = ${companyId} and activity_id = any(${[...activityIds]}::uuid[])`.execute(
      homeworkTables(connection),
    )
    return rows.map(({ id }) => id)
  },
})
