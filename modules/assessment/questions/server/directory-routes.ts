/** The handlers of a tree of directories: what `directoryCallsAt` declares, each change logged with its facts. */
import type { audited } from '#server/audited.ts'
import type { Database } from '#server/db/connection.ts'
import type { Routes } from '#server/module.ts'
import type { directoryCallsAt } from '../contract/directories.ts'
import type { DirectoryTree } from './directory-tree.ts'

type Calls = ReturnType<typeof directoryCallsAt<string>>

/** `type` is the type of the directories in the audit log. */
export function directoryRoutes<Tables, Type extends string>(
  tree: DirectoryTree,
  { auditing, auditingNew }: ReturnType<typeof audited<Database<Tables>, Type>>,
  type: Type,
): Routes<Tables, Calls> {
  return {
    async listDirectories(db, _, { caller }) {
      return { items: await tree.list(db, caller) }
    },
    async createDirectory(db, { body }, context) {
      return auditingNew(db, context, type, () => tree.create(db, context.caller, body, context.now))
    },
    async changeDirectory(db, { params: { id }, body }, context) {
      await auditing(db, context, { type, id }, () => tree.change(db, context.caller, id, body))
      return {}
    },
    async deleteDirectory(db, { params: { id } }, context) {
      await auditing(db, context, { type, id }, () => tree.delete(db, context.caller, id))
      return {}
    },
  }
}
