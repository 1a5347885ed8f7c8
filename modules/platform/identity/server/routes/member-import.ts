import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Routes } from '#server/module.ts'
import type { memberImport } from '../../contract/member-import.ts'
import { headingRow, memberSheet } from '../import-columns.ts'
import { commitImport, failedRows, findImport, listImportErrors, listImports, startImport } from '../member-imports.ts'
import type { DB } from '../tables.ts'

export const memberImportRoutes: Routes<DB, typeof memberImport> = {
  async importTemplate(_db, _input, { language }) {
    return memberSheet({ cn: '成员导入模板', en: 'member-template' }, [headingRow(language)], language)
  },
  async startImport(db, _input, { caller, upload, now, audit }) {
    if (!upload) throw refuse(INVALID_INPUT)
    const started = await startImport(db, caller, upload, now)
    audit({ type: 'member-import', id: started.id, name: started.fileName })
    return started
  },
  async listImports(db, { query }, { caller }) {
    return listImports(db, caller, query)
  },
  async importProgress(db, { params }, { caller }) {
    return findImport(db, caller, params.id)
  },
  async importErrors(db, { params, query }, { caller }) {
    return listImportErrors(db, caller, params.id, query)
  },
  async commitImport(db, { params, body }, { caller, now, audit }) {
    const committed = await commitImport(db, caller, params.id, body.initialPassword, now)
    const { id, fileName, newCount, changedCount } = committed
    audit({ type: 'member-import', id, name: fileName, after: { newCount, changedCount } })
    return committed
  },
  async importFailedRows(db, { params }, { caller, language }) {
    return failedRows(db, caller, params.id, language)
  },
}
