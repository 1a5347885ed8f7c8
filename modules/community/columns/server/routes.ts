import type { Routes } from '#server/module.ts'
import type { columns } from '../contract.ts'
import {
  columnsOfAccount,
  columnTitles,
  completeColumn,
  getColumn,
  randomColumns,
  recommendedColumns,
  subscribedColumns,
} from './columns.ts'
import {
  columnCandidates,
  columnContents,
  openContent,
  orderContents,
  releaseContents,
  takeOutContent,
} from './contents.ts'
import { changeColumn, createColumn, removeColumn } from './managing.ts'
import { subscribe, subscribedContents } from './subscriptions.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof columns> = {
  async columnTitles(db, { query }, { caller }) {
    return columnTitles(db, caller, query.id)
  },
  async columnsOfAccount(db, { query }, { caller, now }) {
    return columnsOfAccount(db, caller, query, now)
  },
  async recommendedColumns(db, { query }, { caller, now }) {
    return recommendedColumns(db, caller, query, now)
  },
  async randomColumns(db, { query }, { caller }) {
    return randomColumns(db, caller, query.size)
  },
  async subscribedColumns(db, { query }, { caller }) {
    return subscribedColumns(db, caller, query)
  },
  async subscribe(db, { body: { id, subscribed: wanted } }, { caller, now }) {
    return subscribe(db, caller, { id, wanted }, now)
  },
  async completeColumn(db, { params }, { caller, now }) {
    return completeColumn(db, caller, params.id, now)
  },
  async columnContents(db, { params, query }, { caller }) {
    return columnContents(db, caller, params.id, query)
  },
  async column(db, { params }, { caller }) {
    return getColumn(db, caller, params.id)
  },
  async createColumn(db, { body }, { caller, now }) {
    return { id: await createColumn(db, caller, body, now) }
  },
  async changeColumn(db, { params, body }, { caller, now }) {
    await changeColumn(db, caller, { ...params, ...body }, now)
    return {}
  },
  async removeColumn(db, { params }, { caller, now }) {
    await removeColumn(db, caller, params.id, now)
    return {}
  },
  async columnCandidates(db, { query }, { caller }) {
    return columnCandidates(db, caller, query)
  },
  async subscribedContents(db, { query }, { caller }) {
    return subscribedContents(db, caller, query)
  },
  async releaseContents(db, { body }, { caller, now }) {
    return { released: await releaseContents(db, caller, body, now) }
  },
  async orderContents(db, { params, body }, { caller }) {
    await orderContents(db, caller, params.id, body.questionIds)
    return {}
  },
  async takeOutContent(db, { params }, { caller }) {
    await takeOutContent(db, caller, params.id, params.questionId)
    return {}
  },
  async openContent(db, { params, body }, { caller, now }) {
    return openContent(db, caller, params.id, body.questionId, now)
  },
}
