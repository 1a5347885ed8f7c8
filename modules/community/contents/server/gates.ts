/** What modules above close of contents: those of a column that has to be bought. */
import type { Caller } from '#kit/caller.ts'
import type { ErrorCode } from '#kit/errors.ts'
import { refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

interface ContentGate {
  /** Why the caller, who sees the content, may not open it now; null: nothing is in the way. One statement, by an index. */
  readonly closed: (
    connection: Connection,
    caller: Caller,
    contentId: string,
    now: number,
  ) => Promise<{ readonly code: ErrorCode; readonly data: Record<string, unknown> } | null>
}

export const contentGate = extensionPoint<ContentGate>('contents.gate')

export async function assertOpenToReader(
  connection: Connection,
  caller: Caller,
  contentId: string,
  now: number,
): Promise<void> {
  for (const gate of contentGate.all()) {
    const closed = await gate.closed(connection, caller, contentId, now)
    if (closed) throw refuse(closed.code, closed.data)
  }
}
