import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Routes } from '#server/module.ts'
import type { memberImport } from '../../contract/member-import.ts'
import { correctImport, listWrongRows } from '../import-corrections.ts'
import { recheckImport } from '../import-recheck.ts'
import { templateSheet } from '../import-template.ts'
import { commitImport, failedRows, findImport, listImportErrors, listImports, startImport } from '../member-imports.ts'
import type { DB } from '../tables.ts'

export const memberImportRoutes: Routes<DB, typeof memberImport> = {
  async importTemplate(_db, _input, { language }) {
    return templateSheet(language)
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
  async importWrongRows(db, { params, query }, { caller, language }) {
    return listWrongRows(db, caller, params.id, query, language)
  },
  async correctImport(db, { params, body }, { caller, audit }) {
    const { fileName } = await findImport(db, caller, params.id)
    const corrected = await correctImport(db, caller, params.id, body.corrections)
    audit({ type: 'member-import', id: params.id, name: fileName, after: { correctedRows: corrected.correctedRows } })
    return corrected
  },
  async recheckImport(db, { params }, { caller, now, audit }) {
    const started = await recheckImport(db, caller, params.id, now)
    audit({ type: 'member-import', id: started.id, name: started.fileName })
    return started
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
