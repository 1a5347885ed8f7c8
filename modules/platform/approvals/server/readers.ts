/** Who may see a thing because of an application for it, for the module that owns the thing. */
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { findNewest } from './applications.ts'
import { approvalsTables } from './db.ts'
import { assertMaySee } from './details.ts'

/** Whether the caller decides, has decided, or looks after the newest application for the thing. */
export async function mayReadAppliedFor(
  connection: Connection,
  caller: Caller,
  thing: { readonly businessType: number; readonly businessId: string },
  now: number,
): Promise<boolean> {
  try {
    const process = await findNewest(connection, caller.companyId, thing.businessType, thing.businessId)
    await assertMaySee(approvalsTables(connection), caller, process, now)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
