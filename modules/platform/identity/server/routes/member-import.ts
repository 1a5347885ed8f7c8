import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Routes } from '#server/module.ts'
import { spreadsheetHeaders, writeSpreadsheet } from '#server/spreadsheet/sheets.ts'
import type { memberImport } from '../../contract/member-import.ts'
import { headingRow, sheetName } from '../import-columns.ts'
import { commitImport, failedRows, findImport, listImportErrors, listImports, startImport } from '../member-imports.ts'
import type { DB } from '../tables.ts'

export const memberImportRoutes: Routes<DB, typeof memberImport> = {
  async importTemplate(_db, _input, { language }) {
    const body = await writeSpreadsheet([headingRow(language)], sheetName[language])
    return {
      headers: spreadsheetHeaders(language === 'en' ? 'member-template.xlsx' : '成员导入模板.xlsx', 'members.xlsx'),
      body,
    }
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
    const body = await failedRows(db, caller, params.id, language)
    return {
      headers: spreadsheetHeaders(language === 'en' ? 'failed-rows.xlsx' : '导入失败的行.xlsx', 'members.xlsx'),
      body,
    }
  },
}
