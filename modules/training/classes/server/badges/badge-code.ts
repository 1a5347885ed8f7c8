/** What the QR code on a name badge says. Whoever scans participants declares it; without them it names the member. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

export interface BadgeCodes {
  /** Texts by member, of those who take part in the class. One or two statements, however many. */
  codes(
    connection: Connection,
    of: { readonly companyId: string; readonly classId: string; readonly memberIds: readonly string[] },
  ): Promise<ReadonlyMap<string, string>>
}

export const badgeCode = extensionPoint<BadgeCodes>('classes.badge-code')
