/** Idempotency keys: a repeated request with the same key gets the first answer. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, KEY_USED_FOR_ANOTHER_REQUEST, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { currencyTables } from './db.ts'

export interface IdempotentRequest {
  readonly caller: Caller
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly now: number
}

const keyForm = /^[\x21-\x7e]{8,200}$/

function keyOf({ headers }: IdempotentRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && keyForm.test(key)) return key
  const message = 'must be 8 to 200 visible characters'
  throw refuse(INVALID_INPUT, { fields: [{ path: 'Idempotency-Key', rule: 'pattern', message }] })
}

/**
 * Runs the work once per key of a member; a repeated call waits for the first and returns its answer. Keys of different
 * members are separate. The same key with different input is refused with 701015. Without a key, the work always runs.
 */
export async function once<T extends object>(
  connection: Connection,
  request: IdempotentRequest,
  call: string,
  input: unknown,
  run: () => Promise<T>,
): Promise<T> {
  const key = keyOf(request)
  if (key === undefined) return run()
  const db = currencyTables(connection)
  const { companyId, memberId } = request.caller
  const digest = createHash('sha256')
    .update(JSON.stringify([call, input]))
    .digest()
  const mine = await sql`insert into currency.request (company_id, member_id, key, digest, created_at)
    values (${companyId}, ${memberId}, ${key}, ${digest}, ${request.now}) on conflict do nothing returning key`.execute(
    db,
  )
  const own = { company_id: companyId, member_id: memberId, key }
  if (mine.rows.length === 0) {
    const before = await db
      .selectFrom('currency.request')
      .select(['digest', 'answer'])
      .where((e) => e.and(own))
      .executeTakeFirstOrThrow()
    if (!digest.equals(before.digest)) throw refuse(KEY_USED_FOR_ANOTHER_REQUEST)
    return before.answer as T
  }
  const answer = await run()
  await db
    .updateTable('currency.request')
    .set({ answer: JSON.stringify(answer) })
    .where((e) => e.and(own))
    .execute()
  return answer
}
