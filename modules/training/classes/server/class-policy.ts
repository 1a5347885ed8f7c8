/** Who runs a class: its managers and teachers, its author, and whoever manages the classes of its organization (TRAINING-014). */
import { sql } from 'kysely'
import { can } from '#kit/caller.ts'
import { type AuthoringPolicy, authoringPolicy, type OwnedContent } from '#modules/content/catalog/server.ts'

interface StaffedClass extends OwnedContent {
  readonly managerIds?: readonly string[]
  readonly teacherIds?: readonly string[]
}

const authors = authoringPolicy({ manage: 'class.manage', author: 'class.run' })

export const classPolicy: AuthoringPolicy = {
  ...authors,
  mayEdit(caller, content: StaffedClass) {
    const staff = [...(content.managerIds ?? []), ...(content.teacherIds ?? [])]
    return authors.mayEdit(caller, content) || (staff.includes(caller.memberId) && can(caller, 'class.run'))
  },
  editableSql(caller, alias, isMine = false) {
    const own = sql`array[${caller.memberId}]::uuid[]`
    return sql<boolean>`(${authors.editableSql(caller, alias, isMine)} or ${can(caller, 'class.run')}::boolean
      and (${sql.ref(`${alias}.manager_ids`)} @> ${own} or ${sql.ref(`${alias}.teacher_ids`)} @> ${own}))`
  },
}
