/** The directories of the bank. */
import type { Caller } from '#kit/caller.ts'
import type { QuestionsDb } from './db.ts'
import { DirectoryTree } from './directory-tree.ts'

export const bankDirectories = new DirectoryTree({ directories: 'questions.directory', items: 'questions.question' })

/** One directory that the caller manages; with `lock`, nobody deletes it until we are done. */
export function getManagedDirectory(db: QuestionsDb, caller: Caller, id: string, lock = false) {
  return bankDirectories.getManagedOne(db, caller, id, lock)
}
