import type { Routes } from '#server/module.ts'
import type { faces } from '../contract.ts'
import { compareFace, keepFace, ownFace, removeFace } from './comparisons.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof faces> = {
  async ownFace(db, _input, { caller, outside }) {
    return ownFace(db, caller, outside)
  },
  async keepFace(db, { body }, { caller, outside, now }) {
    return keepFace(db, caller, body.fileId, outside, now)
  },
  async removeFace(db, _input, { caller }) {
    return removeFace(db, caller)
  },
  async compareFace(db, { body }, { caller, outside, now }) {
    return compareFace(db, caller, body.fileId, outside, now)
  },
}
