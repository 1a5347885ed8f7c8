/** The readers of an object because of an application for it, for the owning module. */
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { findNewest } from './applications.ts'
import { approvalsTables } from './db.ts'
import { assertMayRead } from './details.ts'

/** Whether the caller is an approver or administrator of the newest application for the object. */
export async function mayReadByApplication(
  connection: Connection,
  caller: Caller,
  thing: { readonly businessType: number; readonly businessId: string },
  now: number,
): Promise<boolean> {
  try {
    const process = await findNewest(connection, caller.companyId, thing.businessType, thing.businessId)
    await assertMayRead(approvalsTables(connection), caller, process, now)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
