import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Routes } from '#server/module.ts'
import type { exchangeCalls } from '../../contract/exchange.ts'
import type { DB } from '../tables.ts'
import { correctImport, listLosses, listSimilar, listWrongRows } from './corrections.ts'
import { exportQuestions, failedRows } from './export.ts'
import { commitImport, findImport, startImport } from './imports.ts'
import { templateSheet } from './template.ts'

export const exchangeRoutes: Routes<DB, typeof exchangeCalls> = {
  async questionTemplate(_db, _input, { language }) {
    return templateSheet(language)
  },
  async startQuestionImport(db, { body }, { caller, upload, now, audit }) {
    if (!upload) throw refuse(INVALID_INPUT)
    const started = await startImport(db, caller, body.directoryId, upload, now)
    audit({ type: 'question-import', id: started.id, name: started.fileName })
    return started
  },
  async questionImport(db, { params }, { caller }) {
    return findImport(db, caller, params.id)
  },
  async questionImportWrongRows(db, { params, query }, { caller, language }) {
    return listWrongRows(db, caller, params.id, query, language)
  },
  async questionImportSimilar(db, { params, query }, { caller }) {
    return listSimilar(db, caller, params.id, query)
  },
  async questionImportLosses(db, { params, query }, { caller }) {
    return listLosses(db, caller, params.id, query)
  },
  async correctQuestionImport(db, { params, body }, { caller, audit }) {
    const corrected = await correctImport(db, caller, params.id, body.corrections)
    audit({ type: 'question-import', id: params.id, name: corrected.fileName })
    return corrected
  },
  async commitQuestionImport(db, { params, body }, { caller, now, audit }) {
    const committed = await commitImport(db, caller, params.id, body.skipSimilar ?? false, now)
    const { fileName: name, newCount } = committed
    audit({ type: 'question-import', id: params.id, name, after: { newCount } })
    return committed
  },
  async questionImportFailedRows(db, { params }, { caller, language }) {
    return failedRows(db, caller, params.id, language)
  },
  async exportQuestions(db, { query }, { caller, language, outside }) {
    return exportQuestions(db, caller, query, { language, outside })
  },
}
