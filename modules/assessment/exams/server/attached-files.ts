/** Files beside answers and appeals, with addresses that are for one reader alone. */
import type { Caller } from '#kit/caller.ts'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { filesByIds, grantAccess } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'

const addressSeconds = 4 * 3600

export interface AttachedFile {
  readonly name: string
  readonly url: string
}

export function fileIdsOf(answer: QuestionAnswer | null): readonly string[] {
  if (answer === null) return []
  const parts = answer.kind === 'group' ? answer.parts : [answer]
  return parts.flatMap((part) => (part?.kind === 'file-answer' ? part.fileIds : []))
}

/** By id; what is gone is missing. In a blind exam neither the list nor the download says what they are called. */
export async function attachedFiles(
  connection: Connection,
  { companyId, memberId }: Caller,
  ids: readonly string[],
  { now, isBlind }: { readonly now: number; readonly isBlind: boolean },
): Promise<ReadonlyMap<string, AttachedFile>> {
  if (ids.length === 0) return new Map()
  const known = await filesByIds(connection, companyId, ids)
  const files = new Map<string, AttachedFile>()
  for (const { id, name } of known.values()) {
    const grant = { companyId, fileId: id, memberId, seconds: addressSeconds, now, isNameless: isBlind }
    files.set(id, { name: isBlind ? withoutName(name, files.size) : name, url: await grantAccess(connection, grant) })
  }
  return files
}

/** A name says whose it is; its end says what it is. */
const withoutName = (name: string, at: number) => `${at + 1}${/\.[a-zA-Z0-9]{1,8}$/.exec(name)?.[0] ?? ''}`

/** The answer without the ids of its files, which are those of somebody's uploads. */
export function withoutFileIds(answer: QuestionAnswer | null): QuestionAnswer | null {
  if (answer?.kind === 'file-answer') return { ...answer, fileIds: [] }
  if (answer?.kind !== 'group') return answer
  const parts = answer.parts.map((part) => (part?.kind === 'file-answer' ? { ...part, fileIds: [] } : part))
  return { ...answer, parts }
}
